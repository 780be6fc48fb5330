import type { Condition } from '../../../src/database/condition.ts'

export const healthyCondition: Condition = {
  version: '17.4',
  version_number: 170_004,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  encoding: 'UTF8',
  is_superuser: false,
  bypasses_policies: false,
  owns_tables: false,
  role_is_unsafe: false,
  open_tables: [],
  clock_ahead_ms: 12,
  pending_migrations: [],
  is_read_only: false,
}

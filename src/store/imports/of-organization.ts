import type { Sql } from '../../database/driver/connection.ts'
import { wake } from '../server/wake.ts'

// A raised epoch takes an import from its worker. Lock the organization first: workers do, for the quota.

export async function cancelImports(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    update subscriber_imports
    set state = 'cancelled', paused_from = null, finished_at = now(), leased_until = null, epoch = epoch + 1
    where organization_id = ${organizationId} and finished_at is null`
  await sql`
    update import_undos
    set state = 'failed', error_message = 'The organization was deleted.', finished_at = now(), leased_until = null,
      epoch = epoch + 1
    where organization_id = ${organizationId} and finished_at is null`
}

/** The imports cannot be claimed until the organization is active again. */
export async function releaseImports(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    update subscriber_imports set leased_until = null, epoch = epoch + 1
    where organization_id = ${organizationId} and finished_at is null and leased_until is not null`
  await sql`
    update import_undos set leased_until = null, epoch = epoch + 1
    where organization_id = ${organizationId} and finished_at is null and leased_until is not null`
}

/** Being taken from a worker does not count as a failure. */
export async function wakeImports(sql: Sql, organizationId: number): Promise<void> {
  const { count } = await sql`
    update subscriber_imports set attempts = 0
    where organization_id = ${organizationId} and finished_at is null`
  if (count > 0) await wake(sql, 'subscriber_imports')
}

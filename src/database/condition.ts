import type { Sql } from './driver/connection.ts'
import { pendingMigrations } from './migrate.ts'
import { applicationRole } from './roles.ts'

export type Condition = {
  version: string
  version_number: number
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  encoding: string
  /** Of the login role. Row-level security does not apply to a superuser or a role with BYPASSRLS. */
  is_superuser: boolean
  bypasses_policies: boolean
  /** The login role could remove the policies of Quiver's tables. */
  owns_tables: boolean
  role_is_unsafe: boolean
  open_tables: string[]
  clock_ahead_ms: number
  pending_migrations: string[]
  /** A standby, one that still recovers, or one that is set to be read-only. */
  is_read_only: boolean
}

export async function findCondition(sql: Sql): Promise<Condition> {
  // The first statement opens the connection, whose time would count as a clock difference.
  const [facts] = await sql<[Omit<Condition, 'clock_ahead_ms' | 'pending_migrations'>]>`
    with ours as (select * from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)
    select current_setting('server_version') as version,
      current_setting('server_version_num')::integer as version_number,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
      login.rolsuper as is_superuser, login.rolbypassrls as bypasses_policies,
      exists (select 1 from ours where ours.relowner = login.oid) as owns_tables,
      exists (
        select 1 from pg_roles role where role.rolname = ${applicationRole}
          and (role.rolsuper or role.rolbypassrls or role.rolcreaterole
            or exists (select 1 from ours where ours.relowner = role.oid))) as role_is_unsafe,
      to_json(array(
        select ours.relname::text from ours
        where not (ours.relrowsecurity and ours.relforcerowsecurity) and ours.relname <> 'schema_migrations'
        order by 1)) as open_tables
    from pg_roles login where login.rolname = session_user`
  const beforeMs = Date.now()
  const [clock] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
  const oursMs = (beforeMs + Date.now()) / 2
  return {
    ...facts,
    clock_ahead_ms: clock.now.getTime() - oursMs,
    pending_migrations: await pendingMigrations(sql),
  }
}

import type { Sql } from '../../database/driver/connection.ts'

/**
 * What becomes of an organization's unfinished imports when the organization is deleted, stopped or goes on. A raised
 * epoch takes an import from the worker that holds it: what that one had not committed is undone.
 *
 * The organization's lock first: a worker takes it before the import's row, for the quota.
 */

/** For good. Rows already applied stay. */
export async function cancelImports(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    update subscriber_imports
    set state = 'cancelled', paused_from = null, finished_at = now(), leased_until = null, epoch = epoch + 1
    where organization_id = ${organizationId} and finished_at is null`
}

/** Until the organization is active again nobody claims them. */
export async function releaseImports(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    update subscriber_imports set leased_until = null, epoch = epoch + 1
    where organization_id = ${organizationId} and finished_at is null and leased_until is not null`
}

/** Workers look for them at once; that one was taken from them is no failure. */
export async function wakeImports(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    with woken as (
      update subscriber_imports set attempts = 0
      where organization_id = ${organizationId} and finished_at is null
      returning id)
    select pg_notify('subscriber_imports', '') from woken limit 1`
}

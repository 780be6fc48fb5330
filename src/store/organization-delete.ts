import { notFound } from '../contract/errors.ts'
import type { Sql } from '../database/connection.ts'

/**
 * Marks an organization deleted, with its lists, and cancels its unfinished imports. From its commit on its keys and
 * users are refused, whatever else says of them; the subscribers are removed later, as those of any deleted list. Run
 * it in a transaction.
 *
 * Imports first, then lists, then the organization: workers and whoever adds subscribers take their locks in this
 * order. What was added until the organization's own lock goes in a second round; after it, nobody can add a list.
 * @throws AppError `not_found`.
 */
export async function markOrganizationDeleted(sql: Sql, id: number): Promise<void> {
  await endLists(sql, id)
  const { count } = await sql`
    select 1 from organizations where id = ${id} and deleted_at is null for update`
  if (count === 0) throw notFound('organization')
  await endLists(sql, id)
  await sql`update organizations set deleted_at = now() where id = ${id}`
  await sql`update api_keys set active = false where organization_id = ${id} and active`
}

/** Imports again once the lists are held: those that came before the lists were. */
async function endLists(sql: Sql, id: number): Promise<void> {
  await cancelImports(sql, id)
  await sql`
    select 1 from mailing_lists where organization_id = ${id} and deleted_at is null order by id for update`
  await cancelImports(sql, id)
  await sql`update mailing_lists set deleted_at = now() where organization_id = ${id} and deleted_at is null`
}

async function cancelImports(sql: Sql, id: number): Promise<void> {
  await sql`
    with unfinished as materialized (
      select id from subscriber_imports where organization_id = ${id} and finished_at is null order by id for update)
    update subscriber_imports i
    set state = 'cancelled', paused_from = null, finished_at = now(), leased_until = null, epoch = epoch + 1
    from unfinished
    where i.organization_id = ${id} and i.id = unfinished.id`
}

import type { Sql } from '../../database/driver/connection.ts'

// People who leave although they are not active: the row does not show it. If it was an import that had ended their
// subscription, its undo must not make them active. Lock the subscribers before.

/** Only if the list has an import that can still be undone. */
export async function noteDepartures(
  sql: Sql,
  organizationId: number,
  listId: number,
  subscriberIds: readonly number[],
): Promise<void> {
  if (subscriberIds.length === 0) return
  await sql`
    insert into repeated_departures (organization_id, mailing_list_id, subscriber_id, left_at)
    select ${organizationId}, ${listId}, id, clock_timestamp()
    from unnest(${[...subscriberIds]}::bigint[]) given (id)
    where exists (
      select from import_jobs i
      where i.organization_id = ${organizationId} and i.mailing_list_id = ${listId} and i.keep_for_undo
        and i.logs_purged_at is null and i.started_at is not null)
    order by id
    on conflict (organization_id, mailing_list_id, subscriber_id) do update set left_at = excluded.left_at`
}

/** @returns how many were deleted. */
export async function purgeDepartures(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from repeated_departures where (organization_id, mailing_list_id, subscriber_id) in (
      select organization_id, mailing_list_id, subscriber_id from repeated_departures d
      where left_at < now() - interval '8 days' and not exists (
        select from import_jobs i
        where i.organization_id = d.organization_id and i.mailing_list_id = d.mailing_list_id and i.keep_for_undo
          and i.logs_purged_at is null and i.started_at < d.left_at)
      order by left_at limit ${batchRows})`
  return count
}

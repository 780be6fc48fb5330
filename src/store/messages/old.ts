import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** As long as the counts of a list by day: a year can be compared with the one before. */
const keptDays = 400

export type StreamPlace = { organization_id: number; id: number }

/** Streams whose first message is that old: one look into an index for each. Across organizations. */
export async function findStreamsWithOldMessages(sql: Sql): Promise<StreamPlace[]> {
  return sql<StreamPlace[]>`
    select s.organization_id, s.id from message_streams s
    cross join lateral (
      select m.created_at from messages m
      where m.organization_id = s.organization_id and m.stream_id = s.id
      order by m.id limit 1) first
    where first.created_at < now() - ${keptDays} * interval '1 day'
    order by s.organization_id, s.id`
}

/**
 * Of the first `batchRows` messages of the stream those that ended so long ago, with what belongs to them. What was counted
 * stays counted. One that still waits keeps its place, and does not hold up those behind it within a batch.
 * @returns how many were deleted.
 */
export async function purgeOldMessages(
  sql: Transaction,
  organizationId: number,
  streamId: number,
  batchRows: number,
): Promise<number> {
  const rows = await sql<{ id: number }[]>`
    select id from (
      select id, ended_at, holder from messages
      where organization_id = ${organizationId} and stream_id = ${streamId}
      order by id limit ${batchRows}) first
    where ended_at < now() - ${keptDays} * interval '1 day' and holder is null`
  if (rows.length === 0) return 0
  const ids = sql`${rows.map(({ id }) => id)}::bigint[]`
  await sql`delete from message_hits where organization_id = ${organizationId} and message_id = any(${ids})`
  await sql`delete from messages where organization_id = ${organizationId} and id = any(${ids})`
  return rows.length
}

import type { Fragment, Sql, Transaction } from '../../../database/driver/connection.ts'

export type Campaign = { organization_id: number; id: number }

/** Recipients with ids after `cursor`, up to `until`. */
export type Part = { cursor: number; until: number }

/** Not held: its sender has released it, or is dead. Of `campaign_ranges r`. */
export function isFree(sql: Sql) {
  return sql`coalesce(r.leased_until, '-infinity') < now()`
}

/**
 * Cuts the upper half off the widest part of a campaign that is being sent, which its sender will not see any more. The
 * campaign's job must be locked: only then are its parts cut, so that the parts never overlap and together are all.
 * @param widthMin in ids: a part that would be narrower is not cut off
 */
export async function cutWidest(
  sql: Transaction,
  campaign: Campaign,
  widthMin: number,
): Promise<Part | null> {
  const { organization_id: organizationId, id } = campaign
  const [widest] = await sql<{ range_id: number | null; until: number }[]>`
    select range_id, until from (
      select null::bigint as range_id, c.cursor_subscriber_id as cursor,
        coalesce(c.until_subscriber_id, c.last_subscriber_id) as until
      from campaigns c
      -- Before the first batch nobody knows where the ids of the list begin.
      where c.organization_id = ${organizationId} and c.id = ${id} and c.cursor_subscriber_id > 0
      union all
      select r.id, r.cursor_subscriber_id, r.until_subscriber_id from campaign_ranges r
      where r.organization_id = ${organizationId} and r.campaign_id = ${id}) parts
    where until - cursor >= ${2 * widthMin} and (
      select s.recipients_total - s.recipients_sent - s.recipients_skip from campaign_stats s
      where s.organization_id = ${organizationId} and s.campaign_id = ${id}) >= ${2 * widthMin}
    order by until - cursor desc limit 1`
  if (widest === undefined) return null
  const half = (until: Fragment) => sql`cursor_subscriber_id + (${until} - cursor_subscriber_id + 1) / 2`
  // Its sender may have come further since.
  const [cut] =
    widest.range_id === null
      ? await sql<{ cursor: number }[]>`
          update campaigns
          set until_subscriber_id = ${half(sql`coalesce(until_subscriber_id, last_subscriber_id)`)}
          where organization_id = ${organizationId} and id = ${id}
          returning until_subscriber_id as cursor`
      : await sql<{ cursor: number }[]>`
          update campaign_ranges set until_subscriber_id = ${half(sql`until_subscriber_id`)}
          where organization_id = ${organizationId} and campaign_id = ${id} and id = ${widest.range_id}
            and until_subscriber_id - cursor_subscriber_id >= ${2 * widthMin}
          returning until_subscriber_id as cursor`
  return cut === undefined ? null : { cursor: cut.cursor, until: widest.until }
}

import { burstMs } from '../../../contract/responses/judging/message.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { contentSentTo } from '../../conditions/content-sent-to.ts'

export type UnsettledCounter = 'opens_total' | 'opens_unique' | 'clicks_total' | 'clicks_unique'

/**
 * By content: what hits have counted for people so recently that others may still show a burst. A scanner that comes
 * just before the choice would otherwise decide it.
 */
export async function findUnsettled(
  sql: Sql,
  organizationId: number,
  campaignId: number,
): Promise<Map<number, Record<UnsettledCounter, number>>> {
  const since = sql`now() - ${burstMs} * interval '1 millisecond'`
  const rows = await sql<(Record<UnsettledCounter, number> & { content_id: number | null })[]>`
    with recent as materialized (
      select subscriber_id, count(*) filter (where link_id is null) as opens,
        count(*) filter (where link_id is not null) as clicks
      from hits
      where organization_id = ${organizationId} and campaign_id = ${campaignId} and autoresponder_id is null
        and hit_at > ${since} and not machine and verdict_reason in ('no_sign', 'mail_program')
      group by subscriber_id)
    select ${contentSentTo(sql, organizationId, campaignId, sql`r.subscriber_id`)} as content_id,
      sum(r.opens)::integer as opens_total, sum(r.clicks)::integer as clicks_total,
      count(*) filter (where r.opens > 0 and m.first_opened_at > ${since})::integer as opens_unique,
      count(*) filter (where r.clicks > 0 and m.first_clicked_at > ${since})::integer as clicks_unique
    from recent r
    join message_responses m on m.organization_id = ${organizationId} and m.campaign_id = ${campaignId}
      and m.autoresponder_id is null and m.subscriber_id = r.subscriber_id
    group by 1`
  return new Map(
    rows.flatMap(({ content_id: contentId, ...counts }) => (contentId === null ? [] : [[contentId, counts]])),
  )
}

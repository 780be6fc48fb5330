import {
  timelinePeriodsMax,
  type DomainCounts,
  type TimelineCounts,
  type TimelineStep,
} from '../../contract/campaigns/timeline.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { foldedMessages } from '../conditions/folded-deliveries.ts'

// One statement each, so that the counters are of the same moment as their parts.

export type TimelineRow = TimelineCounts & {
  kind: 'period' | 'later' | 'counter'
  /** Of a period. */
  start: Date | null
}

/** Periods in order, without a gap: none if nothing has happened. Then what is later, and the campaign's counters. */
export async function findTimeline(
  sql: Sql,
  organizationId: number,
  campaignId: number,
  { by, zone }: { by: TimelineStep; zone: string },
): Promise<TimelineRow[]> {
  const reach = `${timelinePeriodsMax[by] - 1} ${by}s`
  return sql<TimelineRow[]>`
    with counted as materialized (
      select date_trunc(${by}, quarter_hour, ${zone}) as start, sum(sent)::bigint as sent,
        sum(opened)::bigint as opened, sum(clicked)::bigint as clicked, sum(bounced)::bigint as bounced,
        sum(complained)::bigint as complained, sum(unsubscribed)::bigint as unsubscribed
      from campaign_quarter_hours
      where organization_id = ${organizationId} and campaign_id = ${campaignId}
      group by 1),
    reach as (
      -- Days are added to local times, because not all have 24 hours.
      select min(start) as first, (min(start) at time zone ${zone} + ${reach}::text::interval) at time zone ${zone} as last
      from counted),
    edges as (
      select first, (select max(start) from counted where start <= reach.last) as last from reach),
    -- The quarter-hours in between name every period, also one that a change of the clocks made shorter or longer.
    periods as (
      select distinct date_trunc(${by}, moment, ${zone}) as start
      from edges, generate_series(edges.first, edges.last, interval '15 minutes') moments (moment))
    select 'period' as kind, periods.start, ${summed(sql)}
    from periods left join counted using (start) group by periods.start
    union all
    select 'later', null, ${summed(sql)} from counted, edges where counted.start > edges.last
    union all
    select 'counter', null, ${summed(sql)} from (${counters(sql, organizationId, campaignId)}) of_campaign
    order by start nulls last`
}

function counters(sql: Sql, organizationId: number, campaignId: number) {
  return sql`
    select sent_total as sent, open_unique as opened, click_unique as clicked, bounce_unique as bounced,
      scomp_unique as complained, unsub_unique as unsubscribed, sent_accepted as accepted
    from campaign_stats where organization_id = ${organizationId} and campaign_id = ${campaignId}`
}

function summed(sql: Sql) {
  return sql`coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(opened), 0)::bigint as opened,
    coalesce(sum(clicked), 0)::bigint as clicked, coalesce(sum(bounced), 0)::bigint as bounced,
    coalesce(sum(complained), 0)::bigint as complained, coalesce(sum(unsubscribed), 0)::bigint as unsubscribed`
}

export type DomainRow = DomainCounts & {
  kind: 'domain' | 'all' | 'counter'
  /** Empty for all domains together. */
  domain: string
  domains: number
}

/** The subscriber after the first `people` of the list; null: it has no more. */
export async function findIdAfter(
  sql: Sql,
  organizationId: number,
  listId: number,
  people: number,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from subscribers where organization_id = ${organizationId} and mailing_list_id = ${listId}
    order by id offset ${people} limit 1`
  return row?.id ?? null
}

/**
 * Reads the messages of the campaign. Then comes the sum of all domains, and the campaign's counters.
 * @param belowId messages to subscribers with smaller ids; null: all
 */
export async function findDomains(
  sql: Sql,
  organizationId: number,
  campaign: { id: number; mailing_list_id: number },
  { limit, belowId }: { limit: number; belowId: number | null },
): Promise<DomainRow[]> {
  const below = belowId === null ? sql`` : sql`and subscriber_id < ${belowId}::bigint`
  const people = belowId === null ? sql`` : sql`and s.id < ${belowId}::bigint`
  const had = (response: 'opens' | 'clicks' | 'bounces' | 'scomps' | 'unsubs') =>
    sql`count(*) filter (where r.${sql(response)} > 0)::bigint`
  return sql<DomainRow[]>`
    with counted as materialized (
      select split_part(address_key(coalesce(s.email, s.key)), '@', -1) as domain,
        count(*) filter (where d.state <> 'skipped')::bigint as sent,
        count(*) filter (where d.state = 'accepted')::bigint as accepted, ${had('opens')} as opened,
        ${had('clicks')} as clicked, ${had('bounces')} as bounced, ${had('scomps')} as complained,
        ${had('unsubs')} as unsubscribed
      from (
        select subscriber_id, state from deliveries
        where organization_id = ${organizationId} and campaign_id = ${campaign.id} and autoresponder_id is null
          and subscriber_id > 0 ${below}
        union all
        select subscriber_id, 'accepted' from (${foldedMessages(sql, organizationId, sql`f.campaign_id = ${campaign.id}`)}) f
        where true ${below}) d
      join subscribers s on s.organization_id = ${organizationId}
        and s.mailing_list_id = ${campaign.mailing_list_id} and s.id = d.subscriber_id ${people}
      left join message_responses r on r.organization_id = ${organizationId} and r.campaign_id = ${campaign.id}
        and r.autoresponder_id is null and r.subscriber_id = d.subscriber_id
      group by 1)
    (select 'domain' as kind, domain, 1 as domains, sent, opened, clicked, bounced, complained, unsubscribed,
        accepted
      from counted order by sent desc, domain collate "C" limit ${limit})
    union all
    select 'all', '', count(*)::bigint, ${summed(sql)}, coalesce(sum(accepted), 0)::bigint from counted
    union all
    select 'counter', '', 0, ${summed(sql)}, coalesce(sum(accepted), 0)::bigint
    from (${counters(sql, organizationId, campaign.id)}) of_campaign`
}

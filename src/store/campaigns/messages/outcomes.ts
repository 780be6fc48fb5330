import type { PageRequest } from '../../../contract/api/paging.ts'
import type { CampaignState } from '../../../contract/campaigns/states.ts'
import { subscriberStatuses, type SubscriberStatus } from '../../../contract/imports/states.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Fragment, Sql } from '../../../database/driver/connection.ts'
import { foldedMessages } from '../../conditions/folded-deliveries.ts'
import { knownAs, listsFor, suppressingEntries } from '../../conditions/suppression.ts'
import { hasSystemSuppressions, isSuppressedBySystem } from '../../conditions/system-suppression.ts'
import { waitingFor } from '../rows.ts'
import { segmentCondition } from '../../segments/condition.ts'
import { subscribersById } from '../../subscribers/by-id.ts'
import type { DeliveryState } from '../deliveries.ts'
import { drawOf, drawScale } from '../recipients/found.ts'

/** What is stored of one person and the campaigns of their list. */

export type OutcomePlace = { organizationId: number; listId: number; id: number; timeZone: string }

export type OutcomeRow = {
  campaign_id: number
  name: string
  state: CampaignState
  paused: boolean
  waiting_for: string
  is_remote_list: boolean
  begins_at: Date | null
  started_at: Date | null
  finished_at: Date | null
  decide_at: Date | null
  /** null: not counted yet. */
  last_subscriber_id: number | null
  clauses: Clause[] | null
  /** Whether the sender has passed the person in the part of the campaign that they belong to. */
  is_passed: boolean
  /** Of an A/B test whose winner is not chosen: they get the winner. */
  waits_for_winner: boolean
  message: {
    state: DeliveryState
    content_id: number | null
    sent_ms: number
    returned_ms: number | null
    next_ms: number | null
    diagnostic: string | null
  } | null
  due_at: Date | null
  is_in_batch: boolean
  is_in_query: boolean
  /** The first status that a change after the start replaced: that of the start. null: no change is recorded. */
  status_then: SubscriberStatus | null
}

/** Of campaigns that have started, newest first; or of one. */
export async function findOutcomeRows(
  sql: Sql,
  place: OutcomePlace,
  campaignId: number | null,
  page: PageRequest,
): Promise<{ rows: OutcomeRow[]; count: number }> {
  const { organizationId, listId, id } = place
  const which = sql`
    from campaigns c
    join mailing_lists l on l.organization_id = ${organizationId} and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and not c.template
      and ${campaignId === null ? sql`c.started_at is not null` : sql`c.id = ${campaignId}`}`
  const rows = await sql<OutcomeRow[]>`
    select c.id as campaign_id, c.name, c.state, c.paused, ${waitingFor(sql, organizationId)} as waiting_for, c.is_remote_list, c.begins_at, c.started_at,
      c.finished_at, c.decide_at, c.last_subscriber_id, c.is_passed, c.waits_for_winner, ${columns(sql, place)}
    from (
      select c.*, l.is_remote_list, ${progress(sql, organizationId, id)} ${which}
      order by c.started_at desc nulls last, c.id desc limit ${page.perPage} offset ${page.offset}) c
    order by c.started_at desc nulls last, c.id desc`
  const [counted] = await sql<{ count: number }[]>`select count(*) ${which}`
  return { rows, count: counted?.count ?? 0 }
}

/** Of `campaigns c`. Parts that others send are rows of campaign_ranges until all of them are recorded. */
function progress(sql: Sql, organizationId: number, id: number): Fragment {
  const isTested = sql`${drawOf(sql, sql`${id}::bigint`, sql`c.id::bigint`)} % ${drawScale} < coalesce(c.autowinner_percentage * 100, 0)`
  return sql`
    not (c.pass = 'test' and not (${isTested}))
      and (c.pass = 'rest' and ${isTested}
        or (c.cursor_subscriber_id >= ${id}::bigint or coalesce(c.until_subscriber_id, c.last_subscriber_id) < ${id}::bigint)
          and not exists (
            select from campaign_ranges r
            where r.organization_id = ${organizationId} and r.campaign_id = c.id
              and r.cursor_subscriber_id < ${id}::bigint and r.until_subscriber_id >= ${id}::bigint)) as is_passed,
    c.pass = 'test' and not (${isTested}) as waits_for_winner`
}

/** Of `c`: each is a look-up of a whole key. */
function columns(sql: Sql, { organizationId, id }: OutcomePlace): Fragment {
  const folded = foldedMessages(sql, organizationId, sql`f.campaign_id = c.id`, sql`${id}::bigint`)
  const ms = (time: Fragment) => sql`(extract(epoch from ${time}) * 1000)::float8`
  return sql`
    coalesce((
      select jsonb_build_object('state', d.state, 'content_id', d.content_id, 'sent_ms', ${ms(sql`d.sent_at`)},
        'returned_ms', ${ms(sql`d.returned_at`)}, 'next_ms', ${ms(sql`d.next_attempt_at`)}, 'diagnostic', nullif(d.diagnostic, ''))
      from deliveries d
      where d.organization_id = ${organizationId} and d.campaign_id = c.id and d.autoresponder_id is null
        and d.subscriber_id = ${id}::bigint and d.occasion = 0), (
      select jsonb_build_object('state', 'accepted', 'content_id', f.content_id, 'sent_ms', ${ms(sql`f.sent_at`)},
        'returned_ms', null, 'next_ms', null, 'diagnostic', null)
      from (${folded}) f limit 1)) as message, (
    select w.due_at from waiting_recipients w
      where w.organization_id = ${organizationId} and w.campaign_id = c.id and w.subscriber_id = ${id}::bigint) as due_at,
    exists (
      select from sending_batches b
      where b.organization_id = ${organizationId} and b.campaign_id = c.id and ${id}::bigint = any(b.subscriber_ids)) as is_in_batch,
    exists (
      select from remote_recipients r
      where r.organization_id = ${organizationId} and r.campaign_id = c.id and r.subscriber_id = ${id}::bigint) as is_in_query, (
    select g.clauses from segments g
      where g.organization_id = ${organizationId} and g.id = c.segmentation_criteria_id) as clauses, (
    select e.details->>'from' from audit_events e
      where e.organization_id = ${organizationId} and e.subject_type = 'Subscriber' and e.subject_id = ${id}
        and e.details->>'from' = any(${[...subscriberStatuses]}::text[]) and e.occurred_at > c.started_at
      order by e.occurred_at limit 1) as status_then`
}

export type OutcomePerson = {
  id: number
  status: SubscriberStatus
  joined_at: Date
  removed_at: Date | null
  pause: { at_ms: number; until_ms: number } | null
  /** Lists that hold for the mailing list. */
  suppressions: { name: string; at_ms: number }[]
  is_suppressed_by_system: boolean
}

/** null: the list has no such person. */
export async function findOutcomePerson(
  sql: Sql,
  { organizationId, listId, id }: OutcomePlace,
): Promise<OutcomePerson | null> {
  const bySystem = await hasSystemSuppressions(sql)
  const lists = listsFor(sql, organizationId, sql`${listId}::integer`)
  const keys = knownAs(sql, sql`address_key(coalesce(s.email, s.key))`)
  const [row] = await sql<OutcomePerson[]>`
    select s.id, s.status, coalesce(s.subscribe_time, s.created_at) as joined_at, s.remove_time as removed_at, (
      select jsonb_build_object('at_ms', (extract(epoch from p.paused_at) * 1000)::float8,
        'until_ms', (extract(epoch from p.paused_until) * 1000)::float8)
      from subscriber_pauses p
      where p.organization_id = ${organizationId} and p.mailing_list_id = ${listId} and p.subscriber_id = s.id) as pause, (
      select coalesce(jsonb_agg(jsonb_build_object('name', l.name,
        'at_ms', (extract(epoch from a.created_at) * 1000)::float8) order by a.created_at), '[]')
      from ${suppressingEntries(sql, organizationId, lists, keys)}
      join suppression_lists l on l.organization_id = ${organizationId} and l.id = a.suppression_list_id) as suppressions,
      ${bySystem ? isSuppressedBySystem(sql, keys) : sql`false`} as is_suppressed_by_system
    from ${subscribersById(sql, { organizationId, listId }, [id])}`
  return row ?? null
}

/** Whether the segment selects the person now. @throws AppError if the segment names something that is gone. */
export async function isSelectedNow(
  sql: Sql,
  { organizationId, listId, id, timeZone }: OutcomePlace,
  clauses: readonly Clause[],
  campaignId?: number,
): Promise<boolean> {
  const target = { organizationId, listId, timeZone, ...(campaignId === undefined ? {} : { campaignId }) }
  // Whoever is not active is asked about their status before.
  const { condition } = await segmentCondition(sql, target, clauses)
  const [row] = await sql<{ is: boolean }[]>`
    select coalesce(${condition}, false) as is from ${subscribersById(sql, { organizationId, listId }, [id])}`
  return row?.is === true
}

import type { Count } from '../../contract/api/paging.ts'
import { peopleCountedMax, type PeopleKind } from '../../contract/campaigns/results/kinds.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { BounceSeverity } from '../../contract/responses/severity.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'
import type { DeliveryState } from '../campaigns/deliveries.ts'
import { sourceIds, type Source } from '../campaigns/stats.ts'
import { subscriberWith } from '../subscribers/by-id.ts'
import { contentSentTo } from '../conditions/content-sent-to.ts'
import { ofSource, type Mailing } from './rows.ts'

/** The people behind a number of a report. */

export type PeopleFilter = {
  kind: PeopleKind
  severity: BounceSeverity | null
  linkId: number | null
  contentId: number | null
}

export type PeoplePage = PeopleFilter & { afterId: number; limit: number }

/** `limit` null: all of them. */
type Part = PeopleFilter & { afterId: number; limit: number | null }

export type PersonRow = {
  /** Of the subscriber. */
  id: number
  email: string | null
  status: SubscriberStatus | null
  content_id: number | null
  at: Date | null
  times: number
  severity: BounceSeverity | null
  reason: string | null
}

/** By id, those after `afterId`: a page is a range of a key, and each of its people some look-ups of whole keys. */
export async function findPeople(
  sql: Sql,
  organizationId: number,
  mailing: Mailing,
  page: PeoplePage,
): Promise<PersonRow[]> {
  const { campaignId } = sourceIds(mailing.source)
  const place = { organizationId, listId: mailing.listId }
  return sql<PersonRow[]>`
    select found.id, coalesce(s.email, s.key) as email, s.status, found.at, found.times, found.severity, m.diagnostic as reason,
      ${campaignId === null ? sql`null::integer` : contentSentTo(sql, organizationId, campaignId, sql`found.id`)} as content_id
    from (${pageOf(sql, organizationId, mailing.source, page)}) found
    left join ${subscriberWith(sql, place, sql`found.id`)} s on true
    left join lateral (
      select nullif(d.diagnostic, '') as diagnostic from deliveries d
      where d.organization_id = ${organizationId} and ${ofSource(sql, mailing.source)} and d.subscriber_id = found.id
        and d.state in ('bounced', 'skipped', 'deferred', 'uncertain')
      order by d.occasion limit 1) m on ${reasonKinds.has(page.kind)}
    order by found.id`
}

const reasonKinds: ReadonlySet<PeopleKind> = new Set(['waiting', 'skipped', 'bounced'])

/** All of them, as rows with `id`. */
export function allPeople(sql: Sql, organizationId: number, source: Source, filter: PeopleFilter): Fragment {
  return pageOf(sql, organizationId, source, { ...filter, afterId: 0, limit: null })
}

/** Up to `peopleCountedMax`. */
export async function countPeople(
  sql: Sql,
  organizationId: number,
  mailing: Mailing,
  filter: PeopleFilter,
): Promise<Count> {
  const all = pageOf(sql, organizationId, mailing.source, {
    ...filter,
    afterId: 0,
    limit: peopleCountedMax + 1,
  })
  return countUpTo(sql, sql`from (${all}) people`, peopleCountedMax)
}

/** Rows with `id`, `at`, `times` and `severity`. */
function pageOf(sql: Sql, organizationId: number, source: Source, page: Part): Fragment {
  if (page.linkId !== null) return clicksOf(sql, organizationId, { ...page, linkId: page.linkId })
  const sender = { ...sourceIds(source), of: ofSource(sql, source) }
  const { kind } = page
  return isMessage(kind)
    ? messagesOf(sql, organizationId, sender, { ...page, states: messageStates[kind] })
    : responsesOf(sql, organizationId, sender, { ...page, kind })
}

type Sender = ReturnType<typeof sourceIds> & { of: Fragment }

type Response = keyof typeof responseColumns

/** Whether it is asked of a message, by its state. */
const messageStates = {
  sent: ['accepted', 'deferred', 'bounced', 'uncertain'],
  accepted: ['accepted'],
  waiting: ['deferred', 'uncertain'],
  skipped: ['skipped'],
  not_opened: ['accepted'],
} as const satisfies Record<Exclude<PeopleKind, Response>, readonly DeliveryState[]>

function isMessage(kind: PeopleKind): kind is keyof typeof messageStates {
  return kind in messageStates
}

/**
 * In the order of the whole key: that of the id alone is not an order of the index, because `is null` is no equality for the
 * planner.
 */
function keyOrder(sql: Sql, alias: 'd' | 'r'): Fragment {
  const row = sql(alias)
  return sql`${row}.campaign_id, ${row}.autoresponder_id, ${row}.subscriber_id`
}

function messagesOf(
  sql: Sql,
  organizationId: number,
  { campaignId, of }: Sender,
  { kind, states, contentId, afterId, limit }: Part & { states: readonly DeliveryState[] },
): Fragment {
  const content = (column: Fragment) =>
    contentId === null ? sql`` : sql`and ${column} = ${contentId}::bigint`
  const unread = (subscriber: Fragment) =>
    kind === 'not_opened'
      ? sql`and not exists (
          select from message_responses r
          where r.organization_id = ${organizationId} and ${of} and r.subscriber_id = ${subscriber} and r.opens > 0)`
      : sql``
  const rows = sql`
    (select distinct on (${keyOrder(sql, 'd')}) d.subscriber_id as id, d.sent_at as at, 1 as times,
      null::text as severity
    from deliveries d
    where d.organization_id = ${organizationId} and ${of} and d.subscriber_id > ${afterId}::bigint
      and d.state = any(${[...states]}::text[]) ${content(sql`d.content_id`)} ${unread(sql`d.subscriber_id`)}
    order by ${keyOrder(sql, 'd')}, d.occasion limit ${limit})`
  if (campaignId === null || !states.includes('accepted')) return rows
  // Old ones, as in conditions/folded-deliveries.ts, but bucket by bucket: a page ends with the first ones that fill it.
  return sql`
    select * from (
      ${rows}
      union all
      (select (f.bucket << 10) + n, f.last_sent_at, 1, null
      from folded_deliveries f cross join generate_series(0, 1023) n
      where f.organization_id = ${organizationId} and f.campaign_id = ${campaignId}
        and f.bucket >= ${afterId}::bigint >> 10 and (f.bucket << 10) + n > ${afterId}::bigint
        and get_bit(f.people, n) = 1 ${content(sql`f.content_id`)} ${unread(sql`(f.bucket << 10) + n`)}
      order by f.bucket, n limit ${limit})) both_of_them
    order by id limit ${limit}`
}

/** How often and when first. null: not recorded. */
const responseColumns = {
  opened: ['opens', 'first_opened_at'],
  clicked: ['clicks', 'first_clicked_at'],
  bounced: ['bounces', 'first_bounced_at'],
  complained: ['scomps', 'first_complained_at'],
  unsubscribed: ['unsubs', 'first_unsubscribed_at'],
  opened_by_machine: ['machine_opens', null],
  clicked_by_machine: ['machine_clicks', null],
} as const satisfies Partial<Record<PeopleKind, readonly [times: string, at: string | null]>>

function responsesOf(
  sql: Sql,
  organizationId: number,
  { campaignId, of }: Sender,
  { kind, severity, contentId, afterId, limit }: Part & { kind: Response },
): Fragment {
  const [times, at] = responseColumns[kind]
  const content =
    contentId === null || campaignId === null
      ? sql``
      : sql`and ${contentSentTo(sql, organizationId, campaignId, sql`r.subscriber_id`)} = ${contentId}::bigint`
  return sql`
    select r.subscriber_id as id, ${at === null ? sql`null::timestamptz` : sql`r.${sql(at)}`} as at, r.${sql(times)} as times,
      ${kind === 'bounced' ? sql`r.bounce_severity` : sql`null::text`} as severity
    from message_responses r
    where r.organization_id = ${organizationId} and ${of} and r.subscriber_id > ${afterId}::bigint
      and r.${sql(times)} > 0 ${severity === null ? sql`` : sql`and r.bounce_severity = ${severity}`} ${content}
    order by ${keyOrder(sql, 'r')} limit ${limit}`
}

function clicksOf(
  sql: Sql,
  organizationId: number,
  { linkId, afterId, limit }: Part & { linkId: number },
): Fragment {
  return sql`
    select k.subscriber_id as id, k.first_clicked_at as at, k.clicks as times, null::text as severity
    from link_clicks k
    where k.organization_id = ${organizationId} and k.link_id = ${linkId}::bigint
      and k.subscriber_id > ${afterId}::bigint and k.clicks > 0
    order by k.subscriber_id limit ${limit}`
}

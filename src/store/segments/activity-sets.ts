import type { ActivityClause, ImportClause } from '../../contract/segments/activity.ts'
import { dayMs } from '../../contract/times/calendar.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Known } from './known.ts'
import type { Fragment } from './fragment.ts'

/** The people of a clause about messages, by what they are looked up. */
export type ActivitySet = {
  activity: ActivityClause<unknown>['activity']
  campaigns: readonly number[]
  autoresponders: readonly number[]
  since: Date | null
  url: string | null
  urlPart: string | null
}

export function activitySet(known: Known, clause: ActivityClause<{ id: number }>): ActivitySet {
  const { campaign, last_campaigns: last, last_days: days, activity, url, url_contains: part } = clause
  const [campaigns, autoresponders] =
    campaign !== undefined
      ? [[campaign.id], []]
      : last === undefined
        ? [known.campaigns, known.autoresponders]
        : [known.campaigns.slice(0, last), []]
  const since = days === undefined ? null : new Date(known.now.getTime() - days * dayMs)
  return { activity, campaigns, autoresponders, since, url: url ?? null, urlPart: part ?? null }
}

/**
 * Rows with `subscriber_id`, several of one subscriber too. null: nobody.
 * @param of limits them to one subscriber: then each campaign is one look-up in the key of the table
 */
export function activityRows(
  sql: Sql,
  organizationId: number,
  set: ActivitySet,
  of: Fragment = sql``,
): Fragment | null {
  const { campaigns, autoresponders } = set
  const part = (source: Fragment) => partOf(sql, organizationId, set, { source, of })
  const parts = [
    ...(campaigns.length === 0
      ? []
      : [part(sql`e.campaign_id = any(${[...campaigns]}::integer[]) and e.autoresponder_id is null`)]),
    ...(autoresponders.length === 0
      ? []
      : [part(sql`e.campaign_id is null and e.autoresponder_id = any(${[...autoresponders]}::integer[])`)]),
  ]
  const [first, second] = parts
  if (first === undefined) return null
  return second === undefined ? first : sql`${first} union all ${second}`
}

function partOf(
  sql: Sql,
  organizationId: number,
  { activity, since, url, urlPart }: ActivitySet,
  { source, of }: { source: Fragment; of: Fragment },
): Fragment {
  const mine = sql`e.organization_id = ${organizationId} and ${source}`
  const from = (time: Fragment) => (since === null ? sql`` : sql`and ${time} >= ${since}`)
  const only = sql`${of}`
  switch (activity) {
    case 'was_sent':
      return sql`select e.subscriber_id from deliveries e
        where ${mine} and e.state <> 'skipped' ${from(sql`e.sent_at`)} ${only}`
    case 'bounced':
      return sql`select e.subscriber_id from deliveries e
        where ${mine} and e.state = 'bounced' ${from(sql`e.sent_at`)} ${only}`
    case 'opened':
      return sql`select e.subscriber_id from message_responses e
        where ${mine} and e.first_opened_at is not null ${from(sql`e.first_opened_at`)} ${only}`
    case 'clicked': {
      if (url === null && urlPart === null) {
        return sql`select e.subscriber_id from message_responses e
          where ${mine} and e.first_clicked_at is not null ${from(sql`e.first_clicked_at`)} ${only}`
      }
      const link = url === null ? sql`strpos(lower(t.url), lower(${urlPart})) > 0` : sql`t.url = ${url}`
      return sql`select e.subscriber_id from (
          select t.campaign_id, t.autoresponder_id, k.organization_id, k.subscriber_id, k.first_clicked_at
          from tracked_links t
          join link_clicks k on k.organization_id = t.organization_id and k.link_id = t.id
          where t.organization_id = ${organizationId} and ${link}) e
        where ${mine} ${from(sql`e.first_clicked_at`)} ${only}`
    }
  }
}

/** The people of a clause about an import. `isKept`: one bit each in `import_people`. */
export type ImportSet = { id: number; kinds: ('added' | 'changed')[]; isKept: boolean }

export function importSet(
  known: Known,
  { operator, import: { id } }: ImportClause<{ id: number }>,
): ImportSet {
  const kinds = (['added', 'changed'] as const).filter((kind) => operator.includes(kind))
  return { id, kinds, isKept: known.imports.get(id)?.isKept === true }
}

/** Rows with `bucket` and the bits of its people. */
export function importBuckets(sql: Sql, organizationId: number, { id, kinds }: ImportSet): Fragment {
  return sql`
    select bucket, people from import_people
    where organization_id = ${organizationId} and import_id = ${id} and kind = any(${kinds})`
}

/** Of a subscriber `s`: the place in the bits of a bucket. */
export function hasBit(sql: Sql, people: Fragment): Fragment {
  return sql`get_bit(${people}, (s.id & 1023)::integer) = 1`
}

export function bucketOf(sql: Sql): Fragment {
  return sql`(s.id >> 10)`
}

/** Until upkeep has made bits of them, and while the import runs. */
export function isInPieces(sql: Sql, organizationId: number, { id, kinds }: ImportSet): Fragment {
  return sql`
    s.id in (
      select unnest(p.ids) from import_undo_pieces p
      where p.organization_id = ${organizationId} and p.import_id = ${id} and p.kind = any(${kinds}))`
}

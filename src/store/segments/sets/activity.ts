import type { Activity, ActivityClause, ImportClause } from '../../../contract/segments/activity.ts'
import type { BounceSeverity } from '../../../contract/responses/severity.ts'
import { dayMs } from '../../../contract/times/calendar.ts'
import type { Fragment, Sql } from '../../../database/driver/connection.ts'
import { foldedMessages } from '../../conditions/folded-deliveries.ts'
import type { Known, KnownCampaign } from '../known.ts'

/** The people of a clause about messages, by what they are looked up. */
export type ActivitySet = {
  activity: Activity
  campaigns: readonly number[]
  autoresponders: readonly number[]
  since: Date | null
  url: string | null
  urlPart: string | null
  severity: BounceSeverity | null
  /** Of messages: who got this content of the campaign. */
  contentId: number | null
  /** Of the campaigns: those whose people `campaign_people` has, and until when; and those that are not in it. */
  kept: readonly { id: number; at: Date }[]
  others: readonly number[]
}

export function activitySet(known: Known, clause: ActivityClause<{ id: number }>): ActivitySet {
  const { campaign, autoresponder, last_campaigns: last, last_days: days, activity } = clause
  const { url, url_contains: part, severity, version } = clause
  const since = days === undefined ? null : new Date(known.now.getTime() - days * dayMs)
  const meant =
    campaign === undefined
      ? known.campaigns.slice(0, autoresponder === undefined ? last : 0)
      : known.campaigns.filter(({ id }) => id === campaign.id)
  const ids = campaign === undefined ? meant.map(({ id }) => id) : [campaign.id]
  const contentId =
    campaign === undefined || version === undefined
      ? null
      : (known.versions.get(campaign.id)?.[version - 1] ?? 0)
  const isKeepable = activity in keptAs && url === undefined && part === undefined && contentId === null
  const kept = isKeepable
    ? meant.filter((one) => one.kept !== null && one.startedAt >= (since ?? one.startedAt))
    : []
  const isOver = ({ kept: own }: KnownCampaign) =>
    activity === 'was_sent' && own !== null && since !== null && own.lastSentAt < since
  const done = new Set([...kept, ...meant.filter(isOver)].map(({ id }) => id))
  return {
    activity,
    campaigns: ids,
    autoresponders:
      autoresponder === undefined
        ? campaign === undefined && last === undefined
          ? known.autoresponders
          : []
        : [autoresponder.id],
    since,
    url: url ?? null,
    urlPart: part ?? null,
    severity: severity ?? null,
    contentId,
    kept: kept.map(({ id, kept: own, startedAt }) => ({ id, at: own?.at ?? startedAt })),
    others: ids.filter((id) => !done.has(id)),
  }
}

/** The activities of which `campaign_people` has people, as it calls them. */
const keptAs: Partial<Record<Activity, string>> = { was_sent: 'sent', opened: 'opened', clicked: 'clicked' }

/** Rows with `subscriber_id`: each campaign is one look-up in the key of the table. null: nobody. */
export function activityRowsOf(
  sql: Sql,
  organizationId: number,
  set: ActivitySet,
  subscriber: Fragment,
): Fragment | null {
  return rowsOf(sql, organizationId, set, { ids: set.campaigns, subscriber })
}

/** Rows with `subscriber_id`, several of one subscriber too: those that `keptBuckets` does not have. null: none. */
export function activityRows(sql: Sql, organizationId: number, set: ActivitySet): Fragment | null {
  const rows = rowsOf(sql, organizationId, set, { ids: set.others, subscriber: null })
  const late = lateRows(sql, organizationId, set)
  if (rows === null) return late
  return late === null ? rows : sql`${rows} union all ${late}`
}

/** Transactions that were open when the people were kept may have written earlier times. */
const overlapMs = 3_600_000

/** Opens and clicks after the people of their campaign were kept. */
function lateRows(sql: Sql, organizationId: number, { kept, activity }: ActivitySet): Fragment | null {
  if (kept.length === 0 || activity === 'was_sent') return null
  const time = activity === 'opened' ? sql`e.first_opened_at` : sql`e.first_clicked_at`
  const since = kept.map(({ at }) => new Date(at.getTime() - overlapMs).toISOString())
  return sql`
    select late.subscriber_id from unnest(${kept.map(({ id }) => id)}::integer[], ${since}::text[]::timestamptz[]) k (id, at)
    cross join lateral (
      select e.subscriber_id from message_responses e
      where e.organization_id = ${organizationId} and e.campaign_id = k.id and ${time} is not null and ${time} >= k.at
      offset 0) late`
}

/** Rows with `bucket` and the bits of its people. null: none. */
export function keptBuckets(
  sql: Sql,
  organizationId: number,
  { kept, activity }: ActivitySet,
): Fragment | null {
  if (kept.length === 0) return null
  return sql`
    select bucket, people from campaign_people
    where organization_id = ${organizationId} and campaign_id = any(${kept.map(({ id }) => id)}::integer[])
      and kind = ${keptAs[activity] ?? ''}`
}

function rowsOf(
  sql: Sql,
  organizationId: number,
  set: ActivitySet,
  { ids, subscriber }: Of,
): Fragment | null {
  const { autoresponders } = set
  // True of every row of a campaign. The key of the table has it, but not the indexes that answer for a whole campaign.
  const ofCampaign = subscriber === null ? sql`` : sql`and e.autoresponder_id is null`
  const of = subscriber === null ? sql`` : sql`and e.subscriber_id = ${subscriber}`
  const part = (source: Fragment) => partOf(sql, organizationId, set, { source, of })
  const parts = [
    ...(ids.length === 0 ? [] : [part(sql`e.campaign_id = any(${[...ids]}::integer[]) ${ofCampaign}`)]),
    ...(autoresponders.length === 0
      ? []
      : [part(sql`e.campaign_id is null and e.autoresponder_id = any(${[...autoresponders]}::integer[])`)]),
  ]
  if ((set.activity === 'was_sent' || set.activity === 'was_delivered') && ids.length > 0)
    parts.push(foldedPart(sql, organizationId, set, { ids, subscriber }))
  const [first, ...others] = parts
  return first === undefined ? null : others.reduce((all, one) => sql`${all} union all ${one}`, first)
}

type Of = { ids: readonly number[]; subscriber: Fragment | null }

function foldedPart(
  sql: Sql,
  organizationId: number,
  { since, contentId }: ActivitySet,
  { ids, subscriber }: Of,
): Fragment {
  const of = sql`f.campaign_id = any(${[...ids]}::integer[])
    ${contentId === null ? sql`` : sql`and f.content_id = ${contentId}`}`
  const folded = foldedMessages(sql, organizationId, of, subscriber ?? undefined)
  return sql`
    select e.subscriber_id from (${folded}) e ${since === null ? sql`` : sql`where e.sent_at >= ${since}`}`
}

function partOf(
  sql: Sql,
  organizationId: number,
  set: ActivitySet,
  { source, of }: { source: Fragment; of: Fragment },
): Fragment {
  const { since, url, urlPart, contentId } = set
  const mine = sql`e.organization_id = ${organizationId} and ${source}`
  const from = (time: Fragment) => (since === null ? sql`` : sql`and ${time} >= ${since}`)
  const states = statesOf(sql, set)
  if (states !== null) {
    return sql`select e.subscriber_id from deliveries e
      where ${mine} and ${states} ${contentId === null ? sql`` : sql`and e.content_id = ${contentId}`}
        ${from(sql`e.sent_at`)} ${of}`
  }
  if (url !== null || urlPart !== null) {
    const link = url === null ? sql`strpos(lower(t.url), lower(${urlPart})) > 0` : sql`t.url = ${url}`
    return sql`select e.subscriber_id from (
        select t.campaign_id, t.autoresponder_id, k.organization_id, k.subscriber_id, k.first_clicked_at
        from tracked_links t
        join link_clicks k on k.organization_id = t.organization_id and k.link_id = t.id
        where t.organization_id = ${organizationId} and ${link}) e
      where ${mine} ${from(sql`e.first_clicked_at`)} ${of}`
  }
  const { did, time } = responseOf(sql, set)
  return sql`select e.subscriber_id from message_responses e where ${mine} and ${did} ${from(time)} ${of}`
}

/** Of activities that deliveries know. null: responses know it. */
function statesOf(sql: Sql, { activity, severity }: ActivitySet): Fragment | null {
  switch (activity) {
    case 'was_sent':
      return sql`e.state <> 'skipped'`
    case 'was_delivered':
      return sql`e.state = 'accepted'`
    case 'is_waiting':
      return sql`e.state in ('deferred', 'uncertain')`
    case 'was_left_out':
      return sql`e.state = 'skipped'`
    case 'bounced':
      return severity === null ? sql`e.state = 'bounced'` : null
    default:
      return null
  }
}

/** On rows `e` of `message_responses`: who did it, and when first. */
function responseOf(sql: Sql, { activity, severity }: ActivitySet): { did: Fragment; time: Fragment } {
  const unknown = sql`null::timestamptz`
  switch (activity) {
    case 'opened':
      return { did: sql`e.first_opened_at is not null`, time: sql`e.first_opened_at` }
    case 'clicked':
      return { did: sql`e.first_clicked_at is not null`, time: sql`e.first_clicked_at` }
    case 'bounced':
      return { did: sql`e.bounces > 0 and e.bounce_severity = ${severity}`, time: sql`e.first_bounced_at` }
    case 'complained':
      return { did: sql`e.scomps > 0`, time: sql`e.first_complained_at` }
    case 'unsubscribed':
      return { did: sql`e.unsubs > 0`, time: sql`e.first_unsubscribed_at` }
    case 'opened_by_machine':
      return { did: sql`e.machine_opens > 0`, time: unknown }
    case 'clicked_by_machine':
      return { did: sql`e.machine_clicks > 0`, time: unknown }
    default:
      return { did: sql`false`, time: unknown }
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

/** Rows with `subscriber_id`, until upkeep has made bits of them, and while the import runs. */
export function pieceRows(sql: Sql, organizationId: number, { id, kinds }: ImportSet): Fragment {
  return sql`
    select unnest(p.ids) as subscriber_id from import_undo_pieces p
    where p.organization_id = ${organizationId} and p.import_id = ${id} and p.kind = any(${kinds})`
}

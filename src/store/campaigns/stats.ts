import type { StatCounter } from '../../contract/campaigns/stat-summary.ts'
import type { TimelineCount } from '../../contract/campaigns/timeline.ts'
import { countForBrake, type BrakeCounts } from '../accounting/sending-brake.ts'
import type { Sql } from '../../database/driver/connection.ts'

export type Source = { campaignId: number } | { autoresponderId: number }

export function sourceIds(source: Source): { campaignId: number | null; autoresponderId: number | null } {
  return 'campaignId' in source
    ? { campaignId: source.campaignId, autoresponderId: null }
    : { campaignId: null, autoresponderId: source.autoresponderId }
}

/** Explained in migrations/015-tracking.sql. */
export type SliceCounter = StatCounter
export type SliceCounts = Partial<Record<SliceCounter, number>>

/** How the counters of a campaign (specification, section 2.8) follow from those of its slices. */
const campaignCounters: Record<string, readonly SliceCounter[]> = {
  recipients_sent: ['sent_text', 'sent_html', 'sent_multipart'],
  recipients_skip: ['skips_error', 'skips_request'],
  sent_total: ['sent_text', 'sent_html', 'sent_multipart'],
  sent_accepted: ['total_success'],
  sent_bounced: ['total_failure'],
  sent_in_queue: ['in_queue'],
  skip_ssr_failure: ['skips_error'],
  skip_ssr_request: ['skips_request'],
  open_total: ['opens_total'],
  open_unique: ['opens_unique'],
  click_total: ['clicks_total'],
  click_unique: ['clicks_unique'],
  bounce_total: ['bounces_total'],
  bounce_unique: ['bounces_unique'],
  bounce_hard: ['bounces_unique_hard'],
  bounce_soft: ['bounces_unique_soft'],
  bounce_other: ['bounces_unique_other'],
  bounce_subscribers_updated: ['bounces_status_updated'],
  scomp_total: ['scomps_total'],
  scomp_unique: ['scomps_unique'],
  scomp_subscribers_updated: ['scomps_status_updated'],
  unsub_total: ['unsubs_total'],
  unsub_unique: ['unsubs_unique'],
  unsub_subscribers_updated: ['unsubs_status_updated'],
}

/** What is also counted by the time at which it was counted: columns of campaign_quarter_hours. */
const timedCounters: Record<TimelineCount, readonly SliceCounter[]> = {
  sent: ['sent_text', 'sent_html', 'sent_multipart'],
  opened: ['opens_unique'],
  clicked: ['clicks_unique'],
  bounced: ['bounces_unique'],
  complained: ['scomps_unique'],
  unsubscribed: ['unsubs_unique'],
}

export type SliceChange = {
  /** null: an autoresponder's, or unknown. */
  contentId: number | null
  counts: SliceCounts
  /** When it happened, as PostgreSQL writes it. Default: now. */
  at?: string
  /** Unique bounces by enhanced status code; `unknown` without one. */
  bounceCodes?: Readonly<Record<string, number>>
}

/**
 * Run it near the end of the transaction: others that count for the campaign wait from here on. The order is always:
 * the subscribers' rows and counts before, `queueEvents` and `addMessagesSent` after.
 */
export async function addStats(
  sql: Sql,
  organizationId: number,
  source: Source,
  changes: readonly SliceChange[],
): Promise<void> {
  const inOrder = changes.toSorted(
    (one, other) => (one.contentId ?? 0) - (other.contentId ?? 0) || inOrderOf(one.at, other.at),
  )
  // Sent together, executed in this order.
  await Promise.all([
    'campaignId' in source && addCampaignStats(sql, organizationId, source.campaignId, changes),
    ...inOrder.map((change) => addSlice(sql, organizationId, source, change)),
    countForBrake(sql, organizationId, brakeCounts(changes)),
  ])
}

function brakeCounts(changes: readonly SliceChange[]): BrakeCounts {
  const sum = (...counters: SliceCounter[]) =>
    changes.reduce((all, { counts }) => all + counters.reduce((one, name) => one + (counts[name] ?? 0), 0), 0)
  return {
    // A report about an accepted message moves it from one to the other.
    messages: sum('total_success', 'total_failure'),
    hardBounces: sum('bounces_unique_hard'),
    complaints: sum('scomps_unique'),
    // Bounces of a hand-over are counted before its messages, in the same transaction.
    isPartial: sum('bounces_unique_local') > 0,
  }
}

async function addCampaignStats(
  sql: Sql,
  organizationId: number,
  campaignId: number,
  changes: readonly SliceChange[],
): Promise<void> {
  const times = [...new Set(changes.map(({ at }) => at))].toSorted(inOrderOf)
  // Sent together, executed in this order.
  await Promise.all([
    addCampaignCounters(sql, organizationId, campaignId, sumsOf(campaignCounters, changes)),
    ...times.map((at) => {
      const ofTime = changes.filter((change) => change.at === at)
      return addQuarterHour(sql, organizationId, campaignId, { at, timed: sumsOf(timedCounters, ofTime) })
    }),
  ])
}

function inOrderOf(one = '', other = ''): number {
  return one.localeCompare(other)
}

async function addCampaignCounters(
  sql: Sql,
  organizationId: number,
  campaignId: number,
  moved: Record<string, number>,
): Promise<void> {
  const names = Object.keys(moved)
  if (names.length === 0) return
  await sql`
    insert into campaign_stats as s (organization_id, campaign_id, ${sql(names)})
    values (${organizationId}, ${campaignId}, ${valueList(sql, Object.values(moved))})
    on conflict (organization_id, campaign_id) do update set ${increments(sql, names)}`
}

async function addQuarterHour(
  sql: Sql,
  organizationId: number,
  campaignId: number,
  { at, timed }: { at: string | undefined; timed: Record<string, number> },
): Promise<void> {
  const names = Object.keys(timed)
  if (names.length === 0) return
  await sql`
    insert into campaign_quarter_hours as s (organization_id, campaign_id, quarter_hour, ${sql(names)})
    values (${organizationId}, ${campaignId},
      date_bin('15 minutes', ${timeOf(sql, at)}, timestamptz '1970-01-01T00:00:00Z'), ${valueList(sql, Object.values(timed))})
    on conflict (organization_id, campaign_id, quarter_hour) do update set ${increments(sql, names)}`
}

function timeOf(sql: Sql, at: string | undefined) {
  return at === undefined ? sql`now()` : sql`${at}::text::timestamptz`
}

function sumsOf(
  counters: Readonly<Record<string, readonly SliceCounter[]>>,
  changes: readonly SliceChange[],
): Record<string, number> {
  const sums = Object.entries(counters).map(([counter, parts]): [string, number] => [
    counter,
    changes.reduce(
      (sum, { counts }) => sum + parts.reduce((inner, part) => inner + (counts[part] ?? 0), 0),
      0,
    ),
  ])
  return Object.fromEntries(sums.filter(([, by]) => by !== 0))
}

async function addSlice(
  sql: Sql,
  organizationId: number,
  source: Source,
  { contentId, counts, at, bounceCodes = {} }: SliceChange,
): Promise<void> {
  const moved = Object.fromEntries(Object.entries(counts).filter(([, by]) => by !== 0))
  const names = Object.keys(moved)
  if (names.length === 0) return
  const { campaignId, autoresponderId } = sourceIds(source)
  await sql`
    insert into stat_slices as s
      (organization_id, campaign_id, autoresponder_id, content_id, day, bounces_unique_by_code, ${sql(names)})
    select id, ${campaignId}::integer, ${autoresponderId}::integer, ${contentId}::integer,
      case when ${autoresponderId}::integer is not null then (${timeOf(sql, at)} at time zone time_zone)::date end,
      ${sql.json(bounceCodes)}, ${valueList(sql, Object.values(moved))}
    from organizations where id = ${organizationId}
    on conflict (organization_id, campaign_id, autoresponder_id, content_id, day) do update
      set ${increments(sql, names)}
        ${
          Object.keys(bounceCodes).length === 0
            ? sql``
            : sql`, bounces_unique_by_code = (
                select jsonb_object_agg(code, n) from (
                  select key as code, sum(value::bigint) as n
                  from (select * from jsonb_each_text(s.bounces_unique_by_code)
                    union all select * from jsonb_each_text(excluded.bounces_unique_by_code)) both_of_them
                  group by key) summed)`
        }`
}

function increments(sql: Sql, names: readonly string[]) {
  const [first, ...others] = names.map((name) => sql`${sql(name)} = s.${sql(name)} + excluded.${sql(name)}`)
  return others.reduce((before, next) => sql`${before}, ${next}`, first ?? sql``)
}

function valueList(sql: Sql, values: readonly (number | undefined)[]) {
  const [first, ...others] = values.map((value) => sql`${value ?? 0}::bigint`)
  return others.reduce((before, next) => sql`${before}, ${next}`, first ?? sql``)
}

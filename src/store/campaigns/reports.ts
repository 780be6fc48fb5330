import type { PageRequest } from '../../contract/api/paging.ts'
import { comparedMax, type CampaignComparison } from '../../contract/campaigns/results/comparison.ts'
import { noCounts, type StatCounts } from '../../contract/campaigns/stat-summary.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { CampaignRow } from './rows.ts'

export type CampaignSlice = { id: number; content_id: number | null; counts: StatCounts }

export type WinnerSnapshot = {
  id: number
  content_id: number
  stat_slice_id: number | null
  counts: StatCounts
  is_winner: boolean
  taken_at: Date
}

export type CampaignReport = {
  slices: CampaignSlice[]
  /** In the order of the contents; empty until a winner is chosen. */
  snapshots: WinnerSnapshot[]
  uncertainCount: number
}

export async function findCampaignReport(
  sql: Sql,
  organizationId: number,
  campaignId: number,
): Promise<CampaignReport> {
  const [slices, snapshots, [uncertain]] = await Promise.all([
    findCampaignSlices(sql, organizationId, campaignId),
    sql<WinnerSnapshot[]>`
      select s.id, s.content_id, s.stat_slice_id, s.counts, s.is_winner, s.taken_at
      from winner_snapshots s
      join campaign_contents t on t.organization_id = s.organization_id and t.campaign_id = s.campaign_id
        and t.id = s.content_id
      where s.organization_id = ${organizationId} and s.campaign_id = ${campaignId}
      order by t.position`,
    sql<{ count: number }[]>`
      select count(*) from deliveries
      where organization_id = ${organizationId} and campaign_id = ${campaignId} and autoresponder_id is null
        and state = 'uncertain'`,
  ])
  // A snapshot from before a counter existed lacks it.
  const whole = snapshots.map((snapshot) => ({ ...snapshot, counts: { ...noCounts, ...snapshot.counts } }))
  return { slices, snapshots: whole, uncertainCount: uncertain?.count ?? 0 }
}

type SliceRow = StatCounts & { id: number; content_id: number | null }

export async function findCampaignSlices(
  sql: Sql,
  organizationId: number,
  campaignId: number,
): Promise<CampaignSlice[]> {
  const rows = await sql<SliceRow[]>`
    select id, content_id, sent_text, sent_html, sent_multipart, total_success, in_queue, total_failure,
      total_failure_toolong, skips_error, skips_request, opens_total, opens_unique,
      opens_machine_total, opens_machine_unique, clicks_total, clicks_unique, clicks_unique_by_link,
      clicks_machine_total, clicks_machine_unique, bounces_total, bounces_unique, bounces_unique_hard,
      bounces_unique_soft, bounces_unique_other, bounces_unique_local, bounces_unique_remote,
      bounces_status_updated, bounces_unique_by_code, scomps_total, scomps_unique, scomps_status_updated,
      unsubs_total, unsubs_unique, unsubs_status_updated
    from stat_slices
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and autoresponder_id is null
    order by content_id nulls last`
  return rows.map(({ id, content_id, ...counts }) => ({ id, content_id, counts }))
}

export type LinkRow = { link_id: number; url: string; clicks_total: number; clicks_unique: number }

export type LinkFilter = {
  campaignId: number
  /** The whole address, ignoring case, `*` for any text; null: all. */
  url: string | null
  contentId: number | null
}

/** By lower-cased address, then id; one row per content that has the link. */
export async function findLinkStats(
  sql: Sql,
  organizationId: number,
  { campaignId, url, contentId }: LinkFilter,
  page: PageRequest,
): Promise<{ rows: LinkRow[]; count: number }> {
  const matching = sql`
    from tracked_links
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and autoresponder_id is null
      ${contentId === null ? sql`` : sql`and content_id = ${contentId}::bigint`}
      ${url === null ? sql`` : sql`and lower(url) like lower(${likePattern(url)})`}`
  const [rows, [counted]] = await Promise.all([
    sql<LinkRow[]>`
      select id as link_id, url, clicks_total, clicks_unique ${matching}
      order by lower(url) collate "C", id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) ${matching}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** `*` is the only special character of the pattern. */
function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')
}

type Compared = CampaignComparison['sums'] & { campaigns: number; before: number | null; now: number }

/** With the campaigns of the list before it; one that has not started, with the last ones. */
export async function findComparison(
  sql: Sql,
  organizationId: number,
  {
    id,
    mailing_list_id: listId,
    started_at: startedAt,
  }: Pick<CampaignRow, 'id' | 'mailing_list_id' | 'started_at'>,
): Promise<CampaignComparison> {
  const start = sql`coalesce(${startedAt}::timestamptz, now())`
  const [row] = await sql<Compared[]>`
    select count(*) as campaigns, ${totals(sql)}, (
        select d.active from subscriber_counts_by_day d
        where d.organization_id = ${organizationId} and d.mailing_list_id = ${listId}
          and d.day < (${start} at time zone 'UTC')::date
        order by d.day desc limit 1) as before, coalesce((
        select n.active from subscriber_counts n
        where n.organization_id = ${organizationId} and n.mailing_list_id = ${listId}), 0) as now
    from (
      select s.* from campaigns c
      join campaign_stats s on s.organization_id = ${organizationId} and s.campaign_id = c.id and s.sent_total > 0
      where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and c.id <> ${id}
        and not c.template and c.started_at < ${start}
      order by c.started_at desc, c.id desc limit ${comparedMax}) s`
  if (row === undefined) throw new Error('a sum returned no row')
  const { campaigns, before, now, ...sums } = row
  return { campaigns, sums, list: { active_before: before, active_now: now } }
}

function totals(sql: Sql) {
  const sum = (column: string, name: string) =>
    sql`coalesce(sum(s.${sql(column)}), 0)::bigint as ${sql(name)}`
  return sql`${sum('sent_total', 'sent')}, ${sum('sent_accepted', 'accepted')}, ${sum('open_unique', 'opened')},
    ${sum('click_unique', 'clicked')}, ${sum('bounce_unique', 'bounced')}, ${sum('scomp_unique', 'complained')},
    ${sum('unsub_unique', 'unsubscribed')}`
}

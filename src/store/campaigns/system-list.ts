import {
  campaignStatsSchema,
  type CampaignStats,
  type StartedState,
  type SystemCampaign,
} from '../../contract/campaigns/system-list.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'

export type SystemCampaignFilter = { start: Date | null; end: Date | null; excludesActive: boolean }

type Row = {
  organization_id: number
  organization_name: string
  mailing_list_id: number
  mailing_list_name: string
  id: number
  name: string
  state: StartedState
  paused: boolean
  stats: Record<string, unknown> | null
}

/** By start and id, including those of organizations and lists that were deleted later. Run it across organizations. */
export async function findSystemCampaigns(
  sql: Sql,
  filter: SystemCampaignFilter,
  page: PageRequest,
): Promise<{ rows: SystemCampaign[]; count: number }> {
  const [rows, [counted]] = await Promise.all([
    sql<Row[]>`
      select c.organization_id, o.name as organization_name, c.mailing_list_id, l.name as mailing_list_name,
        c.id, c.name, c.state, c.paused, to_jsonb(s) as stats
      from campaigns c
      join organizations o on o.id = c.organization_id
      join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
      left join campaign_stats s on s.organization_id = c.organization_id and s.campaign_id = c.id
      where ${matching(sql, filter)}
      order by c.started_at, c.id, c.organization_id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from campaigns c where ${matching(sql, filter)}`,
  ])
  return { rows: rows.map(systemCampaignOf), count: counted?.count ?? 0 }
}

function matching(sql: Sql, { start, end, excludesActive }: SystemCampaignFilter) {
  return sql`c.started_at is not null
    ${start === null ? sql`` : sql`and c.started_at >= ${start}`}
    ${end === null ? sql`` : sql`and c.started_at < ${end}::timestamptz + interval '1 second'`}
    ${excludesActive ? sql`and c.state <> 'sending'` : sql``}`
}

function systemCampaignOf(row: Row): SystemCampaign {
  return {
    organization: { id: row.organization_id, name: row.organization_name },
    mailing_list: { id: row.mailing_list_id, name: row.mailing_list_name },
    campaign: {
      id: row.id,
      name: row.name,
      state: row.state,
      paused: row.paused,
      stats: statsOf(row.stats ?? {}),
    },
  }
}

/** Column `bounce_hard` is the counter `hard` of the group `bounce`. */
export function statsOf(given: Record<string, unknown>): CampaignStats {
  const columns: Record<string, unknown> = { recipients_total_is: 'exact', ...given }
  const groups = Object.entries(campaignStatsSchema.shape).map(([group, { shape }]) => [
    group,
    Object.fromEntries(Object.keys(shape).map((counter) => [counter, columns[`${group}_${counter}`] ?? 0])),
  ])
  const stats = campaignStatsSchema.parse(Object.fromEntries(groups))
  const { sent, skip } = stats.recipients
  // Sending may be ahead of the count.
  const total = Math.max(stats.recipients.total, sent + skip)
  return { ...stats, recipients: { ...stats.recipients, total, remaining: total - sent - skip } }
}

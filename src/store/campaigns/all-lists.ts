import type { CampaignStats } from '../../contract/campaigns/system-list.ts'
import type { CampaignState } from '../../contract/campaigns/states.ts'
import type { RemoteProgress } from '../../contract/lists/remote-query.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { remoteProgress } from '../remote-lists/queries.ts'
import { elementColumns, waitingFor, type CampaignElementRow } from './rows.ts'
import { statsOf } from './system-list.ts'

/** null: no condition. */
export type OverviewFilter = {
  states: CampaignState[] | null
  listId: number | null
  nameContains: string | null
  ids: number[] | null
  isArchived: boolean | null
  startedFrom: Date | null
  startedTo: Date | null
}

export type CampaignOverviewRow = CampaignElementRow & {
  segmentation_criteria_name: string | null
  subject: string | null
  error_message: string | null
  waiting_for: string
  remote_query: RemoteProgress | null
  stats: CampaignStats
}

type Row = Omit<CampaignOverviewRow, 'stats'> & { stats: Record<string, unknown> | null }

/** Latest first: the primary key gives the order, so that a page reads no more than it shows. */
export async function findCampaignOverview(
  sql: Sql,
  organizationId: number,
  filter: OverviewFilter,
  page: PageRequest,
): Promise<{ rows: CampaignOverviewRow[]; count: number }> {
  const matching = sql`
    from campaigns c
    join organizations o on o.id = c.organization_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
      and l.deleted_at is null
    where c.organization_id = ${organizationId} and not c.template ${conditions(sql, filter)}`
  const [rows, [counted]] = await Promise.all([
    sql<Row[]>`
      select ${elementColumns(sql)}, c.error_message, ${waitingFor(sql, organizationId)} as waiting_for, ${remoteProgress(sql, organizationId)} as remote_query, (
          select g.name from segments g
          where g.organization_id = ${organizationId} and g.id = c.segmentation_criteria_id
        ) as segmentation_criteria_name, (
          select t.subject from campaign_contents t
          where t.organization_id = ${organizationId} and t.campaign_id = c.id
          order by t.position limit 1) as subject, (
          select to_jsonb(s) from campaign_stats s
          where s.organization_id = ${organizationId} and s.campaign_id = c.id) as stats
      ${matching}
      order by c.id desc limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) ${matching}`,
  ])
  return {
    rows: rows.map((row) => ({ ...row, stats: statsOf(row.stats ?? {}) })),
    count: counted?.count ?? 0,
  }
}

function conditions(sql: Sql, filter: OverviewFilter) {
  const { states, listId, nameContains, ids, isArchived, startedFrom, startedTo } = filter
  return sql`
    ${states === null ? sql`` : sql`and c.state = any(${states})`}
    ${listId === null ? sql`` : sql`and c.mailing_list_id = ${listId}::bigint`}
    ${nameContains === null ? sql`` : sql`and strpos(lower(c.name), lower(${nameContains})) > 0`}
    ${ids === null ? sql`` : sql`and c.id = any(${ids}::bigint[])`}
    ${isArchived === null ? sql`` : sql`and c.archived = ${isArchived}`}
    ${startedFrom === null ? sql`` : sql`and c.started_at >= ${startedFrom}`}
    ${startedTo === null ? sql`` : sql`and c.started_at < ${startedTo}::timestamptz + interval '1 second'`}`
}

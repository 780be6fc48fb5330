import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findLinkStats, type LinkFilter, type LinkRow } from '../../store/campaigns/reports.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import type { Actor } from '../actor.ts'

export async function findLinks(
  sql: Sql,
  { caller }: Actor,
  filter: LinkFilter,
  page: PageRequest,
): Promise<{ rows: LinkRow[]; count: number }> {
  await findCampaign(sql, caller.organization_id, { kind: 'campaign', id: filter.campaignId })
  return findLinkStats(sql, caller.organization_id, filter, page)
}

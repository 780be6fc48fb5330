import type { PageRequest } from '../../contract/api/paging.ts'
import type { CampaignComparison } from '../../contract/campaigns/results/comparison.ts'
import type { Sql } from '../../database/driver/connection.ts'
import {
  findComparison,
  findLinkStats,
  type LinkFilter,
  type LinkRow,
} from '../../store/campaigns/reports.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import type { Actor } from '../actor.ts'

/** @throws AppError `not_found`. */
export async function compareCampaign(sql: Sql, { caller }: Actor, id: number): Promise<CampaignComparison> {
  const campaign = await findCampaign(sql, caller.organization_id, { kind: 'campaign', id })
  return findComparison(sql, caller.organization_id, campaign)
}

export async function findLinks(
  sql: Sql,
  { caller }: Actor,
  filter: LinkFilter,
  page: PageRequest,
): Promise<{ rows: LinkRow[]; count: number }> {
  await findCampaign(sql, caller.organization_id, { kind: 'campaign', id: filter.campaignId })
  return findLinkStats(sql, caller.organization_id, filter, page)
}

import type { z } from 'zod'
import { rangeIn } from '../../contract/api/query.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { listAllCampaigns, type campaignOverviewSchema } from '../../contract/campaigns/all-lists.ts'
import { allows } from '../../contract/users/right-names.ts'
import type { Caller } from '../../store/callers.ts'
import { findCampaignOverview, type CampaignOverviewRow } from '../../store/campaigns/all-lists.ts'
import type { Router } from '../route/bind.ts'
import { presentElement } from './present.ts'

export function allCampaignsRoutes(route: Router): void {
  route(listAllCampaigns, async ({ sql, caller, query, page }) => {
    const { start, end } = rangeIn(query, 'started_at', caller.time_zone)
    const filter = {
      states: query.state ?? null,
      listId: query.mailing_list_id ?? null,
      nameContains: query.name_contains ?? null,
      ids: query.ids ?? null,
      isArchived: query.archived ?? null,
      startedFrom: start,
      startedTo: end,
    }
    const request = page()
    const { rows, count } = await findCampaignOverview(sql, caller.organization_id, filter, request)
    return { data: rows.map((row) => present(row, caller)), paging: pagingOf(request, count) }
  })
}

function present(row: CampaignOverviewRow, caller: Caller): z.input<typeof campaignOverviewSchema> {
  const isAllowed = caller.permissions === null || allows(caller.permissions, 'campaign.read_stats')
  return {
    ...presentElement(row, caller),
    segmentation_criteria_name: row.segmentation_criteria_name,
    subject: row.subject,
    error_message: row.error_message,
    waiting_for: row.waiting_for,
    remote_query: isAllowed ? row.remote_query : null,
    stats: row.started_at !== null && isAllowed ? row.stats : null,
  }
}

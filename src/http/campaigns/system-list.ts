import { pagingOf } from '../../contract/api/paging.ts'
import { rangeIn } from '../../contract/api/query.ts'
import { listSystemCampaigns } from '../../contract/campaigns/system-list.ts'
import { findSystemCampaigns } from '../../store/campaigns/system-list.ts'
import type { Router } from '../route/bind.ts'

export function systemCampaignRoutes(route: Router): void {
  route(listSystemCampaigns, async ({ everywhere, caller, query, page }) => {
    const request = page()
    // Times without an offset are in the zone of the System Organization.
    const range = rangeIn(query, 'started_at', caller.time_zone)
    const filter = { ...range, excludesActive: query.exclude_active_campaigns === true }
    const { rows, count } = await findSystemCampaigns(everywhere(), filter, request)
    return { data: { campaign_report: rows }, paging: pagingOf(request, count) }
  })
}

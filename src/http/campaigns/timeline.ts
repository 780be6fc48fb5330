import { findCampaignDomains, findCampaignTimeline } from '../../actions/campaigns/timeline.ts'
import { showCampaignDomains, showCampaignTimeline } from '../../contract/campaigns/timeline.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Router } from '../route/bind.ts'

export function campaignTimelineRoutes(route: Router): void {
  route(showCampaignTimeline, async (call) => {
    const { time_zone: zone } = call.caller
    const { by } = call.query
    const { periods, ...sums } = await findCampaignTimeline(call.sql, call, call.params.id, by)
    const timed = periods.map(({ start, ...counts }) => ({
      start: formatInstant(start?.getTime() ?? 0, zone),
      ...counts,
    }))
    return { data: { time_zone: zone, by, periods: timed, ...sums } }
  })

  route(showCampaignDomains, async (call) => {
    const { params, query } = call
    return { data: await findCampaignDomains(call.sql, call, { id: params.id, limit: query.limit }) }
  })
}

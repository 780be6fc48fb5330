import { parseRangeEnd } from '../../contract/campaigns/times.ts'
import { badRequest } from '../../contract/api/errors.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import type { Query } from '../../contract/api/paging.ts'
import { listSystemCampaigns } from '../../contract/campaigns/system-list.ts'
import { parseBoolean } from '../../contract/values/text.ts'
import { findSystemCampaigns } from '../../store/campaigns/system-list.ts'
import type { SystemCampaignFilter } from '../../store/campaigns/system-list.ts'
import type { Router } from '../route/bind.ts'

/** The report of campaigns across organizations (specification, section 4.5). */
export function systemCampaignRoutes(route: Router): void {
  route(listSystemCampaigns, async ({ everywhere, caller, query, page }) => {
    const request = page()
    const filter = readFilter(query, caller.time_zone)
    const { rows, count } = await findSystemCampaigns(everywhere(), filter, request)
    return { data: { campaign_report: rows }, paging: pagingOf(request, count) }
  })
}

/** @throws AppError `invalid_request`. */
function readFilter(query: Query, zone: string): SystemCampaignFilter {
  const start = readTime(query, 'start', zone)
  const end = readTime(query, 'end', zone)
  if (start !== null && end !== null && end < start) {
    throw badRequest('started_at__end must not be before started_at__start')
  }
  const excludesActive = parseBoolean(query['exclude_active_campaigns'] ?? '0')
  if (excludesActive === null) throw badRequest('exclude_active_campaigns must be 1 or 0')
  return { start, end, excludesActive }
}

/** A time without an offset is one of the System Organization's zone. */
function readTime(query: Query, side: 'start' | 'end', zone: string): Date | null {
  const name = `started_at__${side}`
  const text = query[name]
  if (text === undefined) return null
  const ms = parseRangeEnd(text, zone, side)
  if (ms === null) throw badRequest(`${name} must be an ISO 8601 date and time, or UNIX seconds`)
  // The filter is of whole seconds.
  return new Date(Math.floor(ms / 1000) * 1000)
}

import type { Reason } from '../../actions/campaigns/outcome-reasons.ts'
import { findOutcomes, type CampaignOutcomes } from '../../actions/campaigns/outcomes.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { listCampaignOutcomes } from '../../contract/campaigns/results/outcomes.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Router } from '../route/bind.ts'

export function outcomeRoutes(route: Router): void {
  route(listCampaignOutcomes, async (call) => {
    const { params, query, caller } = call
    const asked = { listId: params.mailing_list_id, id: params.id, campaignId: query.campaign_id ?? null }
    const request = call.page()
    const { rows, count } = await findOutcomes(call.sql, call, asked, request)
    return {
      data: rows.map((row) => presentOutcome(row, caller.time_zone)),
      paging: pagingOf(request, count),
    }
  })
}

function presentOutcome(row: CampaignOutcomes['rows'][number], zone: string) {
  return {
    campaign: { id: row.campaign_id, name: row.name },
    state: row.state,
    started_at: row.started_at === null ? null : formatInstant(row.started_at.getTime(), zone),
    content_id: row.message?.content_id ?? null,
    outcome: row.outcome,
    reasons: presentReasons(row.reasons, zone),
  }
}

export function presentReasons(reasons: readonly Reason[], zone: string) {
  const time = (ms: number | null) => (ms === null ? null : formatInstant(ms, zone))
  return reasons.map(({ code, isCertain, atMs, untilMs, text }) => ({
    code,
    certain: isCertain,
    at: time(atMs),
    until: time(untilMs),
    text,
  }))
}

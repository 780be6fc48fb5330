import {
  listLinkStats,
  listUncertainDeliveries,
  resendUncertainDeliveries,
} from '../../contract/campaigns/reports.ts'
import { invalid } from '../../contract/api/errors.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Secrets } from '../../secrets.ts'
import { findLinkStats } from '../../store/campaigns/reports.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import { findUncertainDeliveries, resendUncertain } from '../../store/campaigns/uncertain-deliveries.ts'
import { createMessageNames } from '../../tracking/verp.ts'
import type { MessageNames } from '../../tracking/verp.ts'
import { messageIdOf } from '../public/message-id.ts'
import type { Router } from '../route/bind.ts'

export function campaignReportRoutes(route: Router, secrets: Secrets): void {
  route(listLinkStats, async ({ sql, caller, params, query, page }) => {
    const { id } = await findCampaign(sql, caller.organization_id, { kind: 'campaign', id: params.id })
    const filter = { url: query.url ?? null, contentId: query.content_id ?? null }
    const request = page()
    const { rows, count } = await findLinkStats(sql, caller.organization_id, id, filter, request)
    const links = rows.map((row) => ({ ...row, clicks_unique_by_link: row.clicks_unique }))
    return { data: { all_unclicked_links_recorded: true, links }, paging: pagingOf(request, count) }
  })

  uncertainRoutes(route, createMessageNames(secrets))
}

/** Messages of which nobody knows whether they left. */
function uncertainRoutes(route: Router, names: MessageNames): void {
  route(listUncertainDeliveries, async ({ sql, caller, params, page }) => {
    const campaign = await findCampaign(sql, caller.organization_id, { kind: 'campaign', id: params.id })
    const request = page()
    const { rows, count } = await findUncertainDeliveries(sql, caller.organization_id, campaign, request)
    const data = rows.map(({ occasion, since, ...row }) => ({
      ...row,
      message_id: messageIdOf(names, campaign.from_email, {
        organizationId: campaign.organization_id,
        listId: campaign.mailing_list_id,
        source: 'campaign',
        sourceId: campaign.id,
        subscriberId: row.subscriber_id,
        occasion,
      }),
      since: formatInstant(since.getTime(), caller.time_zone),
    }))
    return { data, paging: pagingOf(request, count) }
  })

  route(resendUncertainDeliveries, ({ sql: database, caller, params, fields, audit }) =>
    database.begin(async (sql) => {
      const wanted = { kind: 'campaign', id: params.id, lock: true } as const
      const { id, state } = await findCampaign(sql, caller.organization_id, wanted)
      const { subscriber_ids: subscriberIds } = fields()
      if (state === 'cancelled' || state === 'failed') throw invalid(`campaign sends nothing: it is ${state}`)
      const resent = await resendUncertain(sql, caller.organization_id, id, subscriberIds ?? null)
      if (resent > 0) {
        const event = { kind: 'campaign.uncertain_resent', subject_type: 'Campaign', subject_id: id }
        await audit(sql, { ...event, details: { resent } })
      }
      return { data: { resent } }
    }),
  )
}

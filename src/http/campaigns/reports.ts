import { compareCampaign, findLinks } from '../../actions/campaigns/reports.ts'
import { findUncertainMessages, resendMessages } from '../../actions/campaigns/resend.ts'
import {
  listLinkStats,
  listUncertainDeliveries,
  resendUncertainDeliveries,
} from '../../contract/campaigns/reports.ts'
import { showCampaignComparison } from '../../contract/campaigns/results/comparison.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Caller } from '../../store/callers.ts'
import type { CampaignRow } from '../../store/campaigns/rows.ts'
import type { UncertainRow } from '../../store/campaigns/messages/uncertain.ts'
import { createMessageNames, type MessageNames } from '../../links/verp.ts'
import { messageIdOf } from '../public/message-id.ts'
import type { Router } from '../route/bind.ts'

export function campaignReportRoutes(route: Router, secrets: Secrets): void {
  route(listLinkStats, async (call) => {
    const { url = null, content_id: contentId = null } = call.query
    const request = call.page()
    const filter = { campaignId: call.params.id, url, contentId }
    const { rows, count } = await findLinks(call.sql, call, filter, request)
    const links = rows.map((row) => ({ ...row, clicks_unique_by_link: row.clicks_unique }))
    return { data: { all_unclicked_links_recorded: true, links }, paging: pagingOf(request, count) }
  })

  route(showCampaignComparison, async (call) => {
    return { data: await compareCampaign(call.sql, call, call.params.id) }
  })

  const names = createMessageNames(secrets)
  route(listUncertainDeliveries, async (call) => {
    const request = call.page()
    const { campaign, rows, count } = await findUncertainMessages(call.sql, call, call.params.id, request)
    const data = rows.map((row) => presentUncertain(row, campaign, names, call.caller))
    return { data, paging: pagingOf(request, count) }
  })

  route(resendUncertainDeliveries, async (call) => {
    return { data: { resent: await resendMessages(call.sql, call, call.params.id, call.fields) } }
  })
}

function presentUncertain(
  { occasion, since, ...row }: UncertainRow,
  campaign: CampaignRow,
  names: MessageNames,
  { time_zone: zone }: Caller,
) {
  return {
    ...row,
    message_id: messageIdOf(names, campaign.from_email, {
      organizationId: campaign.organization_id,
      listId: campaign.mailing_list_id,
      source: 'campaign',
      sourceId: campaign.id,
      subscriberId: row.subscriber_id,
      occasion,
    }),
    since: formatInstant(since.getTime(), zone),
  }
}

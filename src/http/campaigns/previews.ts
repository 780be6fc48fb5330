import { sendPreviews } from '../../actions/campaigns/previews.ts'
import { sendAutoresponderPreview, sendCampaignPreview } from '../../contract/campaigns/previews.ts'
import type { Router } from '../route/bind.ts'

export function previewRoutes(route: Router): void {
  route(sendCampaignPreview, async (call) => {
    await sendPreviews(call.sql, call, { campaignId: call.params.id }, call.fields)
    return { data: null }
  })

  route(sendAutoresponderPreview, async (call) => {
    await sendPreviews(call.sql, call, { autoresponderId: call.params.id }, call.fields)
    return { data: null }
  })
}

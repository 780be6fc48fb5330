import {
  discardDraftBeside,
  findDraftBeside,
  keepDraftBeside,
  scheduleDraftBeside,
} from '../../actions/campaigns/drafts.ts'
import {
  deleteCampaignDraft,
  saveCampaignDraft,
  scheduleCampaignDraft,
  showCampaignDraft,
} from '../../contract/campaigns/drafts.ts'
import { campaignBodyMax } from '../../contract/campaigns/input.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { CampaignDraft } from '../../store/campaigns/drafts.ts'
import type { Router } from '../route/bind.ts'
import { presentReported, readContents } from './routes.ts'

export function campaignDraftRoutes(route: Router): void {
  route(showCampaignDraft, async (call) => {
    const draft = await findDraftBeside(call.sql, call, call.params.id)
    return { data: draft === null ? null : present(draft, call.caller.time_zone) }
  })

  route(
    saveCampaignDraft,
    async (call) => {
      const draft = await keepDraftBeside(call.sql, call, call.params.id, call.fields)
      return { data: present(draft, call.caller.time_zone) }
    },
    { bodyLimit: campaignBodyMax },
  )

  route(deleteCampaignDraft, async (call) => {
    await discardDraftBeside(call.sql, call, call.params.id)
    return { data: null }
  })

  route(scheduleCampaignDraft, async (call) => {
    return presentReported(await scheduleDraftBeside(call.sql, call, call.params.id, readContents), call)
  })
}

function present({ updated_at: updatedAt, ...draft }: CampaignDraft, zone: string) {
  return { ...draft, updated_at: formatInstant(updatedAt.getTime(), zone) }
}

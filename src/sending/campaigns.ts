import { claimCampaign, secondsToNextCampaign } from '../store/campaigns/claims.ts'
import type { ClaimedCampaign } from '../store/campaigns/claims.ts'
import { sharedLoop } from '../work/lane-shares.ts'
import type { SharedLoop } from '../work/lane-shares.ts'
import type { CampaignEnvironment } from './environment.ts'
import { runCampaign } from './run.ts'

export function campaignLoop(env: CampaignEnvironment): SharedLoop<ClaimedCampaign> {
  const everywhere = env.database.everywhere()
  return sharedLoop({
    nextTurn: async (full) => {
      const claim = await claimCampaign(everywhere, env.worker, full)
      return claim && { organizationId: claim.organization_id, take: async () => claim }
    },
    run: (claim, stop) => runCampaign(env, claim, stop),
    secondsToNext: (full) => secondsToNextCampaign(everywhere, full),
  })
}

import { claimCampaign, secondsToNextCampaign } from '../store/campaigns/claims.ts'
import type { ClaimedCampaign } from '../store/campaigns/claims.ts'
import { settleOrphanedBatches } from '../store/campaigns/sending.ts'
import type { Loop } from '../work/loop.ts'
import type { CampaignEnvironment } from './environment.ts'
import { runCampaign } from './run.ts'

/** Sends campaigns, one at a time; several of these loops send several. */
export function campaignLoop(env: CampaignEnvironment): Loop<ClaimedCampaign> {
  return {
    take: async () => {
      const everywhere = env.database.everywhere()
      const claim = await claimCampaign(everywhere, env.worker)
      // There is time to look after what nobody claims.
      if (claim === null) await everywhere.begin(settleOrphanedBatches)
      return claim
    },
    run: (claim, stop) => runCampaign(env, claim, stop),
    secondsToNext: () => secondsToNextCampaign(env.database.everywhere()),
  }
}

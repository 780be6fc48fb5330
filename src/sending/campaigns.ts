import { claimCampaign, secondsToNextCampaign } from '../store/campaigns/claims.ts'
import type { ClaimedCampaign } from '../store/campaigns/claims.ts'
import type { Loop } from '../work/loop.ts'
import type { CampaignEnvironment } from './environment.ts'
import { runCampaign } from './run.ts'

/** Sends one campaign at a time; run several loops to send several at once. */
export function campaignLoop(env: CampaignEnvironment): Loop<ClaimedCampaign> {
  return {
    take: () => claimCampaign(env.database.everywhere(), env.worker),
    run: (claim, stop) => runCampaign(env, claim, stop),
    secondsToNext: () => secondsToNextCampaign(env.database.everywhere()),
  }
}

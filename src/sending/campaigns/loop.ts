import { claimCampaign, secondsToNextCampaign } from '../../store/campaigns/claims.ts'
import type { ClaimedCampaign } from '../../store/campaigns/claims.ts'
import { claimRange } from '../../store/campaigns/ranges/claims.ts'
import type { ClaimedRange } from '../../store/campaigns/ranges/claims.ts'
import { sharedLoop } from '../../work/lane-shares.ts'
import type { SharedLoop } from '../../work/lane-shares.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { runRange } from './ranges.ts'
import { runCampaign } from './run.ts'

/** Whole campaigns come first, so that one that waits is not behind a part of another one. */
export function campaignLoop(env: CampaignEnvironment): SharedLoop<ClaimedCampaign> {
  const everywhere = env.database.everywhere()
  return sharedLoop({
    nextTurn: async (full) => {
      const { worker, pace } = env
      const claim =
        (await claimCampaign(everywhere, worker, full)) ??
        (await claimRange(everywhere, { worker, full, rangeMin: pace.rangeMin }))
      return claim && { organizationId: claim.organization_id, take: async () => claim }
    },
    run: (claim, stop) => (isRange(claim) ? runRange(env, claim, stop) : runCampaign(env, claim, stop)),
    secondsToNext: (full) => secondsToNextCampaign(everywhere, env.worker, full),
  })
}

function isRange(claim: ClaimedCampaign): claim is ClaimedRange {
  return claim.range !== null
}

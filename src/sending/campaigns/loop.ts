import { claimCampaign, dueCampaigns, type ClaimedCampaign } from '../../store/campaigns/claims.ts'
import { claimRange, dueRanges, type ClaimedRange } from '../../store/campaigns/ranges/claims.ts'
import { sharedLoop, type SharedLoop } from '../../work/loops/lane-shares.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { runRange } from './ranges.ts'
import { runCampaign } from './run.ts'

/**
 * Whole campaigns come first, so that one that waits is not behind a part of another one. A process that could not send a
 * part takes none of that organization for a while: it would cut the campaign into ever smaller ones.
 */
export function campaignLoop(env: CampaignEnvironment): SharedLoop<ClaimedCampaign> {
  const everywhere = env.database.everywhere()
  const helpsFromMs = new Map<number, number>()
  const seeker = (full: readonly number[] = []) => {
    for (const [organization, ms] of helpsFromMs)
      if (ms <= performance.now()) helpsFromMs.delete(organization)
    return { worker: env.worker, full: [...full, ...helpsFromMs.keys()], rangeMin: env.pace.rangeMin }
  }
  return sharedLoop({
    nextTurn: async (full) => {
      // One commit for the campaign and the turn of its organization.
      const whole = await everywhere.begin((sql) => claimCampaign(sql, env.worker, full))
      const claim = whole ?? (await claimRange(everywhere, seeker(full)))
      return claim && { organizationId: claim.organization_id, take: async () => claim }
    },
    run: async (claim, stop) => {
      if (!isRange(claim)) return runCampaign(env, claim, stop)
      const seconds = await runRange(env, claim, stop)
      if (seconds > 0) helpsFromMs.set(claim.organization_id, performance.now() + seconds * 1000)
    },
    due: (sql, _, full) => [dueCampaigns(sql, env.worker, full), dueRanges(sql, seeker(full))],
  })
}

function isRange(claim: ClaimedCampaign): claim is ClaimedRange {
  return claim.range !== null
}

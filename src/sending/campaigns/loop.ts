import { campaignQueue, senderReach } from '../../store/campaigns/claims.ts'
import { claimRange, dueRanges, type ClaimedRange } from '../../store/campaigns/ranges/claims.ts'
import { claimJob, dueJobs } from '../../store/jobs/claim.ts'
import type { ClaimedJob } from '../../store/jobs/lease.ts'
import { sharedLoop, type SharedLoop } from '../../work/loops/lane-shares.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { runRange } from './ranges.ts'
import { runCampaign } from './run.ts'

/**
 * Whole campaigns come first, so that one that waits is not behind a part of another one. A process that could not send a
 * part takes none of that organization for a while: it would cut the campaign into ever smaller ones.
 */
export function campaignLoop(env: CampaignEnvironment): SharedLoop<ClaimedJob | ClaimedRange> {
  const everywhere = env.database.everywhere()
  const queue = campaignQueue(env.worker)
  const helpsFromMs = new Map<number, number>()
  const seeker = (full: readonly number[] = []) => {
    for (const [organization, ms] of helpsFromMs)
      if (ms <= performance.now()) helpsFromMs.delete(organization)
    return { worker: env.worker, full: [...full, ...helpsFromMs.keys()], rangeMin: env.pace.rangeMin }
  }
  return sharedLoop({
    nextTurn: async (full) => {
      const worker = { name: env.worker, presence: null, ...senderReach(full) }
      const claim =
        (await claimJob(everywhere, queue, worker)) ?? (await claimRange(everywhere, seeker(full)))
      return claim && { organizationId: claim.organization_id, take: async () => claim }
    },
    run: async (claim, stop) => {
      if (!('range' in claim)) return runCampaign(env, claim, stop)
      const seconds = await runRange(env, claim, stop)
      if (seconds > 0) helpsFromMs.set(claim.organization_id, performance.now() + seconds * 1000)
    },
    due: (sql, { alive }, full) => [
      dueJobs(sql, queue, senderReach(full), alive),
      dueRanges(sql, seeker(full)),
    ],
  })
}

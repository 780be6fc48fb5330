import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ClaimedCampaign } from '../../store/campaigns/claims.ts'
import { countFirst, countSome, type FirstCount } from '../../store/campaigns/recipients/counted.ts'
import { findCampaignRules } from '../../store/plans/start.ts'
import { boundOf } from '../../store/segments/counting/in-ranges.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { databaseOf } from './batches.ts'

/** Ids, of the first range: it takes a small part of the time, whatever the segment. */
const rangeIds = 2 ** 18
/** After nothing could be counted in time: the database may be less busy later. */
const retryMs = 60_000

/**
 * Counts the recipients of a campaign while it is being sent, all by one statement, or else a part in each transaction. A
 * count never holds or fails a campaign: what goes wrong is logged, and the next claim continues after what was counted.
 * @param signal ends it at once
 * @returns `end`: counts no further part, and waits for the last one
 */
export function countBeside(
  env: CampaignEnvironment,
  claim: ClaimedCampaign,
  signal: AbortSignal,
  log: FastifyBaseLogger,
): { end: () => Promise<void> } {
  const { countSeconds, rangeMin } = env.pace
  const timeMs = countSeconds * 1000
  const bound = { ...boundOf(timeMs), rangeIds, attemptMs: Math.ceil(timeMs / 2) }
  const options = { atOnceMs: 5 * timeMs, bound, sharedMin: 2 * rangeMin }
  const ended = new AbortController()
  const over = AbortSignal.any([signal, ended.signal])
  const count = async () => {
    while (!over.aborted) {
      const database = databaseOf(env, claim)
      const counted = await database.beginUntil(signal, (sql) => countSome(sql, claim, options))
      if (counted === 'over') return
      if (counted === 'slow') await pause(retryMs, undefined, { signal: over }).catch(() => {})
    }
  }
  const counting = count().catch((error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, 'the recipients could not be counted; the campaign goes on')
  })
  return {
    end: () => {
      ended.abort()
      return counting
    },
  }
}

/** Before the first message, only if something depends on the number: an approval, or the speed of a campaign that is spread. */
export async function countIfNeeded(
  env: CampaignEnvironment,
  claim: ClaimedCampaign,
  signal: AbortSignal,
): Promise<FirstCount | null> {
  const database = databaseOf(env, claim)
  const hasRules = (await findCampaignRules(database, claim.organization_id)).length > 0
  if (claim.spread_hours === null && !hasRules) return null
  const seconds = hasRules ? approvedSeconds : firstSeconds
  return database.beginUntil(signal, (sql) => countFirst(sql, claim, seconds))
}

const firstSeconds = 10
/** Without the number the approval is void, and nothing is sent. */
const approvedSeconds = 60

import { AppError } from '../../contract/api/errors.ts'
import { LeaseLost } from '../../database/lease.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import type { FastifyBaseLogger } from 'fastify'
import { decideWinner } from '../../store/campaigns/winner/choice.ts'
import {
  attemptsMax,
  failCampaign,
  finishCampaign,
  lockCampaign,
  postponeCampaign,
  releaseCampaign,
  renewCampaign,
  testIsOver,
  type ClaimedCampaign,
} from '../../store/campaigns/claims.ts'
import { secondsToDeferred } from '../../store/campaigns/recipients.ts'
import { beginCampaign, recordLeftBatches } from '../../store/campaigns/sending.ts'
import { giveUpDeferred } from '../../store/campaigns/batches/given-up.ts'
import { findCampaignContent } from '../../store/campaigns/message-content.ts'
import { isSelective } from '../../store/sending-rules/recipients.ts'
import { secondsToDue } from '../../store/sending-rules/waiting.ts'
import { RequestFailed } from '../../outbound/request-failed.ts'
import { count } from '../../work/counts.ts'
import { keepLease } from '../../work/lease.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { prepare } from '../prepare.ts'
import { stageRecipients } from '../remote/stage.ts'
import { CampaignFault, databaseOf, noteLeft, sendBatches } from './batches.ts'

/**
 * Leads a claimed campaign as far as it can go now; others may send a part of it meanwhile (ranges.ts). The campaign's row is
 * the job (store/campaigns/claims.ts). One transaction moves the cursor and marks a batch (store/campaigns/batches/);
 * after sending, the one that marks the next records the outcomes. If a sender dies, the next one records its marked messages as
 * uncertain and continues after them; no recipient is skipped. Errors in the campaign itself fail the campaign; they are
 * not thrown.
 */
export async function runCampaign(
  env: CampaignEnvironment,
  claim: ClaimedCampaign,
  stop: AbortSignal,
): Promise<void> {
  const log = env.log.child({ organization: claim.organization_id, campaign: claim.id, epoch: claim.epoch })
  const held = keepLease({
    everyMs: env.pace.heartbeatSeconds * 1000,
    renew: () => renewCampaign(databaseOf(env, claim), claim),
    stop,
    log,
  })
  try {
    if (claim.attempts > attemptsMax) throw new CampaignFault(gaveUp(claim))
    await sendSome(env, claim, held.signal, log)
  } catch (error) {
    await finishRun(env, claim, causeOf(error, { env, claim, signal: held.signal }), log)
  } finally {
    await held.end()
  }
}

function gaveUp(claim: ClaimedCampaign): string {
  return `The campaign could not be started in ${attemptsMax} attempts and has failed. See the server log for campaign ${claim.id}.`
}

function causeOf(
  error: unknown,
  { env, claim, signal }: { env: CampaignEnvironment; claim: ClaimedCampaign; signal: AbortSignal },
): unknown {
  if (signal.aborted && error === signal.reason) return new LeaseLost(`campaign ${claim.id}`)
  // The segment names something that is gone.
  if (error instanceof AppError)
    return new CampaignFault(`The recipients could not be found: ${error.message}.`)
  if (error instanceof RequestFailed) {
    const isOver = !error.retry || claim.attempts > env.remote.retrySeconds.length
    return isOver ? new CampaignFault(`Nothing was sent. ${error.message}`) : error
  }
  const isCount = codeOf(error) === sqlState.queryCanceled && claim.last_subscriber_id === null
  if (!isCount || claim.attempts < slowAttemptsMax) return error
  return new CampaignFault(
    `The recipients could not be counted within ${env.pace.countSeconds} seconds, in ${slowAttemptsMax} attempts. Use a segment with fewer clauses about lists and messages, and send the campaign again as a new one.`,
  )
}

/** The database may be less busy later, but a slow campaign must not take a sender's time forever. */
const slowAttemptsMax = 3
const slowPauseSeconds = 60

async function sendSome(
  env: CampaignEnvironment,
  claimed: ClaimedCampaign,
  signal: AbortSignal,
  log: FastifyBaseLogger,
): Promise<void> {
  const database = databaseOf(env, claimed)
  if (claimed.is_remote_list && claimed.last_subscriber_id === null)
    await stageRecipients(env, claimed, signal)
  const { prepared, claim } = await database.beginUntil(signal, async (sql) => {
    const content = await findCampaignContent(sql, claimed.organization_id, claimed.id)
    const ready =
      content === null ? { problem: 'Its mailing list was deleted.' } : await prepare(env, sql, content)
    if ('problem' in ready) throw new CampaignFault(ready.problem)
    const begun =
      claimed.last_subscriber_id === null
        ? await beginCampaign(sql, claimed, {
            contentCount: ready.contentIds.length,
            countSeconds: env.pace.countSeconds,
            sharedMin: 2 * env.pace.rangeMin,
          })
        : claimed
    return { prepared: ready, claim: begun }
  })
  const left = await database.begin((sql) => recordLeftBatches(sql, claim, prepared.formatOf))
  noteLeft(left, log)
  const result = await sendBatches({ env, claim, prepared, signal, log })
  if (result.kind === 'done') return endPass(env, claim)
  // No later claim cleans up a cancelled campaign.
  await database.begin((sql) => giveUpDeferred(sql, claim.organization_id, claim.id))
  await releaseCampaign(database, claim, result.kind === 'wait' ? result : undefined)
}

/** Waits for retries and, in a test pass, for the winner. */
async function endPass(env: CampaignEnvironment, claim: ClaimedCampaign): Promise<void> {
  await databaseOf(env, claim).begin(async (sql) => {
    const waiting = isSelective(claim) ? await secondsToDue(sql, claim) : null
    // Those who wait belong to the test, so the winner waits for them.
    if (claim.pass === 'test' && waiting === null) {
      const seconds = await testIsOver(sql, claim)
      if (seconds <= 0) {
        await decideWinner(sql, claim.organization_id, claim.id)
        return releaseCampaign(sql, claim)
      }
      // Retries do not wait for the winner, which may be chosen days later.
      const again = (await secondsToDeferred(sql, claim)) ?? seconds
      return releaseCampaign(sql, claim, {
        seconds: Math.max(Math.min(seconds, again), 0),
        reason: 'the choice of the winning content',
      })
    }
    await lockCampaign(sql, claim)
    const seconds = await secondsToDeferred(sql, claim)
    if (seconds === null && waiting === null) return finishCampaign(sql, claim)
    const next = Math.min(seconds ?? Infinity, waiting ?? Infinity)
    return releaseCampaign(sql, claim, {
      seconds: Math.max(next, 0),
      reason: next === seconds ? 'messages to be tried again' : 'the time at which its recipients are due',
    })
  })
}

async function finishRun(
  env: CampaignEnvironment,
  claim: ClaimedCampaign,
  error: unknown,
  log: FastifyBaseLogger,
): Promise<void> {
  const database = databaseOf(env, claim)
  try {
    if (error instanceof LeaseLost) {
      count('lease_losses', { work: 'campaign' })
      log.info('stopped sending: campaign paused, cancelled or taken over')
      await database.begin((sql) => giveUpDeferred(sql, claim.organization_id, claim.id))
      await releaseCampaign(database, claim)
    } else if (error instanceof CampaignFault) {
      await failCampaign(database, claim, error.message)
      await database.begin((sql) => giveUpDeferred(sql, claim.organization_id, claim.id))
    } else if (error instanceof RequestFailed) {
      log.warn({ err: error, attempt: claim.attempts }, 'query of a remote list failed; will retry')
      const seconds = env.remote.retrySeconds[claim.attempts - 1] ?? 0
      await postponeCampaign(database, claim, {
        seconds,
        reason: `another run of its query. ${error.message}`,
      })
    } else {
      log.error({ err: error, attempt: claim.attempts }, 'campaign run failed; will retry')
      const isSlow = codeOf(error) === sqlState.queryCanceled
      await postponeCampaign(
        database,
        claim,
        isSlow
          ? { seconds: slowPauseSeconds, reason: 'a retry, because finding its recipients takes too long' }
          : { seconds: Math.min(2 ** claim.attempts, 60) },
      )
    }
  } catch (second) {
    if (second instanceof LeaseLost) log.info('campaign ended in the meantime')
    else log.error({ err: second }, 'campaign could not be released; its lease will expire')
  }
}

import { AppError } from '../../contract/api/errors.ts'
import { attemptsMax } from '../../database/lease.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import type { FastifyBaseLogger } from 'fastify'
import { decideWinner } from '../../store/campaigns/winner/choice.ts'
import {
  closeAgain,
  findClaimed,
  finishCampaign,
  lockCampaign,
  releaseCampaign,
  testIsOver,
  type ClaimedCampaign,
} from '../../store/campaigns/claims.ts'
import { secondsToDeferred } from '../../store/campaigns/recipients/found.ts'
import { beginCampaign, recordLeftBatches } from '../../store/campaigns/sending.ts'
import { giveUpDeferred } from '../../store/campaigns/batches/given-up.ts'
import { findCampaignContent } from '../../store/campaigns/message-content.ts'
import type { ClaimedJob, Delay } from '../../store/jobs/lease.ts'
import { findApprovalProblem } from '../../store/plans/start.ts'
import { isSelective } from '../../store/sending-rules/recipients.ts'
import { secondsToDue } from '../../store/sending-rules/waiting.ts'
import { RequestFailed } from '../../outbound/request-failed.ts'
import { runJob, type JobKind } from '../../work/jobs/run.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { prepare } from '../prepare.ts'
import { stageRecipients } from '../remote/stage.ts'
import { CampaignFault, databaseOf, noteLeft, sendBatches } from './batches.ts'
import { countBeside, countIfNeeded } from './counting.ts'

/**
 * Leads a claimed campaign as far as it can go now; others may send a part of it meanwhile (ranges.ts). One transaction moves
 * the cursor and marks a batch (store/campaigns/batches/); after sending, the one that marks the next records the outcomes. If a
 * sender dies, the next one records its marked messages as uncertain and continues after them; no recipient is skipped.
 * Errors in the campaign itself fail the campaign; they are not thrown.
 */
export function runCampaign(env: CampaignEnvironment, job: ClaimedJob, stop: AbortSignal): Promise<void> {
  const kind = kindOf(env, job)
  const { log, pace } = env
  const database = env.database.within(job.organization_id)
  return runJob(kind, job, { database, log, stop, heartbeatSeconds: pace.heartbeatSeconds })
}

function kindOf(env: CampaignEnvironment, job: ClaimedJob): JobKind {
  return {
    kind: job.kind,
    name: 'campaign',
    run: async ({ database, log, signal }) => {
      const claim = await findClaimed(database, job)
      try {
        await sendSome(env, claim, signal, log)
      } catch (error) {
        // The segment names something that is gone.
        if (!(error instanceof AppError)) throw error
        throw new CampaignFault(`The recipients could not be found: ${error.message}.`)
      }
    },
    gaveUp: ({ id }) =>
      `The campaign could not be started in ${attemptsMax} attempts and has failed. See the server log for campaign ${id}.`,
    isItsFault: (error) => error instanceof CampaignFault,
    delayAfter: (error, { attempts }) => delayAfter(env, error, attempts),
    // No later claim cleans up a cancelled campaign, or one that has failed.
    landed: (sql, { organization_id: organizationId, id }) => giveUpDeferred(sql, organizationId, id),
    failed: async (sql, claim) => {
      await closeAgain(sql, claim)
      await giveUpDeferred(sql, claim.organization_id, claim.id)
    },
  }
}

function delayAfter(env: CampaignEnvironment, error: unknown, attempts: number): Delay | string {
  if (error instanceof RequestFailed) {
    const seconds = env.remote.retrySeconds[attempts - 1]
    if (!error.retry || seconds === undefined) return `Nothing was sent. ${error.message}`
    return { seconds, isCounted: true, reason: `another run of its query. ${error.message}` }
  }
  if (codeOf(error) !== sqlState.queryCanceled)
    return { seconds: Math.min(2 ** attempts, 60), isCounted: true }
  return {
    seconds: slowPauseSeconds,
    isCounted: true,
    reason: 'a retry, because finding its recipients takes too long',
  }
}

/** The database may be less busy later. */
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
  const counted = claimed.last_subscriber_id === null ? await countIfNeeded(env, claimed, signal) : null
  const { prepared, claim } = await database.beginUntil(signal, async (sql) => {
    const content = await findCampaignContent(sql, claimed.organization_id, claimed.id)
    const ready =
      content === null ? { problem: 'Its mailing list was deleted.' } : await prepare(env, sql, content)
    if ('problem' in ready) throw new CampaignFault(ready.problem)
    const begun =
      claimed.last_subscriber_id === null
        ? await beginCampaign(sql, claimed, { contentCount: ready.contentIds.length, counted })
        : claimed
    if (counted !== null) {
      const unapproved = await findApprovalProblem(sql, claimed.organization_id, claimed.id, counted)
      if (unapproved !== null) throw new CampaignFault(unapproved)
    }
    return { prepared: ready, claim: begun }
  })
  const left = await database.begin((sql) => recordLeftBatches(sql, claim, prepared.formatOf))
  noteLeft(left, log)
  const counting = countBeside(env, claim, signal, log)
  const result = await sendBatches({ env, claim, prepared, signal, log }).finally(counting.end)
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

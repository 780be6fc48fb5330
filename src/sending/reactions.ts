import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../contract/api/errors.ts'
import type { MessageContent } from '../contract/campaigns/message-content.ts'
import type { Transaction } from '../database/driver/connection.ts'
import { LeaseLost } from '../database/lease.ts'
import type { DeliveryOutcome } from '../store/campaigns/deliveries.ts'
import { findAutoresponderContent } from '../store/campaigns/message-content.ts'
import { queueSendingQuotaNotice } from '../store/accounting/quota-notices.ts'
import {
  claimReactions,
  findReactionPlace,
  markHandedOver,
  mayStillSend,
  releaseReactions,
  renewReactions,
  dueReactions,
  waitWith,
  type OwedMessage,
  type ReactionPlace,
} from '../store/autoresponders/reaction-claims.ts'
import {
  recordReactionOutcomes,
  type ReactionClaim,
  type ReactionOutcomes,
} from '../store/autoresponders/reaction-outcomes.ts'
import { withHiddenBlocks } from '../store/segments/hidden-blocks.ts'
import { sharedLoop, type SharedLoop } from '../work/loops/lane-shares.ts'
import { keepLease, type KeptLease } from '../work/lease.ts'
import type { CampaignEnvironment } from './environment.ts'
import { deliver } from './deliver.ts'
import { countMessages, recordWithRetries, untriedSeconds, waitsFor, type RouteNeed } from './outcome.ts'
import { prepare, type Prepared } from './prepare.ts'

/**
 * All messages of a batch are marked, and quota or credits reserved, before the first is sent. If the sender dies
 * before it records the outcomes, the batch becomes uncertain and is not resent.
 */

type Piece = { claim: ReactionClaim; messages: OwedMessage[] }

const shortageSeconds = 30
const problemSeconds = 300
const faultSeconds = 60

const renewalMs = 15_000

export function reactionLoop(env: CampaignEnvironment): SharedLoop<Piece> {
  const everywhere = env.database.everywhere()
  return sharedLoop({
    nextTurn: async (full) => {
      const place = await findReactionPlace(everywhere, full)
      if (place === null) return null
      // The claim evaluates a segment, which may take long and must not block the turns of other lanes.
      const take = () =>
        everywhere
          .begin((sql) => claimReactions(sql, place, env.pace.batchMax))
          .catch((error: unknown) => waitForSegment(env, place, error))
      return { organizationId: place.organization_id, take }
    },
    run: async (piece, stop) => {
      if (piece.messages.length === 0) return
      const { claim } = piece
      const log = env.log.child({
        organization: claim.organization_id,
        autoresponder: claim.autoresponder_id,
      })
      try {
        await runPiece({ env, ...piece, stop, log })
      } catch (error) {
        log.error({ err: error }, 'sending autoresponder messages failed; will retry')
        await wait(env, claim, faultSeconds, 'internal error; see the server log')
      }
    },
    due: (sql, _, full) => [dueReactions(sql, full)],
  })
}

/** The segment names something that was deleted: no messages are sent until it is changed. */
async function waitForSegment(env: CampaignEnvironment, place: ReactionPlace, error: unknown): Promise<null> {
  if (!(error instanceof AppError)) throw error
  const database = env.database.within(place.organization_id)
  const claim = { organization_id: place.organization_id, autoresponder_id: place.id }
  await waitWith(database, claim, { seconds: problemSeconds, reason: error.message })
  return null
}

type Work = Piece & { env: CampaignEnvironment; stop: AbortSignal; log: FastifyBaseLogger }

async function runPiece(work: Work): Promise<void> {
  const { env, claim, messages, stop, log } = work
  const database = env.database.within(claim.organization_id)
  const ids = messages.map(({ id }) => id)
  const prepared = await database.begin(async (sql) => {
    const content = await findAutoresponderContent(sql, claim.organization_id, claim.autoresponder_id)
    if (content === null) return { problem: 'its mailing list was deleted' }
    const ready = await prepare(env, sql, content)
    return 'problem' in ready ? ready : { ...ready, addressed: await addressedOf(sql, content, work, ready) }
  })
  if ('problem' in prepared || stop.aborted) {
    await releaseReactions(database, claim, ids)
    if ('problem' in prepared) await wait(env, claim, problemSeconds, prepared.problem)
    return
  }
  const marked = await database.begin(async (sql) => {
    const result = await markHandedOver(sql, claim, ids)
    if (result.shortage !== null) await queueSendingQuotaNotice(sql, claim.organization_id)
    return result
  })
  const leaving = new Set(marked.ids)
  const kept = keepReactions(work, marked.ids)
  try {
    await releaseReactions(database, claim, ids.filter((id) => !leaving.has(id))) // oxfmt-ignore
    if (marked.shortage !== null) await wait(env, claim, shortageSeconds, marked.shortage)
    const due = prepared.addressed.filter(({ id }) => leaving.has(id))
    const ended = await deliverAll({ ...work, stop: kept.signal }, prepared, due)
    await recordWithRetries(() => database.begin((sql) => recordReactionOutcomes(sql, claim, ended)), log)
    countMessages('autoresponder', ended.outcomes)
    if (ended.untried.length > 0 && !kept.signal.aborted)
      await wait(
        env,
        claim,
        untriedSeconds,
        ended.lacks === undefined ? 'the mail server' : waitsFor[ended.lacks],
      )
  } finally {
    await kept.end()
  }
}

type Addressed = OwedMessage & { occasion: number; content_id: null; hidden?: readonly boolean[] }

function addressedOf(
  sql: Transaction,
  { organizationId, list, timeZone }: MessageContent,
  { messages }: Work,
  { conditionsOf }: Prepared,
): Promise<Addressed[]> {
  const people = messages.map((message) => ({ ...message, occasion: message.id, content_id: null }))
  return withHiddenBlocks(sql, { organizationId, listId: list.id, timeZone }, people, conditionsOf)
}

/** Aborts when the process stops or the autoresponder may no longer send. */
function keepReactions({ env, claim, stop, log }: Work, ids: readonly number[]): KeptLease {
  const database = env.database.within(claim.organization_id)
  let renewedMs = performance.now()
  const renew = async () => {
    if (!(await mayStillSend(database, claim))) throw new LeaseLost(`autoresponder ${claim.autoresponder_id}`)
    if (performance.now() - renewedMs < renewalMs) return
    renewedMs = performance.now()
    await renewReactions(database, claim, ids)
  }
  return keepLease({ everyMs: env.pace.heartbeatSeconds * 1000, renew, stop, log })
}

function wait(
  env: CampaignEnvironment,
  claim: ReactionClaim,
  seconds: number,
  reason: string,
): Promise<void> {
  return waitWith(env.database.within(claim.organization_id), claim, { seconds, reason })
}

/** After the first unreachable server, the remaining messages are `untried`. */
async function deliverAll(
  { env, log, stop }: Work,
  prepared: Prepared,
  messages: readonly Addressed[],
): Promise<ReactionOutcomes & { lacks: RouteNeed | undefined }> {
  const delivering = { env, prepared, signal: stop, log }
  const outcomes: DeliveryOutcome[] = []
  const untried: number[] = []
  let lacks: RouteNeed | undefined
  const waiting = messages.values()
  const lane = async () => {
    for (const message of waiting) {
      const outcome = await deliver(delivering, message, untried.length === 0)
      lacks ??= outcome.lacks
      if (outcome.isUntried) untried.push(message.id)
      else outcomes.push(outcome)
    }
  }
  const lanes = Math.min(env.pace.concurrency, prepared.atOnceMax)
  await Promise.all(Array.from({ length: lanes }, lane))
  return { outcomes, untried, lacks }
}

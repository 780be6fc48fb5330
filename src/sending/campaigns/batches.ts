import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { GrantedFewer, markBatch, type Marked } from '../../store/campaigns/batches/mark.ts'
import type { Batch } from '../../store/campaigns/batches/rows.ts'
import { campaignQueue, senderReach, type ClaimedCampaign } from '../../store/campaigns/claims.ts'
import { adoptRange } from '../../store/campaigns/ranges/adopt.ts'
import { drawScale, firstReach, type Addressee, type Reach } from '../../store/campaigns/recipients/found.ts'
import { recordResults, type Results } from '../../store/campaigns/sending.ts'
import { someJobWaits } from '../../store/jobs/claim.ts'
import { isSelective } from '../../store/sending-rules/recipients.ts'
import { queueSendingQuotaNotice } from '../../store/accounting/quota-notices.ts'
import { hasRowRoom, spareBytesOf } from '../../work/jobs/row-room.ts'
import { roomOf, roomSeconds } from '../../work/attempt.ts'
import { count } from '../../work/counts.ts'
import { traced } from '../../work/traces/traced.ts'
import { deliver, type Delivering } from '../deliver.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { countMessages, recordWithRetries, untriedSeconds, waitsFor } from '../outcome.ts'
import type { Prepared } from '../prepare.ts'
import { createFlight, type Flight } from './flight.ts'

export type Sending = Delivering & { env: CampaignEnvironment; claim: ClaimedCampaign; reach: Reach }

/** It fails the campaign. */
export class CampaignFault extends Error {}

export function databaseOf(env: CampaignEnvironment, claim: ClaimedCampaign) {
  return env.database.within(claim.organization_id)
}

type SliceEnd = { kind: 'done' } | { kind: 'stopped' } | { kind: 'wait'; seconds: number; reason: string }

/** Sends until nothing is left for this sender, it has to wait, or others wait. */
export async function sendBatches(given: Omit<Sending, 'reach'>): Promise<SliceEnd> {
  const sending: Sending = { ...given, reach: { ...firstReach } }
  const { concurrency, batchesAtOnce } = sending.env.pace
  const lanes = Math.min(concurrency * batchesAtOnce, sending.prepared.atOnceMax)
  const flight = createFlight(lanes, (addressee, isReachable) => deliver(sending, addressee, isReachable))
  let end: SliceEnd
  let endedMs = 0
  try {
    end = await fillFlight(sending, flight)
    endedMs = performance.now()
  } finally {
    await land(sending, flight)
  }
  if (end.kind !== 'wait') return end
  // The wait starts when the last batch is marked.
  return { ...end, seconds: Math.max(0, end.seconds - (performance.now() - endedMs) / 1000) }
}

/**
 * So much of what may be in doubt has to have a result before it is worth a record and the next mark. The rest keeps the mail
 * server busy meanwhile; a message that hangs is a part of the rest for as long as it does.
 */
const worthShare = 0.8
/** What has results by then is recorded in any case. */
const patienceMs = 1000

async function fillFlight(sending: Sending, flight: Flight): Promise<SliceEnd> {
  const { env, signal } = sending
  const { batchMax, batchesAtOnce, sliceSeconds } = env.pace
  const endsMs = performance.now() + sliceSeconds * 1000
  const inDoubtMax = batchMax * batchesAtOnce
  const room = () => inDoubtMax - flight.open
  while (!signal.aborted && flight.failures.length === 0) {
    await flight.until(() => room() >= inDoubtMax * worthShare, patienceMs)
    if (signal.aborted) break
    if (!flight.isReachable) {
      const reason = flight.lacks === undefined ? 'a mail server' : waitsFor[flight.lacks]
      return { kind: 'wait', seconds: untriedSeconds, reason }
    }
    if (performance.now() > endsMs && (await someWait(env))) break
    if (!(await hasRowRoom(env.rowDisks ?? [], spareBytesOf.messages)))
      return { kind: 'wait', seconds: roomSeconds, reason: roomOf.rows }
    const refusal = await sending.prepared.findSenderProblem()
    if (refusal !== null) throw new CampaignFault(refusal)
    if (room() === 0) continue
    const { marked, recorded } = await exchange(sending, flight, room())
    if (marked.kind === 'short') return waitForAllowance(sending, marked.shortage)
    if (marked.kind === 'moved') continue
    if (marked.kind === 'none') {
      // What is recorded since may be due again at once.
      if (flight.size > 0) await flight.until(() => flight.open === 0, patienceMs)
      else if (recorded === 0 && (!marked.isShared || !(await hasMore(sending)))) return { kind: 'done' }
      continue
    }
    const { batch, waitSeconds } = marked
    void traced('campaign batch', attributesOf(sending, batch), () => flight.start(batch))
    if (waitSeconds > patientSeconds) return { kind: 'wait', seconds: waitSeconds, reason: 'the speed limit' }
    if (waitSeconds > 0) await pause(waitSeconds * 1000, undefined, { signal }).catch(() => {})
  }
  return { kind: 'stopped' }
}

/** Other campaigns. */
function someWait({ database, worker }: CampaignEnvironment): Promise<boolean> {
  return someJobWaits(database.everywhere(), campaignQueue(worker), senderReach())
}

function attributesOf({ claim }: Sending, { addressees }: Batch) {
  return { organization: claim.organization_id, campaign: claim.id, messages: addressees.length }
}

/** Waits for the messages that are under way, and records them. @throws the first failure. */
async function land(sending: Sending, flight: Flight): Promise<void> {
  let recorded: number
  do {
    await flight.until(() => flight.open === 0, patienceMs)
    recorded = await record(sending, flight)
    // Meanwhile, the last ones may have got their results.
  } while (flight.open > 0 || recorded > 0)
  if (flight.failures.length > 0) throw flight.failures[0]
}

async function record({ env, claim, log }: Sending, flight: Flight): Promise<number> {
  const results = flight.results()
  if (results.outcomes.length === 0) return 0
  const database = databaseOf(env, claim)
  await recordWithRetries(() => database.begin((sql) => recordResults(sql, claim, results)), log)
  return noteRecorded(results)
}

function noteRecorded({ outcomes, forget }: ReturnType<Flight['results']>): number {
  forget()
  countMessages('campaign', outcomes)
  return outcomes.length
}

/**
 * Records results and marks the next messages in one transaction: half as many transactions a message, and never more in
 * doubt than may be. With a rule, the marking writes deliveries and counters, so what it locks is not in order with results.
 */
async function exchange(
  sending: Sending,
  flight: Flight,
  batchMax: number,
): Promise<{ marked: Marked; recorded: number }> {
  if (isSelective(sending.claim)) {
    const recorded = await record(sending, flight)
    return { marked: await mark(sending, batchMax), recorded }
  }
  const results = flight.results()
  const marked = await mark(sending, batchMax, results)
  return { marked, recorded: noteRecorded(results) }
}

/** @returns whether to look again: recipients of another sender are this one's now, or may be a little later. */
async function hasMore({ env, claim, prepared, signal, log }: Sending): Promise<boolean> {
  const options = { rangeMin: env.pace.rangeMin, formatOf: prepared.formatOf }
  const adopted = await databaseOf(env, claim).begin((sql) => adoptRange(sql, claim, options))
  if (adopted.kind === 'adopted') noteLeft(adopted.uncertain, log)
  if (adopted.kind === 'others') await pause(othersMs, undefined, { signal }).catch(() => {})
  return adopted.kind !== 'none'
}

/** Other senders are at their last recipients. */
const othersMs = 200

/** The messages of a dead sender. */
export function noteLeft(messages: number, log: FastifyBaseLogger): void {
  if (messages === 0) return
  count('messages', { source: 'campaign', outcome: 'uncertain' }, messages)
  log.warn({ messages }, 'an earlier sender stopped mid-batch; its messages are marked uncertain')
}

async function waitForAllowance({ env, claim }: Sending, shortage: string): Promise<SliceEnd> {
  await databaseOf(env, claim).begin((sql) => queueSendingQuotaNotice(sql, claim.organization_id))
  return { kind: 'wait', seconds: shortageSeconds, reason: shortage }
}

const shortageSeconds = 30
/** If the speed limit requires a longer pause, the campaign is released. */
const patientSeconds = 1

/** The results, if there are any, are recorded in any case. */
async function mark(sending: Sending, batchMax: number, results?: Results): Promise<Marked> {
  const { env, claim, prepared, reach } = sending
  try {
    return await databaseOf(env, claim).begin((sql) =>
      markBatch(sql, claim, {
        batchMax: batchSize(claim.speed, batchMax),
        reach,
        results,
        contentOf: (addressee) => drawContent(claim, prepared, addressee),
        formatOf: prepared.formatOf,
        conditionsOf: prepared.conditionsOf,
      }),
    )
  } catch (error) {
    if (!(error instanceof GrantedFewer)) throw error
    if (error.granted > 0) return mark(sending, error.granted, results)
    if (results !== undefined) await databaseOf(env, claim).begin((sql) => recordResults(sql, claim, results))
    return { kind: 'short', shortage: error.shortage }
  }
}

/** With a speed limit, a batch is what may be sent in this time. */
const burstSeconds = 5

/** @param speed messages an hour; 0: no limit. */
function batchSize(speed: number, batchMax: number): number {
  if (speed === 0) return batchMax
  return Math.min(batchMax, Math.max(1, Math.floor((speed * burstSeconds) / 3600)))
}

function drawContent(claim: ClaimedCampaign, { contentIds }: Prepared, { draw }: Addressee): number {
  if (claim.pass === 'rest' && claim.winning_content_id !== null) return claim.winning_content_id
  return contentIds[Math.floor(draw / drawScale) % contentIds.length] ?? 0
}

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { GrantedFewer, markBatch } from '../../store/campaigns/batches.ts'
import type { Marked } from '../../store/campaigns/batches.ts'
import { someCampaignWaits } from '../../store/campaigns/claims.ts'
import type { ClaimedCampaign } from '../../store/campaigns/claims.ts'
import { adoptRange } from '../../store/campaigns/ranges/adopt.ts'
import { drawScale } from '../../store/campaigns/recipients.ts'
import type { Addressee } from '../../store/campaigns/recipients.ts'
import { queueSendingQuotaNotice } from '../../store/accounting/quota-notices.ts'
import { count } from '../../work/counts.ts'
import { untriedSeconds } from '../outcome-to-delivery.ts'
import type { CampaignEnvironment } from '../environment.ts'
import type { Prepared } from '../prepare.ts'
import { deliverBatch } from './deliver.ts'
import type { Sending } from './deliver.ts'
import { createFlight } from './flight.ts'
import type { Flight } from './flight.ts'

/** It fails the campaign. */
export class CampaignFault extends Error {}

export function databaseOf(env: CampaignEnvironment, claim: ClaimedCampaign) {
  return env.database.within(claim.organization_id)
}

type SliceEnd = { kind: 'done' } | { kind: 'stopped' } | { kind: 'wait'; seconds: number; reason: string }

/** Sends until nothing is left for this sender, it has to wait, or others wait. */
export async function sendBatches(sending: Sending): Promise<SliceEnd> {
  const flight = createFlight()
  try {
    const end = await fillFlight(sending, flight)
    const endedMs = performance.now()
    await flight.drain()
    if (end.kind !== 'wait') return end
    // The wait starts when the last batch is marked.
    return { ...end, seconds: Math.max(0, end.seconds - (performance.now() - endedMs) / 1000) }
  } finally {
    await flight.drain()
  }
}

async function fillFlight(sending: Sending, flight: Flight): Promise<SliceEnd> {
  const { env, signal } = sending
  const endsMs = performance.now() + env.pace.sliceSeconds * 1000
  let isReachable = true
  while (!signal.aborted && !flight.hasFailed) {
    if (!isReachable) return { kind: 'wait', seconds: untriedSeconds, reason: 'a mail server' }
    if (performance.now() > endsMs && (await someCampaignWaits(env.database.everywhere(), env.worker))) break
    const refusal = await sending.prepared.findSenderProblem()
    if (refusal !== null) throw new CampaignFault(refusal)
    const marked = await mark(sending)
    if (marked.kind === 'short') return waitForAllowance(sending, marked.shortage)
    if (marked.kind === 'moved') continue
    if (marked.kind === 'none' && flight.size > 0) {
      await flight.nextDone()
      continue
    }
    if (marked.kind === 'none') {
      if (!marked.isShared || !(await hasMore(sending))) return { kind: 'done' }
      continue
    }
    const { batch, waitSeconds } = marked
    flight.start(async () => {
      const end = await deliverBatch(sending, batch)
      isReachable &&= end.isReachable
    })
    if (waitSeconds > patientSeconds) return { kind: 'wait', seconds: waitSeconds, reason: 'the speed limit' }
    if (waitSeconds > 0) await pause(waitSeconds * 1000, undefined, { signal }).catch(() => {})
    if (flight.size >= env.pace.batchesAtOnce) await flight.nextDone()
  }
  return { kind: 'stopped' }
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

async function mark(sending: Sending, granted = Infinity): Promise<Marked> {
  const { env, claim, prepared } = sending
  try {
    return await databaseOf(env, claim).begin((sql) =>
      markBatch(sql, claim, {
        batchMax: Math.min(granted, batchSize(claim.speed, env.pace.batchMax)),
        contentOf: (addressee) => drawContent(claim, prepared, addressee),
        formatOf: prepared.formatOf,
      }),
    )
  } catch (error) {
    if (!(error instanceof GrantedFewer)) throw error
    return error.granted === 0 ? { kind: 'short', shortage: error.shortage } : mark(sending, error.granted)
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

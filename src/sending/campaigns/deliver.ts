import type { FastifyBaseLogger } from 'fastify'
import type { Addressee } from '../../store/campaigns/recipients.ts'
import type { ClaimedCampaign } from '../../store/campaigns/claims.ts'
import { recordBatch } from '../../store/campaigns/sending.ts'
import type { DeliveryOutcome } from '../../store/campaigns/deliveries.ts'
import { traced } from '../../work/traces/traced.ts'
import type { Batch } from '../../store/campaigns/batches.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { composeAndSend, countMessages, recordWithRetries, skipped } from '../compose-and-send.ts'
import { outcomeToDelivery, unsent } from '../outcome-to-delivery.ts'
import type { Prepared } from '../prepare.ts'

export type Sending = {
  env: CampaignEnvironment
  claim: ClaimedCampaign
  prepared: Prepared
  signal: AbortSignal
  log: FastifyBaseLogger
}

/** Messages not yet sent when the signal aborts stay queued. */
export function deliverBatch(sending: Sending, batch: Batch): Promise<{ isReachable: boolean }> {
  const { organization_id: organization, id: campaign } = sending.claim
  const of = { organization, campaign, messages: batch.addressees.length }
  return traced('campaign batch', of, () => deliverAll(sending, batch))
}

async function deliverAll(sending: Sending, batch: Batch): Promise<{ isReachable: boolean }> {
  const outcomes: DeliveryOutcome[] = []
  let isReachable = true
  const waiting = batch.addressees.values()
  const work = async () => {
    for (const addressee of waiting) {
      const outcome = await deliverOne(sending, addressee, isReachable)
      if (outcome.isUntried) isReachable = false
      outcomes.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: sending.env.pace.concurrency }, work))
  const { env, claim, log } = sending
  const database = env.database.within(claim.organization_id)
  const record = () => database.begin((sql) => recordBatch(sql, claim, batch, outcomes))
  await recordWithRetries(record, log)
  countMessages('campaign', outcomes)
  return { isReachable }
}

type Delivered = DeliveryOutcome & { isUntried: boolean }

async function deliverOne(
  { env, prepared, signal, log }: Sending,
  addressee: Addressee & { content_id: number },
  isReachable: boolean,
): Promise<Delivered> {
  const of = {
    subscriberId: addressee.subscriber_id,
    occasion: addressee.occasion,
    contentId: addressee.content_id,
    format: prepared.formatOf(addressee.content_id),
    isUntried: false,
  }
  const { attempts } = addressee
  if (addressee.email === '')
    return { ...of, ...skipped(attempts, 'the subscriber is no longer an active one, or is suppressed') }
  if (signal.aborted || !isReachable) return { ...of, ...unsent, attempts, isUntried: !isReachable }
  const occasion = { contentId: addressee.content_id, occasion: addressee.occasion, now: new Date() }
  const handed = await composeAndSend({ env, prepared, signal, log }, addressee, occasion)
  if ('problem' in handed) return { ...of, ...skipped(attempts, handed.problem) }
  const { outcome, format } = handed
  if (outcome.kind === 'untried' && signal.aborted) return { ...of, ...unsent, attempts }
  return { ...of, format, ...outcomeToDelivery(outcome, attempts), isUntried: outcome.kind === 'untried' }
}

import type { FastifyBaseLogger } from 'fastify'
import { retryable } from '../database/connection.ts'
import type { Addressee } from '../store/campaign-recipients.ts'
import type { ClaimedCampaign } from '../store/campaign-claims.ts'
import { settleBatch } from '../store/campaign-sending.ts'
import type { DeliveryOutcome } from '../store/deliveries.ts'
import type { Batch } from '../store/sending-batches.ts'
import type { CampaignEnvironment } from './environment.ts'
import { judgeOutcome, unsent } from './judge-outcome.ts'
import type { Prepared } from './prepare.ts'

/** Where a batch is at work: its campaign, and the signal that nothing more of it may leave. */
export type Sending = {
  env: CampaignEnvironment
  claim: ClaimedCampaign
  prepared: Prepared
  signal: AbortSignal
  log: FastifyBaseLogger
}

/**
 * Sends a batch that is marked and writes down what became of it. What has not left when the signal aborts stays queued.
 * @returns whether a mail server could be reached.
 */
export async function deliverBatch(sending: Sending, batch: Batch): Promise<{ isReachable: boolean }> {
  const outcomes: DeliveryOutcome[] = []
  let isReachable = true
  const waiting = batch.addressees.values()
  const work = async () => {
    // One iterator for all: each takes the next that nobody has taken.
    for (const addressee of waiting) {
      const outcome = await deliver(sending, addressee, isReachable)
      if (outcome.isUntried) isReachable = false
      outcomes.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: sending.env.pace.concurrency }, work))
  await settle(sending, batch, outcomes)
  return { isReachable }
}

type Delivered = DeliveryOutcome & { isUntried: boolean }

async function deliver(
  { env, claim, prepared, signal, log }: Sending,
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
  try {
    const composed = await prepared.composer.compose(recipientOf(addressee), {
      contentId: addressee.content_id,
      occasion: addressee.occasion,
      now: new Date(),
    })
    if ('problem' in composed) return { ...of, ...skipped(attempts, composed.problem) }
    const { message, format } = composed
    const outcome = await env.mailer.send(prepared.routeOf(domainOf(message.envelope.to)), message, signal)
    if (outcome.kind === 'untried' && signal.aborted) return { ...of, ...unsent, attempts }
    return { ...of, format, ...judgeOutcome(outcome, attempts), isUntried: outcome.kind === 'untried' }
  } catch (error) {
    log.error(
      { err: error, campaign: claim.id, subscriber: of.subscriberId },
      'a message could not be written',
    )
    return { ...of, ...skipped(attempts, 'the message could not be written; the server log tells why') }
  }
}

function skipped(attempts: number, diagnostic: string) {
  return { state: 'skipped', attempts, retrySeconds: null, status: null, diagnostic } as const
}

function recipientOf(addressee: Addressee) {
  return {
    subscriberId: addressee.subscriber_id,
    email: addressee.email,
    subscribeTime: addressee.subscribe_time,
    subscribeIp: addressee.subscribe_ip,
    customFields: addressee.custom_fields,
    emailFormat: addressee.email_format,
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

const settleTriesMax = 10

/** What has left is known only here: a fault of the database is waited out, as long as it may pass. */
async function settle(
  { env, claim, log }: Sending,
  batch: Batch,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await settleBatch(env.database.within(claim.organization_id), claim, batch, outcomes)
      return
    } catch (error) {
      if (!retryable(error) || tries === settleTriesMax) throw error
      log.warn({ err: error, campaign: claim.id, batch: batch.id }, 'what became of a batch is written again')
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** tries, 10_000)))
    }
  }
}

import type { FastifyBaseLogger } from 'fastify'
import type { Chosen } from '../../store/campaigns/batches/rows.ts'
import type { ClaimedCampaign } from '../../store/campaigns/claims.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { composeAndSend, skipped } from '../compose-and-send.ts'
import { outcomeToDelivery, unsent } from '../outcome-to-delivery.ts'
import type { Prepared } from '../prepare.ts'
import type { Delivered } from './flight.ts'

export type Sending = {
  env: CampaignEnvironment
  claim: ClaimedCampaign
  prepared: Prepared
  signal: AbortSignal
  log: FastifyBaseLogger
}

/** A message not yet handed over when the signal aborts stays queued. */
export async function deliver(
  { env, prepared, signal, log }: Sending,
  addressee: Chosen,
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

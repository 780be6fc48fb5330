import type { FastifyBaseLogger } from 'fastify'
import type { CustomValues } from '../contract/subscribers/values.ts'
import { domainOf } from '../contract/values/email.ts'
import type { Composed, Occasion } from '../rendering/composer.ts'
import type { DeliveryOutcome } from '../store/campaigns/deliveries.ts'
import type { SendingEnvironment } from './environment.ts'
import { outcomeToDelivery, skipped, unsent, type Outcome, type RouteNeed } from './outcome.ts'
import type { Prepared } from './prepare.ts'

export type Delivering = {
  env: SendingEnvironment
  prepared: Prepared
  signal: AbortSignal
  log: FastifyBaseLogger
}

type Addressed = {
  subscriber_id: number
  email: string
  subscribe_time: Date | null
  subscribe_ip: string | null
  email_format: 'html' | 'text' | 'both' | null
  custom_fields: CustomValues
  hidden?: readonly boolean[]
  attempts: number
  occasion: number
  /** null: the only content of an autoresponder. */
  content_id: number | null
  content_replacements?: Readonly<Record<string, unknown>> | null
}

/** `isUntried`: no server has seen it; `state` is then `deferred`. */
export type Delivered = DeliveryOutcome & { isUntried: boolean; lacks?: RouteNeed }

/** Never rejects. A message that is not handed over when the signal aborts is untried. */
export async function deliver(
  delivering: Delivering,
  addressed: Addressed,
  isReachable: boolean,
): Promise<Delivered> {
  const { signal, prepared } = delivering
  const { attempts, occasion, content_id: contentId } = addressed
  const of = {
    subscriberId: addressed.subscriber_id,
    occasion,
    contentId,
    format: prepared.formatOf(contentId),
    isUntried: false,
  }
  if (addressed.email === '')
    return { ...of, ...skipped(attempts, 'the subscriber is no longer an active one, or is suppressed') }
  if (signal.aborted || !isReachable) return { ...of, ...unsent, attempts, isUntried: true }
  const replacements = addressed.content_replacements ?? {}
  const handed = await composeAndSend(delivering, addressed, {
    contentId,
    occasion,
    replacements,
    now: new Date(),
  })
  if ('problem' in handed) return { ...of, ...skipped(attempts, handed.problem) }
  const { outcome, format } = handed
  const isUntried = outcome.kind === 'untried'
  if (isUntried && signal.aborted) return { ...of, ...unsent, attempts, isUntried }
  const lacks = outcome.kind === 'untried' && outcome.lacks !== undefined ? { lacks: outcome.lacks } : {}
  return { ...of, format, ...outcomeToDelivery(outcome, attempts), isUntried, ...lacks }
}

type SendResult = { outcome: Outcome; format: Composed['format'] } | { problem: string }

async function composeAndSend(
  { env, prepared, signal, log }: Delivering,
  row: Addressed,
  occasion: Occasion,
): Promise<SendResult> {
  try {
    const composed = await prepared.composer.compose(recipientOf(row), occasion)
    if ('problem' in composed) return composed
    const { to } = composed.message.envelope
    const route = prepared.routeOf(domainOf(to))
    return { outcome: await env.mailer.send(route, composed.message, signal), format: composed.format }
  } catch (error) {
    log.error({ err: error, subscriber: row.subscriber_id }, 'message could not be composed')
    return { problem: 'the message could not be composed; see the server log' }
  }
}

function recipientOf(row: Addressed) {
  return {
    subscriberId: row.subscriber_id,
    email: row.email,
    subscribeTime: row.subscribe_time,
    subscribeIp: row.subscribe_ip,
    customFields: row.custom_fields,
    emailFormat: row.email_format,
    hidden: row.hidden,
  }
}

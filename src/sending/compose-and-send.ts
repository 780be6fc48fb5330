import type { FastifyBaseLogger } from 'fastify'
import { domainOf } from '../contract/values/email.ts'
import type { CustomValues } from '../contract/subscribers/values.ts'
import { repeated, retryable } from '../database/retry.ts'
import type { Composed, Occasion } from '../rendering/composer.ts'
import type { DeliveryOutcome } from '../store/campaigns/deliveries.ts'
import { count } from '../work/counts.ts'
import type { SendingEnvironment } from './environment.ts'
import type { Outcome } from './outcome.ts'
import type { Prepared } from './prepare.ts'

export type AddressedRow = {
  subscriber_id: number
  email: string
  subscribe_time: Date | null
  subscribe_ip: string | null
  email_format: 'html' | 'text' | 'both' | null
  custom_fields: CustomValues
}

export type SendResult = { outcome: Outcome; format: Composed['format'] } | { problem: string }

export async function composeAndSend(
  {
    env,
    prepared,
    signal,
    log,
  }: {
    env: SendingEnvironment
    prepared: Prepared
    signal: AbortSignal
    log: FastifyBaseLogger
  },
  row: AddressedRow,
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

function recipientOf(row: AddressedRow) {
  return {
    subscriberId: row.subscriber_id,
    email: row.email,
    subscribeTime: row.subscribe_time,
    subscribeIp: row.subscribe_ip,
    customFields: row.custom_fields,
    emailFormat: row.email_format,
  }
}

export function skipped(attempts: number, diagnostic: string) {
  return { state: 'skipped', attempts, retrySeconds: null, status: null, diagnostic } as const
}

/** Call it when the outcomes are recorded. */
export function countMessages(
  source: 'campaign' | 'autoresponder',
  outcomes: readonly Pick<DeliveryOutcome, 'state'>[],
): void {
  for (const { state } of outcomes) count('messages', { source, outcome: state })
}

const triesMax = 10

/** Retries for about 50 seconds, because only this process knows which messages were sent. @param write idempotent. */
export async function recordWithRetries(write: () => Promise<void>, log: FastifyBaseLogger): Promise<void> {
  let failures = 0
  const onRepeat = (error: unknown) => {
    failures += 1
    if (failures === 1) log.warn({ err: error }, 'recording delivery outcomes failed; will retry')
  }
  const pauseMs = (tries: number) => Math.min(100 * 2 ** tries, 10_000)
  await repeated(write, { after: retryable, triesMax, pauseMs, onRepeat })
  if (failures > 0) log.info({ failures }, 'recording delivery outcomes works again')
}

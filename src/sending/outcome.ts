import type { FastifyBaseLogger } from 'fastify'
import { repeated, retryable } from '../database/retry.ts'
import type { DeliveryOutcome } from '../store/campaigns/deliveries.ts'
import { count } from '../work/counts.ts'

/**
 * - `bounced`: refused permanently (5xx).
 * - `deferred`: refused temporarily (4xx), or the connection ended before the whole message was written.
 * - `untried`: no connection, no log-in, 421, or a fault of the route that it names (`lacks`). The route failed, not this message;
 *   other messages would fail too.
 * - `uncertain`: the whole message was written and no reply came, so the server may have accepted it.
 */
export type Outcome =
  | { kind: 'accepted' }
  | {
      kind: 'bounced' | 'deferred' | 'untried' | 'uncertain'
      /** Enhanced status code (RFC 3463), if necessary derived from the reply code. */
      status: string | null
      /** The reply as one line of at most 500 characters. */
      diagnostic: string
      /** What the route needs before it takes messages, if it said so; of `untried` ones alone. */
      lacks?: RouteNeed
    }

/** `size`: it takes smaller messages only. `login`: it refuses the log-in. `quota`: it has sent what it may send. */
export type RouteNeed = 'size' | 'login' | 'quota'

/** As a campaign and an autoresponder say what they wait for. */
export const waitsFor: Readonly<Record<RouteNeed, string>> = {
  size: 'a mail server that takes messages of this size',
  login: 'a mail server that accepts the log-in',
  quota: 'the sending limit of the mail server',
}

/** Minutes between attempts after temporary refusals; after the last one the message counts as bounced. */
const retryMinutes = [1, 5, 15, 60, 240, 240, 240]

/** Does not count as an attempt. */
export const untriedSeconds = 30

/** Due again as soon as the campaign resumes. */
export const unsent: DeliveryUpdate = {
  state: 'deferred',
  attempts: 0,
  retrySeconds: 0,
  status: null,
  diagnostic: null,
}

type DeliveryUpdate = Pick<DeliveryOutcome, 'state' | 'attempts' | 'retrySeconds' | 'status' | 'diagnostic'>

export function outcomeToDelivery(outcome: Outcome, attempts: number): DeliveryUpdate {
  if (outcome.kind === 'accepted') {
    return { state: 'accepted', attempts: attempts + 1, retrySeconds: null, status: null, diagnostic: null }
  }
  const { status, diagnostic } = outcome
  switch (outcome.kind) {
    case 'untried':
      return { state: 'deferred', attempts, retrySeconds: untriedSeconds, status, diagnostic }
    case 'deferred': {
      const minutes = retryMinutes[attempts]
      return minutes === undefined
        ? {
            state: 'bounced',
            attempts: attempts + 1,
            retrySeconds: null,
            status: status ?? '4.4.7',
            diagnostic,
          }
        : { state: 'deferred', attempts: attempts + 1, retrySeconds: minutes * 60, status, diagnostic }
    }
    case 'bounced':
    case 'uncertain':
      return { state: outcome.kind, attempts: attempts + 1, retrySeconds: null, status, diagnostic }
  }
}

export function skipped(attempts: number, diagnostic: string) {
  return { state: 'skipped', attempts, retrySeconds: null, status: null, diagnostic } as const
}

/** Call it when the outcomes are recorded. */
export function countMessages(
  source: 'campaign' | 'autoresponder' | 'message',
  outcomes: readonly { state: string }[],
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

import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import { LeaseLost } from '../database/lease.ts'
import type { Admission } from '../outbound/address-guard.ts'
import type { Lookup } from '../outbound/names/addresses.ts'
import type { Secrets } from '../secrets/ring.ts'
import {
  claimDelivery,
  deliveryFailed,
  deliverySucceeded,
  receiverGone,
  releaseDelivery,
  dueDeliveries,
  type Delivery,
} from '../store/webhooks/deliveries.ts'
import { count } from '../work/counts.ts'
import { sharedLoop, type SharedLoop } from '../work/loops/lane-shares.ts'
import { traced } from '../work/traces/traced.ts'
import { post, type PostResult } from './post.ts'
import { signatureHeaders } from './signature.ts'

export type NotifyingEnvironment = {
  database: Database
  secrets: Pick<Secrets, 'unseal'>
  log: FastifyBaseLogger
  admission: Pick<Admission, 'allow' | 'allowLoopback'>
  /** Default: 10 s. */
  timeoutMs?: number
  lookup?: Lookup
}

export const webhookChannel = 'webhook_events'

const timeoutMs = 10_000

/** At least once, in order per webhook. A slow receiver blocks one loop, so several loops run. */
export function webhookLoop(env: NotifyingEnvironment): SharedLoop<Delivery> {
  const everywhere = env.database.everywhere()
  return sharedLoop({
    nextTurn: async (full) => {
      const delivery = await everywhere.begin((sql) => claimDelivery(sql, full))
      return delivery && { organizationId: delivery.organizationId, take: async () => delivery }
    },
    run: (delivery, stop) => {
      const of = { organization: delivery.organizationId, webhook: delivery.webhookId }
      return traced('webhook delivery', of, () => deliver(env, delivery, stop))
    },
    due: (sql, _, full) => [dueDeliveries(sql, full)],
  })
}

async function deliver(env: NotifyingEnvironment, delivery: Delivery, stop: AbortSignal): Promise<void> {
  const database = env.database.within(delivery.organizationId)
  const log = env.log.child({ organization: delivery.organizationId, webhook: delivery.webhookId })
  const begunMs = performance.now()
  try {
    const result = await request(env, delivery, stop)
    if (result === null) return await database.begin((sql) => releaseDelivery(sql, delivery))
    const { outcome, status, answer, message, waitSeconds = null } = result
    count('webhook_requests', { outcome })
    const attempt = { status, answer, error: message, durationMs: Math.round(performance.now() - begunMs) }
    if (outcome === 'taken') return await database.begin((sql) => deliverySucceeded(sql, delivery, attempt))
    log.info({ reason: message }, 'webhook delivery failed')
    if (outcome === 'gone') return await database.begin((sql) => receiverGone(sql, delivery, attempt))
    const failed = { ...attempt, isSilent: outcome === 'silent', waitSeconds }
    await database.begin((sql) => deliveryFailed(sql, delivery, failed))
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    count('lease_losses', { work: 'webhook' })
    log.info('webhook taken over or deleted; delivery result discarded')
  }
}

/** @returns null if stopped; the receiver may have got the events. */
async function request(
  env: NotifyingEnvironment,
  delivery: Delivery,
  stop: AbortSignal,
): Promise<PostResult | null> {
  const { url, deliveryId, claimedAt: timestamp, body } = delivery
  const secret = secretOf(env, delivery)
  if (secret === null) {
    const message = 'The signing secret cannot be read; rotate it.'
    return { outcome: 'failed', status: null, answer: '', message }
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Quiver',
    ...signatureHeaders(secret, { id: deliveryId, timestamp, body }),
  }
  const { organizationId } = delivery
  const rules = {
    ...env.admission,
    organizationId,
    timeoutMs: env.timeoutMs ?? timeoutMs,
    lookup: env.lookup,
  }
  try {
    return await post(url, { headers, body }, rules, stop)
  } catch (error) {
    if (stop.aborted) return null
    throw error
  }
}

/** null if it was sealed for another row or with another SECRET_KEY. */
function secretOf(
  { secrets }: NotifyingEnvironment,
  { organizationId, webhookId, secretSealed }: Delivery,
): string | null {
  try {
    return secrets.unseal(secretSealed, { table: 'webhooks', organizationId, id: webhookId })
  } catch {
    return null
  }
}

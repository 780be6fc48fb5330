import { onTestFinished } from 'vitest'
import type { EventType } from '../../../src/contract/webhooks.ts'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { webhookRoutes } from '../../../src/http/webhooks.ts'
import { webhookLoop, type NotifyingEnvironment } from '../../../src/notifying/webhooks.ts'
import { queueEvents } from '../../../src/store/webhooks/events.ts'
import { anApi, quietLog, type Actor, type Api } from '../core/api.ts'
import { aReceiver } from './receiver.ts'
import { setEarlier } from '../postgres/earlier.ts'

export type Webhook = {
  id: number
  secret: string
  url: string
  active: boolean
  pending: number
  dead: number
  failures: number
  last_error: string | null
  last_delivered_at: string | null
  next_attempt_at: string | null
}

type Routes = Parameters<typeof anApi>

/** The webhook API of a server that listens on loopback only. */
export function aWebhookApi(...routes: Routes): Promise<Api> {
  const freeTargets = { allowLoopback: true, allow: [] }
  return anApi((route, secrets) => webhookRoutes(route, { secrets, freeTargets }), ...routes)
}

let names = 0

export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

export async function aWebhook(
  api: Api,
  attributes: { url: string; event_types?: EventType[] },
  as: Actor = api.a,
): Promise<Webhook> {
  const name = `Hook ${(names += 1)}`
  const webhook = { name, event_types: ['studio_open'], ...attributes }
  const { body } = await api.call<Webhook>('POST', 'webhooks', { webhook }, as)
  if (!body.success) throw new Error(body.error_message ?? '')
  return body.data
}

export async function showWebhook({ call }: Api, { id }: { id: number }): Promise<Webhook> {
  return (await call<Webhook>('GET', `webhooks/${id}`)).body.data
}

export function opened(api: Api, numbers: number[], { organizationId }: Actor = api.a): Promise<void> {
  return api.sql.begin((sql) =>
    queueEvents(
      sql,
      organizationId,
      'studio_open',
      numbers.map((number) => ({ number, event_time: 1_000 + number })),
    ),
  )
}

export function aDeliverer(api: Api, options: Partial<NotifyingEnvironment> = {}) {
  const database = connect(api.url, { max: 4, applicationName: 'test notifier', role: applicationRole })
  onTestFinished(() => database.end())
  const admission = { allow: [], allowLoopback: true }
  const loop = webhookLoop({ database, secrets: api.secrets, log: quietLog, admission, ...options })
  const step = async (stop = new AbortController().signal) => {
    const delivery = await loop.take()
    if (delivery !== null) await loop.run(delivery, stop)
    return delivery
  }
  const untilIdle = async () => {
    while ((await step()) !== null);
  }
  return { loop, step, untilIdle }
}

/** Makes postponed and leased events due. */
export async function later({ sql }: Api): Promise<void> {
  await setEarlier(sql, { table: 'webhooks', times: ['next_attempt_at', 'leased_until'] }, '1 day')
}

export async function aTold(options: Partial<NotifyingEnvironment> = {}, ...routes: Routes) {
  const api = await aWebhookApi(...routes)
  const receiver = await aReceiver()
  return { api, receiver, webhook: await aWebhook(api, { url: receiver.url }), ...aDeliverer(api, options) }
}

import { onTestFinished } from 'vitest'
import { webhookRoutes } from '../../../src/http/webhooks.ts'
import { messageRoutes } from '../../../src/http/messages/routes.ts'
import { messageStreamRoutes } from '../../../src/http/messages/streams.ts'
import { createPace } from '../../../src/http/public/pace.ts'
import { messageLinkRoutes } from '../../../src/http/public/messages.ts'
import { messageLoop } from '../../../src/sending/messages.ts'
import type { CampaignEnvironment } from '../../../src/sending/environment.ts'
import { lapsedMessages } from '../../../src/upkeep/lapsed/messages.ts'
import { anApi } from '../core/api.ts'
import { upkeepEnvironment } from '../records/upkeep.ts'
import { startSmtpSink, type SinkOptions } from './sink.ts'
import { sendingEnvironment, type SenderOptions } from '../sending/sender.ts'

export const baseUrl = 'http://quiver.example.com'

export type ShownMessage = {
  id: number
  state: string
  to: string
  subject: string
  diagnostic: string | null
  message_id: string
  attempts: number
  opens: number
  clicks: number
  html: string | null
  text: string | null
  has_body: boolean
  events: { kind: string; details: Record<string, unknown> }[]
}

/** An API for messages to single persons, a mail server that takes them, and a sender that works when it is asked to. */
export async function aMessageWorld(sinkOptions: SinkOptions = {}) {
  const api = await anApi(
    (route, secrets) => messageRoutes(route, { secrets, baseUrl }),
    (route) => messageStreamRoutes(route),
    (route, secrets) => webhookRoutes(route, { secrets, freeTargets: { allowLoopback: true, allow: [] } }),
  )
  messageLinkRoutes(api.app, { database: api.database, secrets: api.secrets }, createPace({ perMinute: 0 }))
  const sink = await startSmtpSink(sinkOptions)
  onTestFinished(() => sink.stop())
  const { organizationId } = api.a
  const environment = (changes: Partial<SenderOptions> = {}) => {
    const env = sendingEnvironment(api, { smtpUrl: sink.url, ...changes })
    onTestFinished(env.end)
    return env
  }
  const env = environment()
  const message = (attributes: object = {}) => ({
    to: 'ann@example.com',
    from_email: 'shop@example.com',
    subject: 'Your receipt',
    text: 'Thank you.',
    ...attributes,
  })
  return {
    api,
    sql: api.sql,
    organizationId,
    sink,
    env,
    environment,
    message,
    send: (attributes: object = {}) =>
      api.call<ShownMessage>('POST', 'messages', { message: message(attributes) }),
    show: async (id: number) => (await api.call<ShownMessage>('GET', `messages/${id}`)).body.data,
    stream: async (attributes: object = {}) =>
      (
        await api.call<{ id: number }>('POST', 'message_streams', {
          message_stream: { name: 'Receipts', from_email: 'shop@example.com', ...attributes },
        })
      ).body.data.id,
    /** Sends what is due. */
    work: () => sendMessages(env),
  }
}

export type MessageWorld = Awaited<ReturnType<typeof aMessageWorld>>

/** What is due now; and messages whose sender has died become uncertain. */
export async function sendMessages(env: CampaignEnvironment): Promise<void> {
  const loop = messageLoop(env)
  const { signal } = new AbortController()
  await lapsedMessages.run(upkeepEnvironment(env.database), signal)
  for (let piece = await loop.take(); piece !== null; piece = await loop.take()) await loop.run(piece, signal)
}

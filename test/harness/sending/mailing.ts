import { onTestFinished } from 'vitest'
import { createMailer, type MailerSettings } from '../../../src/sending/smtp/mailer.ts'
import type { Route } from '../../../src/sending/route.ts'
import type { BuiltMessage } from '../../../src/rendering/message.ts'
import { startSmtpSink, type SinkOptions } from '../smtp/sink.ts'

/** A sink that ends with the test. */
export async function aSink(options: SinkOptions = {}) {
  const sink = await startSmtpSink(options)
  onTestFinished(() => sink.stop())
  return sink
}

/** On a busy machine the answer of a server that works takes longer than `hasty` waits for one that stalls. */
const patient = { connect: 20_000, greeting: 20_000, socket: 20_000, message: 30_000 }
export const hasty = { connect: 2000, greeting: 1000, socket: 300, message: 5000 }

/** A mailer that ends with the test. */
export async function aMailer(settings: Partial<MailerSettings> = {}) {
  const mailer = createMailer({
    mailbox: {
      deliver: () => Promise.reject(new Error('this mailer has no mailbox')),
      list: async () => [],
      read: async () => null,
    },
    connectionsPerRoute: 2,
    ...settings,
    timeouts: { ...patient, ...settings.timeouts },
  })
  onTestFinished(() => mailer.close())
  return mailer
}

export function routeTo(url: string, key = 'default', localAddress: string | null = null): Route {
  return { kind: 'smtp', key, url, localAddress }
}

export function aMessage(number = 1, text = `This is message ${number}.`): BuiltMessage {
  const envelope = { from: `bounces+${number}@example.com`, to: `reader.${number}@example.org` }
  const lines = [
    'From: News <news@example.com>',
    `To: ${envelope.to}`,
    `Subject: Number ${number}`,
    '',
    text,
    '',
  ]
  return { envelope, raw: Buffer.from(lines.join('\r\n')) }
}

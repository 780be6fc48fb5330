import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { onTestFinished } from 'vitest'
import { createRateLimits, type RateLimits } from '../../../src/http/route/rate-limit.ts'
import { createMessageTokens } from '../../../src/links/messages.ts'
import { startSubmission, type SubmissionSettings } from '../../../src/submission/server.ts'
import { quietLog } from '../core/api.ts'
import type { Certificate } from '../fakes/certificate.ts'
import { aMessageWorld, baseUrl, type MessageWorld } from './message-world.ts'
import type { SinkOptions } from './sink.ts'

type Options = Partial<SubmissionSettings> & { limits?: RateLimits; certificate?: Certificate }

/** A port that takes messages, for the API of a world. */
export async function aSubmissionPort({ api }: Pick<MessageWorld, 'api'>, options: Options = {}) {
  const certificateFolder = await mkdtemp(join(tmpdir(), 'quiver-tls-'))
  onTestFinished(() => rm(certificateFolder, { recursive: true, force: true }))
  const {
    limits = createRateLimits({ perMinute: 0, failuresPerMinute: 0 }),
    certificate,
    ...settings
  } = options
  if (certificate !== undefined) await writeCertificate(certificateFolder, certificate)
  const { database, secrets } = api
  const messages = {
    tokens: createMessageTokens(secrets),
    baseUrl,
    now: () => new Date(),
    via: 'smtp' as const,
  }
  const port = await startSubmission(
    { database, secrets, limits, messages, log: quietLog },
    { host: '127.0.0.1', port: 0, tls: false, certificateFolder, ...settings },
  )
  onTestFinished(port.stop)
  return { ...port, certificateFolder }
}

export async function writeCertificate(folder: string, { cert, key }: Certificate): Promise<void> {
  await writeFile(join(folder, 'fullchain.pem'), cert)
  await writeFile(join(folder, 'privkey.pem'), key)
}

export async function aSubmissionWorld(options: Options = {}, sinkOptions: SinkOptions = {}) {
  const world = await aMessageWorld(sinkOptions)
  const port = await aSubmissionPort(world, options)
  const { credential } = world.api.a
  const client = (transport: SMTPTransport.Options = {}) => {
    const mailer = createTransport({
      host: '127.0.0.1',
      port: port.port,
      auth: { user: 'quiver', pass: credential },
      // Nobody can know the certificates of tests.
      tls: { rejectUnauthorized: false },
      ...transport,
    })
    onTestFinished(() => mailer.close())
    return mailer
  }
  const mail = (attributes: SendMailOptions = {}): SendMailOptions => ({
    from: 'Shop <shop@example.com>',
    to: 'Ann <ann@example.com>',
    subject: 'Your receipt',
    text: 'Thank you.',
    ...attributes,
  })
  return {
    ...world,
    port,
    credential,
    client,
    mail,
    /** By nodemailer. @returns the ids that the answer names. */
    submit: async (attributes: SendMailOptions = {}, transport: SMTPTransport.Options = {}) =>
      idsOf((await client(transport).sendMail(mail(attributes))).response),
  }
}

export type SubmissionWorld = Awaited<ReturnType<typeof aSubmissionWorld>>

export function idsOf(response: string): number[] {
  return (/queued as ([\d,]+)/.exec(response)?.[1] ?? '')
    .split(',')
    .flatMap((id) => (id === '' ? [] : [Number(id)]))
}

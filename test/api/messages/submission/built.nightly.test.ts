import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { expect, onTestFinished, test } from 'vitest'
import { aDataDirectory } from '../../../harness/core/embedded.ts'
import { until } from '../../../harness/core/until.ts'
import { anOrganizationOf, aWholeServer, freePorts } from '../../../harness/core/whole-server.ts'
import { selfSignedCertificate } from '../../../harness/fakes/certificate.ts'
import { idsOf, writeCertificate } from '../../../harness/smtp/submission-world.ts'

test('the built server takes messages at its ports, with TLS from the first byte, after STARTTLS and without, and sends each once', async () => {
  const dataDir = await aDataDirectory()
  const certificate = selfSignedCertificate('127.0.0.1')
  await mkdir(join(dataDir, 'tls'), { recursive: true })
  await writeCertificate(join(dataDir, 'tls'), certificate)
  const [plain = 0, tls = 0] = await freePorts(2)
  const whole = await aWholeServer(
    {},
    { DATA_DIR: dataDir, SUBMISSION_PORT: `${plain},tls://127.0.0.1:${tls}` },
  )
  const shop = await anOrganizationOf(whole, { name: 'Shop' })
  const send = async (name: string, transport: SMTPTransport.Options, pass = shop.credential) => {
    const mailer = createTransport({
      host: '127.0.0.1',
      auth: { user: 'quiver', pass },
      tls: { ca: certificate.cert },
      ...transport,
    })
    onTestFinished(() => mailer.close())
    const written = { from: 'shop@example.com', subject: 'Your receipt', text: 'Thank you.' }
    return mailer.sendMail({ ...written, to: `${name}@example.com` })
  }
  const answers = [
    await send('ann', { port: tls, secure: true }),
    await send('bob', { port: plain, requireTLS: true }),
    await send('cid', { port: plain, ignoreTLS: true }),
  ]
  const refused = await send('eve', { port: tls, secure: true }, 'MTpub2JvZHk=').catch((error: unknown) => error) // oxfmt-ignore
  expect(refused).toMatchObject({ responseCode: 535, code: 'EAUTH' })

  const ids = answers.flatMap(({ response }) => idsOf(response))
  const states = () =>
    Promise.all(ids.map((id) => shop.call<{ to: string; state: string }>('GET', `messages/${id}`)))
  await until(async () => (await states()).every(({ state }) => state === 'accepted'))
  const people = ['ann@example.com', 'bob@example.com', 'cid@example.com']
  expect((await states()).map(({ to }) => to)).toEqual(people)
  expect(whole.sink.messages.map(({ to }) => to).toSorted()).toEqual(people)
  expect(await shop.call('GET', 'messages')).toHaveLength(3)
}, 120_000)

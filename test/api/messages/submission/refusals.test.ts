import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { createRateLimits } from '../../../../src/http/route/rate-limit.ts'
import { openSubmissionPorts } from '../../../../src/submission/ports.ts'
import { quietLog } from '../../../harness/core/api.ts'
import { selfSignedCertificate } from '../../../harness/fakes/certificate.ts'
import { talk } from '../../../harness/smtp/dialogue.ts'
import { aSubmissionPort, aSubmissionWorld } from '../../../harness/smtp/submission-world.ts'

const plain = (password: string) => `AUTH PLAIN ${Buffer.from(`\0quiver\0${password}`).toString('base64')}`

test('nothing is taken without a log-in, and a wrong key is told as such', async () => {
  const world = await aSubmissionWorld()
  const { reply, say } = await talk(world.port.port)
  expect(await reply()).toMatch(/^220 /)
  const hello = await say('EHLO somebody.example')
  expect(hello).toMatch(/AUTH PLAIN LOGIN/)
  expect(hello).not.toContain('STARTTLS')
  expect(hello).toContain('SIZE 20971520')
  expect(await say('MAIL FROM:<shop@example.com>')).toMatch(/^530 5\.7\.0 Log in first/)
  expect(await say(plain('nonsense'))).toMatch(/^535 5\.7\.8 /)
  expect(await say(plain(Buffer.from(`1:${'0'.repeat(40)}`).toString('base64')))).toMatch(/^535 5\.7\.8 /)
  expect(await say(plain(world.credential))).toMatch(/^235 /)
  expect(await say('MAIL FROM:<shop@example.com>')).toMatch(/^250/)
  expect(await say('RCPT TO:<nobody@localhost>')).toMatch(
    /^550 5\.7\.1 nobody@localhost is not a valid e-mail/,
  )
  expect(await say('DATA')).toMatch(/^503/)
})

test('a key that was switched off during a session sends nothing more', async () => {
  const world = await aSubmissionWorld()
  const { reply, say } = await talk(world.port.port)
  await reply()
  await say('EHLO x')
  await say(plain(world.credential))
  await world.sql`update api_keys set active = false where organization_id = ${world.organizationId}`
  await say('MAIL FROM:<shop@example.com>')
  await say('RCPT TO:<ann@example.com>')
  expect(await say('DATA')).toMatch(/^354/)
  expect(await say('From: shop@example.com\r\n\r\nHello\r\n.')).toMatch(/^535/)
  expect(await world.sql`select 1 from messages`).toEqual([])
})

const ownAddress = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

test.skipIf(ownAddress === undefined)('no password is asked for on a way that others can read', async () => {
  const certificate = selfSignedCertificate('quiver.example.com')
  const world = await aSubmissionWorld({ certificate, host: '0.0.0.0' })
  const { reply, say } = await talk(world.port.port, ownAddress)
  await reply()
  const hello = await say('EHLO x')
  expect(hello).toContain('STARTTLS')
  expect(hello).not.toContain('AUTH')
  expect(await say(plain(world.credential))).toMatch(/^5/)
  expect(await say('MAIL FROM:<shop@example.com>')).toMatch(/^530 5\.7\.0 Begin TLS/)
  expect(await world.submit({}, { host: ownAddress, requireTLS: true })).toHaveLength(1)
})

test('without a certificate it listens on this machine only, and says what to do', async () => {
  const world = await aSubmissionWorld()
  await expect(aSubmissionPort(world, { host: '0.0.0.0' })).rejects.toThrow(
    'put a certificate and its key into',
  )
  await expect(aSubmissionPort(world, { tls: true })).rejects.toThrow('put a certificate and its key into')
  const { database, secrets } = world.api
  const limits = createRateLimits({ perMinute: 0, failuresPerMinute: 0 })
  const parts = { database, secrets, limits, log: quietLog, baseUrl: 'http://quiver.example.com' }
  const taken = { host: '127.0.0.1', port: world.port.port, tls: false }
  const ports = await openSubmissionPorts(parts, [taken], { certificateFolder: '/nowhere' })
  expect(ports.warnings()).toEqual([expect.stringContaining(`nothing listens on port ${world.port.port}`)])
})

test('wrong keys count for the address, and messages for the key, together with calls by HTTP', async () => {
  const limits = createRateLimits({ perMinute: 2, failuresPerMinute: 2, now: () => 0 })
  const world = await aSubmissionWorld({ limits })
  expect(await world.submit()).toHaveLength(1)
  expect(await world.submit()).toHaveLength(1)
  await expect(world.submit()).rejects.toThrow('451 4.7.0 too many requests; try again in 30 seconds')
  const wrong = () =>
    world.submit({}, { auth: { user: 'x', pass: Buffer.from(`1:${'1'.repeat(40)}`).toString('base64') } })
  await expect(wrong()).rejects.toThrow('535')
  await expect(wrong()).rejects.toThrow('535')
  await expect(wrong()).rejects.toThrow('451 4.7.0 too many wrong credentials from this address')
  // Who has logged in before is not locked out with others at the address.
  await expect(world.submit()).rejects.toThrow('too many requests;')
})

test('senders that the organization may not use, unknown headers and wrong values are refused in a sentence', async () => {
  const world = await aSubmissionWorld()
  await world.sql`
    insert into sender_domains (organization_id, domain, proven_at, proven_by, seen_at)
    values (${world.api.b.organizationId}, 'other.example', now(), 'txt', now())`
  const refused = [
    [{ from: 'shop@other.example' }, 'from_email is at other.example, which is closed to this organization'],
    [{ headers: { 'X-Quiver-Strem': 'x' } }, 'X-Quiver-Strem is not known: use X-Quiver-Stream,'],
    [{ headers: { 'X-Quiver-Tags': 'two words' } }, 'tags'],
    [{ headers: { 'X-Quiver-Data': '{' } }, 'X-Quiver-Data must be JSON'],
    [{ headers: { 'X-Quiver-Template': '99' } }, 'template_id does not exist'],
    [{ headers: { 'X-Quiver-Send-At': 'soon' } }, 'send_at must look like'],
    [{ headers: { 'X-Quiver-Data': '{}' }, text: '{% if %}' }, 'In the text'],
    [{ text: '' }, 'one of html, text, document and template_id must be given'],
  ] as const
  for (const [attributes, sentence] of refused) {
    await expect(world.submit(attributes), sentence).rejects.toThrow(`550 5.7.1 ${sentence}`)
  }
  expect(await world.sql`select 1 from messages`).toEqual([])
})

test('if one recipient of a message is refused, none gets it', async () => {
  const world = await aSubmissionWorld()
  await world.stream({ name: 'Blocked', paused: false })
  const { reply, say } = await talk(world.port.port)
  await reply()
  await say('EHLO x')
  await say(plain(world.credential))
  await say('MAIL FROM:<shop@example.com>')
  expect(await say('RCPT TO:<ann@example.com>')).toMatch(/^250/)
  for (let count = 1; count < 100; count += 1) await say(`RCPT TO:<person${count}@example.com>`)
  expect(await say('RCPT TO:<one-more@example.com>')).toMatch(/^452/)
  await say('DATA')
  expect(await say('Subject: no sender\r\n\r\nHello\r\n.')).toMatch(/^550 5\.7\.1 from_email cannot be blank/)
  expect(await world.sql`select 1 from messages`).toEqual([])
})

test('size is bounded: of a message, for its recipients together, and of all that are in memory', async () => {
  const world = await aSubmissionWorld({ bytesOfAllMax: 100_000 })
  await expect(world.submit({ text: 'x'.repeat(200_000) })).rejects.toThrow('451 4.3.1')
  expect(await world.submit()).toHaveLength(1)
  const wide = await aSubmissionWorld()
  const attachments = [{ filename: 'a.bin', content: Buffer.alloc(4_000_000, 'x') }]
  const to = Array.from({ length: 12 }, (_, place) => `person${place}@example.com`)
  await expect(wide.submit({ to, attachments })).rejects.toThrow('552 5.3.4')
  await expect(
    wide.submit({ attachments: [{ filename: 'a.bin', content: Buffer.alloc(16_000_000, 'x') }] }),
  ).rejects.toThrow('552')
})

import { expect, test } from 'vitest'
import { selfSignedCertificate } from '../../../test/harness/fakes/certificate.ts'
import { aMailer, aMessage, aSink, routeTo } from '../../../test/harness/sending/mailing.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a route has its connections, no more, and uses them again', async () => {
  const sink = await aSink()
  const mailer = await aMailer({ connectionsPerRoute: 3 })
  const send = (number: number) => mailer.send(routeTo(sink.url), aMessage(number))
  await Promise.all(numbers(100).map(send))
  await Promise.all(numbers(100).map(send))
  expect(sink.counts).toMatchObject({ taken: 200, connections: 3, mostOpen: 3 })
})

test('messages leave in the order in which they came', async () => {
  const sink = await aSink()
  const mailer = await aMailer({ connectionsPerRoute: 1 })
  await Promise.all(numbers(30).map((number) => mailer.send(routeTo(sink.url), aMessage(number))))
  expect(sink.messages.map(({ to }) => to)).toEqual(numbers(30).map((number) => aMessage(number).envelope.to))
})

test('a connection serves a number of messages, then another takes its place', async () => {
  const sink = await aSink()
  const mailer = await aMailer({ connectionsPerRoute: 1, limits: { messagesPerConnection: 10 } })
  await Promise.all(numbers(35).map((number) => mailer.send(routeTo(sink.url), aMessage(number))))
  expect(sink.counts).toMatchObject({ taken: 35, connections: 4 })
})

test('connections without work end', async () => {
  const sink = await aSink()
  const mailer = await aMailer({ limits: { idle: 10 } })
  await mailer.send(routeTo(sink.url), aMessage())
  await expect.poll(() => sink.counts.open).toBe(0)
})

test('a connection that the server ended meanwhile costs no message a try', async () => {
  let serve = 1
  const sink = await aSink({
    decide: (stage, { onConnection }) => (stage === 'mail' && onConnection >= serve ? 'close' : null),
  })
  const mailer = await aMailer({ connectionsPerRoute: 1 })
  for (const number of numbers(4)) {
    expect(await mailer.send(routeTo(sink.url), aMessage(number))).toEqual({ kind: 'accepted' })
  }
  expect(sink.counts.connections).toBe(4)
  serve = 0
  expect(await mailer.send(routeTo(sink.url), aMessage())).toMatchObject({ kind: 'deferred' })
})

test('a server that takes fewer connections gets fewer', async () => {
  const sink = await aSink({
    decide: (stage): { code: number } | null =>
      stage === 'connect' && sink.counts.open > 2 ? { code: 421 } : null,
  })
  const mailer = await aMailer({ connectionsPerRoute: 10 })
  const sent = await Promise.all(
    numbers(200).map((number) => mailer.send(routeTo(sink.url), aMessage(number))),
  )
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['accepted']))
  expect(sink.counts.connections).toBeLessThanOrEqual(11)
})

test('log-in, STARTTLS and TLS as the url says, and nothing without them', async () => {
  const auth = { user: 'me@example.com', pass: 'p@ss/word:%' }
  const tls = selfSignedCertificate('localhost')
  const starttls = await aSink({ auth, tls })
  const smtps = await aSink({ auth, tls: { ...tls, secure: true } })
  const mailer = await aMailer()
  const send = (url: string) => mailer.send(routeTo(url, url), aMessage())
  const login = `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@`

  expect(await send(`smtp://${login}127.0.0.1:${starttls.port}`)).toMatchObject({ kind: 'untried' })
  expect(await send(`smtps://${login}127.0.0.1:${smtps.port}`)).toMatchObject({ kind: 'untried' })
  expect(await send(`smtp://${login}127.0.0.1:${starttls.port}?tls=insecure`)).toEqual({ kind: 'accepted' })
  expect(await send(`smtps://${login}127.0.0.1:${smtps.port}?tls=insecure`)).toEqual({ kind: 'accepted' })
  const seen = { user: auth.user, secure: true }
  expect([starttls.messages[0], smtps.messages[0]]).toMatchObject([seen, seen])

  const wrong = await send(
    `smtps://${encodeURIComponent(auth.user)}:wrong-word@127.0.0.1:${smtps.port}?tls=insecure`,
  )
  expect(wrong).toMatchObject({ kind: 'untried', status: '5.7.8' })
  expect(JSON.stringify(wrong)).not.toContain('wrong-word')

  const plain = await aSink()
  expect(await send(`smtp://127.0.0.1:${plain.port}?tls=required`)).toMatchObject({ kind: 'untried' })
  expect(await send(`smtp://${login}127.0.0.1:${plain.port}`)).toMatchObject({
    kind: 'untried',
    diagnostic: 'the server offers no log-in',
  })
  expect(plain.counts.begun).toBe(0)
})

test('two routes share no connection, and each its address', async () => {
  const sink = await aSink()
  const mailer = await aMailer()
  await mailer.send(routeTo(sink.url, 'one', '127.0.0.2'), aMessage(1))
  await mailer.send(routeTo(sink.url, 'two', '127.0.0.3'), aMessage(2))
  expect(sink.messages.map(({ remoteAddress }) => remoteAddress)).toEqual(['127.0.0.2', '127.0.0.3'])
})

test('closing lets go out what is on its way, and says of the rest that it was not tried', async () => {
  let go = () => {}
  const sink = await aSink({ onMessage: () => go() })
  const mailer = await aMailer({ connectionsPerRoute: 1 })
  const first = new Promise<void>((resolve) => (go = resolve))
  const sending = numbers(20).map((number) => mailer.send(routeTo(sink.url), aMessage(number)))
  await first
  await mailer.close()
  const sent = await Promise.all(sending)
  const accepted = sent.filter(({ kind }) => kind === 'accepted').length
  expect(accepted).toBe(sink.counts.taken)
  expect(sent.slice(accepted).every(({ kind }) => kind === 'untried')).toBe(true)
  expect(accepted).toBeLessThan(20)
  await expect.poll(() => sink.counts.open).toBe(0)
  expect(await mailer.send(routeTo(sink.url), aMessage())).toMatchObject({ kind: 'untried' })
})

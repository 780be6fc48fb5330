import { expect, test } from 'vitest'
import { judgeBounce } from '../../contract/responses/severity.ts'
import { aMailer, aMessage, aSink, hasty, routeTo } from '../../../test/harness/sending/mailing.ts'
import { type Decide, type Fault, type Stage, readSunk } from '../../../test/harness/smtp/sink.ts'
import type { Outcome } from '../outcome.ts'

const at =
  (stage: Stage, fault: Fault): Decide =>
  (now) =>
    now === stage ? fault : null

/** Megabytes that no socket swallows at once. */
const long = `${'x'.repeat(76)}\r\n`.repeat(300_000)

test('a message arrives octet for octet', async () => {
  const sink = await aSink()
  const mailer = await aMailer()
  const message = aMessage(1, '.\r\n..\r\n.dot\r\nÜbung')
  expect(await mailer.send(routeTo(sink.url), message)).toEqual({ kind: 'accepted' })
  expect(sink.messages[0]).toMatchObject({ ...message.envelope, raw: message.raw, answered: true })
  expect(await readSunk(sink.messages[0] ?? expect.fail())).toMatchObject({ subject: 'Number 1' })
})

test('EHLO says the name that was set', async () => {
  const sink = await aSink()
  const mailer = await aMailer({ ehloName: 'mail.example.com' })
  await mailer.send(routeTo(sink.url), aMessage())
  expect(sink.messages[0]?.ehlo).toBe('mail.example.com')
})

test.each<[string, Decide, Outcome['kind'], string | null]>([
  ['450 at MAIL', at('mail', { code: 450, text: '4.7.1 too much mail' }), 'untried', '4.7.1'],
  ['451 at MAIL', at('mail', { code: 451 }), 'untried', '4.3.0'],
  ['452 at MAIL', at('mail', { code: 452, text: '4.3.1 no space' }), 'untried', '4.3.1'],
  ['4xx at RCPT', at('rcpt', { code: 450 }), 'deferred', '4.2.0'],
  ['4xx after the message', at('dot', { code: 452 }), 'deferred', '4.3.1'],
  ['5xx at MAIL', at('mail', { code: 550, text: '5.7.1 not you' }), 'bounced', '5.7.1'],
  ['550 at RCPT', at('rcpt', { code: 550, text: 'nobody here' }), 'bounced', '5.1.1'],
  ['550 at RCPT that says no more', at('rcpt', { code: 550, text: 'as it is' }), 'bounced', '5.0.0'],
  ['550 at RCPT of a block list', at('rcpt', { code: 550, text: 'listed at spamhaus' }), 'bounced', '5.7.1'],
  ['5xx after the message', at('dot', { code: 554, text: '5.6.0 spam' }), 'bounced', '5.6.0'],
  ['an enhanced code that says otherwise', at('rcpt', { code: 550, text: '4.2.2 full' }), 'bounced', '5.2.2'],
  ['421 at MAIL', at('mail', { code: 421 }), 'untried', '4.3.2'],
  ['552 at MAIL, for its size', at('mail', { code: 552, text: '5.3.4 too large' }), 'untried', '5.3.4'],
  ['530 at RCPT', at('rcpt', { code: 530, text: '5.7.0 log in first' }), 'untried', '5.7.0'],
  [
    'a used up quota',
    at('rcpt', { code: 550, text: '5.4.5 Daily user sending quota exceeded.' }),
    'untried',
    '5.4.5',
  ],
  [
    'throttling',
    at('dot', { code: 454, text: 'Throttling failure: Daily message quota exceeded.' }),
    'untried',
    '4.7.0',
  ],
  [
    'a daily limit',
    at('rcpt', { code: 554, text: '5.7.1 You have reached your daily sending limit' }),
    'untried',
    '5.7.1',
  ],
  [
    'a full mailbox',
    at('rcpt', { code: 552, text: '5.2.2 Mailbox storage limit exceeded' }),
    'bounced',
    '5.2.2',
  ],
  ['a full account', at('rcpt', { code: 552, text: 'Account quota exceeded' }), 'bounced', '5.2.2'],
  [
    'a busy recipient',
    at('rcpt', { code: 550, text: '5.2.1 The user you are trying to contact has a receiving rate limit' }),
    'bounced',
    '5.2.1',
  ],
  ['421 after the message', at('dot', { code: 421 }), 'untried', '4.3.2'],
  ['a wish for a log-in', at('mail', { code: 530 }), 'untried', '5.7.0'],
  ['5xx as the greeting', at('connect', { code: 554, text: 'not from here' }), 'untried', '5.0.0'],
  ['421 as the greeting', at('connect', { code: 421 }), 'untried', '4.3.2'],
  ['a connection that breaks at once', at('connect', 'close'), 'untried', null],
  ['a connection that breaks at MAIL', at('mail', 'close'), 'deferred', null],
  ['a connection that breaks after the message', at('dot', 'close'), 'uncertain', null],
  ['a connection that breaks after 250', at('dot', 'close_after'), 'accepted', null],
])('%s', async (_what, decide, kind, status) => {
  const sink = await aSink({ decide })
  const mailer = await aMailer()
  const outcome = await mailer.send(routeTo(sink.url), aMessage())
  expect(outcome).toMatchObject(kind === 'accepted' ? { kind } : { kind, status })
})

test.each<[string, Decide, Outcome['kind']]>([
  ['no greeting', at('connect', 'stall'), 'untried'],
  ['no answer to RCPT', at('rcpt', 'stall'), 'deferred'],
  ['no answer to the message', at('dot', 'stall'), 'uncertain'],
])('%s', async (_what, decide, kind) => {
  const sink = await aSink({ decide })
  const mailer = await aMailer({ timeouts: hasty })
  expect(await mailer.send(routeTo(sink.url), aMessage())).toMatchObject({ kind, status: null })
})

test.each<[string, Fault, Outcome['kind']]>([
  ['breaks', 'close', 'deferred'],
  ['refuses', { code: 552, text: '5.3.4 too much' }, 'bounced'],
  ['refuses for now', { code: 452 }, 'deferred'],
])('a server that %s before it has the whole message has not taken it', async (_what, fault, kind) => {
  const sink = await aSink({ decide: at('data', fault) })
  const mailer = await aMailer()
  const outcome = await mailer.send(routeTo(sink.url), aMessage(1, long))
  expect(outcome.kind).toBe(kind)
  expect(sink.counts.taken).toBe(0)

  sink.decide(() => null)
  expect(await mailer.send(routeTo(sink.url), aMessage(2))).toEqual({ kind: 'accepted' })
})

test('nobody listens: untried', async () => {
  const sink = await aSink()
  await sink.stop()
  const mailer = await aMailer()
  const sent = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) => mailer.send(routeTo(sink.url), aMessage(number))),
  )
  expect(sent.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'untried'))
})

test('a refusal spoils nothing: the connection goes on with the next message', async () => {
  const sink = await aSink({
    decide: (stage, { nth }) => {
      const stages: Stage[] = ['mail', 'rcpt', 'dot']
      return stage === stages[nth % 4] ? { code: nth % 2 === 0 ? 550 : 451 } : null
    },
  })
  const mailer = await aMailer({ connectionsPerRoute: 1 })
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, index) => mailer.send(routeTo(sink.url), aMessage(index))),
  )
  const round = ['bounced', 'deferred', 'bounced', 'accepted']
  expect(sent.map(({ kind }) => kind)).toEqual([...round, ...round, ...round])
  expect(sink.counts.connections).toBe(1)
  expect(sink.messages.map(({ to }) => to)).toEqual([3, 7, 11].map((number) => aMessage(number).envelope.to))
})

test('a connection that breaks takes no other message with it', async () => {
  const sink = await aSink({
    decide: (stage, { to }) => (stage === 'dot' && to.startsWith('reader.3@') ? 'close' : null),
  })
  const mailer = await aMailer({ connectionsPerRoute: 1 })
  const sent = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => mailer.send(routeTo(sink.url), aMessage(number))),
  )
  expect(sent.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'uncertain', 'accepted', 'accepted'])
})

test('what the server said comes as one line that a database can store', async () => {
  const sink = await aSink({ decide: at('rcpt', { code: 550, text: `5.1.1 no\t${'😀'.repeat(400)}` }) })
  const mailer = await aMailer()
  const outcome = await mailer.send(routeTo(sink.url), aMessage())
  if (outcome.kind === 'accepted') expect.fail()
  expect(outcome.diagnostic).toMatch(/^550 5\.1\.1 no 😀/)
  expect(outcome.diagnostic.length).toBeLessThanOrEqual(500)
  expect(outcome.diagnostic.isWellFormed()).toBe(true)
})

test('a message larger than the server takes does not leave', async () => {
  const sink = await aSink({ size: 1000 })
  const mailer = await aMailer()
  const outcome = await mailer.send(routeTo(sink.url), aMessage(1, 'x'.repeat(2000)))
  expect(outcome).toMatchObject({ kind: 'untried', status: '5.3.4', lacks: 'size' })
  expect(sink.counts.begun).toBe(0)
})

test('what is said of the sender is not said of the recipient', async () => {
  const sink = await aSink({ decide: at('mail', { code: 550, text: '5.1.0 address unknown' }) })
  const mailer = await aMailer()
  const outcome = await mailer.send(routeTo(sink.url), aMessage())
  if (outcome.kind !== 'bounced') expect.fail()
  expect(judgeBounce({ reply: outcome.diagnostic, status: outcome.status })).toMatchObject({
    severity: 'other',
  })
})

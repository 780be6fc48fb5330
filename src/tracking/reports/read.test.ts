import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/harness/core/measure.ts'
import { about, bounceMail, complaintMail } from '../../../test/harness/returned/mail.ts'
import { junkReport, noBounces, plainBounces } from '../../../test/harness/returned/plain-bounces.ts'
import { readReturned } from './read.ts'

test('a bounce says who could not be reached, why, and which message came back', async () => {
  const recipient = [
    'Final-Recipient: rfc822; anna@example.com',
    'Original-Recipient: rfc822;anna@example.com',
    'Action: failed',
    'Status: 5.1.1',
    'Remote-MTA: dns; mx.example.com',
    'Diagnostic-Code: smtp; 550 5.1.1 <anna@example.com>: Recipient address rejected:',
    '    User unknown in local recipient table',
  ]
  expect(await readReturned(bounceMail({ recipient }))).toEqual({
    kind: 'bounce',
    recipient: 'anna@example.com',
    status: '5.1.1',
    severity: 'hard',
    diagnostic:
      '550 5.1.1 <anna@example.com>: Recipient address rejected: User unknown in local recipient table',
    messageId: about.messageId,
    returnPaths: [about.returnPath],
    unsubscribing: [],
  })
})

test('a complaint says whose it is and which message it is about', async () => {
  expect(await readReturned(complaintMail())).toEqual({
    kind: 'complaint',
    recipient: 'anna@example.com',
    status: null,
    severity: 'other',
    diagnostic: 'abuse',
    messageId: about.messageId,
    returnPaths: [about.returnPath, 'complaints@news.example'],
    unsubscribing: [],
  })
})

test('a complaint without addresses is known by the message that it is about', async () => {
  for (const type of ['message/rfc822', 'text/rfc822-headers']) {
    expect(await readReturned(complaintMail(['Feedback-Type: abuse', 'Version: 1'], type))).toMatchObject({
      recipient: 'anna@example.com',
      messageId: about.messageId,
      returnPaths: [about.returnPath, 'complaints@news.example'],
    })
  }
})

test.each([
  ['5.1.1', 'hard'],
  ['5.0.0', 'other'],
  ['5.1.2', 'hard'],
  ['5.1.10', 'hard'],
  ['5.2.1', 'hard'],
  ['5.4.4', 'hard'],
  ['5.2.2', 'soft'],
  ['5.2.3', 'soft'],
  ['5.3.4', 'soft'],
  ['4.2.2', 'soft'],
  ['4.4.1', 'soft'],
  ['4.7.1', 'other'],
  ['5.7.1', 'other'],
  ['5.6.0', 'other'],
  ['5.4.6', 'other'],
  ['5.1.8', 'other'],
])('status %s is %s', async (status, severity) => {
  const recipient = [
    'Final-Recipient: rfc822;anna@example.com',
    'Action: failed',
    `Status: ${status} (a comment)`,
  ]
  expect(await readReturned(bounceMail({ recipient }))).toMatchObject({ status, severity })
})

test.each([
  ['smtp; 550-5.2.2 The mailbox is full', '5.2.2', 'soft'],
  ['smtp;550 5.7.1 Blocked', '5.7.1', 'other'],
  ['smtp; 550 no such user at 10.5.1.1', '5.1.1', 'hard'],
])('where the report says 5.0.0 the words of the server count: %j', async (diagnostic, status, severity) => {
  const recipient = [
    'Final-Recipient: rfc822;anna@example.com',
    'Action: failed',
    'Status: 5.0.0',
    `Diagnostic-Code: ${diagnostic}`,
  ]
  expect(await readReturned(bounceMail({ recipient }))).toMatchObject({ status, severity })
})

test('a bounce with the header of the message alone is known by it too', async () => {
  const originalLines = ['Subject: Hello', `message-id:`, ` ${about.messageId}`]
  for (const originalType of ['text/rfc822-headers', 'message/rfc822']) {
    expect(await readReturned(bounceMail({ originalType, originalLines }))).toMatchObject({
      messageId: about.messageId,
    })
  }
})

test('a bounce without the message is known by the address that it came to', async () => {
  const bounce = bounceMail({ originalType: 'text/plain', originalLines: [] })
  expect(await readReturned(bounce)).toMatchObject({ messageId: null, returnPaths: [about.returnPath] })
  expect(
    await readReturned(bounceMail({ to: 'undisclosed' }), { recipient: about.returnPath }),
  ).toMatchObject({
    returnPaths: [about.returnPath],
  })
})

test('the address that was written to counts, not the one that it was forwarded to', async () => {
  const recipient = [
    'Original-Recipient: rfc822; anna@example.com',
    'Final-Recipient: rfc822; anna.other@forward.example',
    'Action: failed',
    'Status: 5.1.1',
  ]
  expect(await readReturned(bounceMail({ recipient }))).toMatchObject({ recipient: 'anna@example.com' })
})

test('an address with a semicolon is read whole, a name in lower or upper case is the same', async () => {
  const recipient = ['FINAL-RECIPIENT: RFC822;a;b@example.com', 'action: FAILED', 'status: 5.1.1']
  expect(await readReturned(bounceMail({ recipient }))).toMatchObject({ recipient: 'a;b@example.com' })
})

test('lines that end in LF alone are read the same', async () => {
  const unix = Buffer.from(bounceMail().toString().replaceAll('\r\n', '\n'))
  expect(await readReturned(unix)).toEqual(await readReturned(bounceMail()))
})

test.each([
  [
    'news of a delay',
    bounceMail({ recipient: ['Final-Recipient: rfc822;a@b.example', 'Action: delayed', 'Status: 4.4.1'] }),
  ],
  [
    'news of a delivery',
    bounceMail({ recipient: ['Final-Recipient: rfc822;a@b.example', 'Action: delivered'] }),
  ],
  ['a complaint of no type', complaintMail(['Version: 1'])],
  ['an empty complaint', complaintMail([])],
  ['other mail', Buffer.from('From: a@b.example\r\nSubject: Re: multipart/report\r\n\r\nOut of office\r\n')],
  ['a report without parts', Buffer.from('Content-Type: multipart/report; boundary=x\r\n\r\nnothing')],
  ['a report of a thousand parts', bounceMail({ originalLines: Array<string>(1000).fill('--b1/mx') })],
  ['nothing', Buffer.alloc(0)],
])('%s is no bounce and no complaint', async (_, message) => {
  expect(await readReturned(message)).toBeNull()
})

test.each(plainBounces)('%s in plain text is a bounce, and is %s', async (_, severity, message) => {
  expect(await readReturned(message)).toMatchObject({
    kind: 'bounce',
    severity,
    // Whoever saw the Message-ID could write such a text.
    messageId: null,
    returnPaths: [about.returnPath],
  })
})

test.each(noBounces)('%s is no bounce', async (_, message) => {
  expect(await readReturned(message)).toBeNull()
})

test('where the report says nothing, its text is read', async () => {
  const recipient = ['Final-Recipient: rfc822; anna@example.com', 'Action: failed', 'Status: 5.0.0']
  const text = 'The reply was: 550 5.1.1 no such user here'
  const mail = bounceMail({ recipient })
    .toString()
    .replace('Your message to', `${text}\r\n\r\nYour message to`)
  expect(await readReturned(Buffer.from(mail))).toMatchObject({ status: '5.1.1', severity: 'hard' })
})

test.each([
  [
    'multipart/mixed',
    (text: string) => text.replace('multipart/report; report-type=delivery-status', 'multipart/mixed'),
  ],
  [
    'another multipart',
    (text: string) =>
      `Content-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\n${text}\r\n--outer--\r\n`,
  ],
  [
    'a forwarded message',
    (text: string) =>
      `Content-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\nContent-Type: message/rfc822\r\n\r\n${text}\r\n--outer--\r\n`,
  ],
  ['a part of another type', (text: string) => text.replace('message/delivery-status', 'text/plain')],
  ['a boundary that does not fit', (text: string) => text.replace('boundary="b1/mx"', 'boundary="b2"')],
  ['no Action', (text: string) => text.replace('Action: failed\r\n', '')],
  ['Action: expired', (text: string) => text.replace('Action: failed', 'Action: expired')],
])('the fields of a report are found in %s', async (_, change) => {
  const message = Buffer.from(change(bounceMail().toString()))
  expect(await readReturned(message)).toMatchObject({
    kind: 'bounce',
    recipient: 'anna@example.com',
    status: '5.1.1',
    severity: 'hard',
  })
})

test('a complaint may be known by what unsubscribes from the message alone', async () => {
  const lines = [
    'List-Unsubscribe: <https://q.example/u/AbcdefghijklmnopqrstuvwxyZ_-1>,',
    ' <mailto:b+unsub-abcdefgh234567@news.example?subject=unsubscribe>',
  ]
  const mail = complaintMail([
    'Feedback-Type: abuse',
    'Version: 1',
    'CFBL-Feedback-ID: 12:AbcdefghijklmnopqrstuvwxyZ_-2',
  ])
    .toString()
    .replace(`Message-ID: ${about.messageId}`, lines.join('\r\n'))
    .replace(/Return-Path: .*\r\n/, '')
  expect((await readReturned(Buffer.from(mail)))?.unsubscribing).toEqual([
    'AbcdefghijklmnopqrstuvwxyZ_-2',
    'AbcdefghijklmnopqrstuvwxyZ_-1',
    'b+unsub-abcdefgh234567@news.example',
  ])
})

test('a complaint of Hotmail is one', async () => {
  expect(await readReturned(junkReport(about.returnPath))).toMatchObject({
    kind: 'complaint',
    recipient: 'anna@example.com',
    messageId: about.messageId,
    returnPaths: [about.returnPath, 'complaints@news.example'],
  })
})

test('a report that is cut anywhere or damaged is read or passed over, and nothing throws', async () => {
  const whole = bounceMail()
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length), fc.nat(255), async (cut, at, byte) => {
      const damaged = Buffer.from(whole.subarray(0, cut))
      if (at < damaged.length) damaged[at] = byte
      const returned = await readReturned(damaged)
      expect([null, 'bounce', 'complaint']).toContain(returned?.kind ?? null)
    }),
  )
})

test('what another server says is one line and not long', async () => {
  const recipient = ['Action: failed', 'Status: 5.1.1', `Diagnostic-Code: smtp; a\0b\tc ${'x'.repeat(5000)}`]
  const returned = await readReturned(bounceMail({ recipient }))
  expect(returned?.diagnostic).toHaveLength(500)
  expect(returned?.diagnostic).toMatch(/^a b c x+$/)
})

test('a long message that came back whole is known by its beginning', async () => {
  const originalLines = [
    'To: anna@example.com',
    `Message-ID: ${about.messageId}`,
    '',
    ...Array<string>(20_000).fill('x'.repeat(70)),
  ]
  expect(await readReturned(bounceMail({ originalLines }))).toMatchObject({ messageId: about.messageId })
})

const megabyte = 1024 * 1024
const head = 'Content-Type: multipart/report; boundary=b\r\n\r\n'
const filled = (start: string, text: string) =>
  Buffer.from((start + text.repeat(megabyte / text.length)).slice(0, megabyte), 'latin1')

test.each([
  ['zeros', Buffer.alloc(megabyte)],
  ['one line', filled('', 'x')],
  ['boundaries', filled(head, '--b\r\n')],
  [
    'boundaries of reports',
    filled(head, '--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n'),
  ],
  ['nested reports', filled('', `${head}--b\r\n`)],
  ['fields', filled(`${head}--b\r\nContent-Type: message/delivery-status\r\n\r\n`, 'a: b\r\n')],
  [
    'folded lines',
    filled(`${head}--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nA: b\r\n`, ' x\r\n'),
  ],
  ['a header that never ends', filled('Content-Type: multipart/report\r\n', 'X-A: b\r\n')],
  ['a folded header', filled('Content-Type: multipart/report;\r\n', ' a="b";\r\n')],
  ['an address line', filled('Content-Type: multipart/report\r\nTo: ', 'a@')],
  ['encoded words', filled('Content-Type: multipart/report\r\nSubject: ', '=?utf-8?q?=C3?= ')],
  ['comments', filled('Content-Type: multipart/report\r\nTo: ', '(')],
])('a megabyte of %s is passed over quickly', async (_, message) => {
  const { cpuMs } = await cpuTimeOf(() => readReturned(message))
  expect(cpuMs).toBeLessThan(3000)
})

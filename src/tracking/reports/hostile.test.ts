import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/harness/core/measure.ts'
import { anEar, countersOf } from '../../../test/harness/sending/readers.ts'
import { bounceMail, complaintMail } from '../../../test/harness/returned/mail.ts'
import { aBounceServer } from '../../../test/harness/sending/returned.ts'
import { withoutSubjects } from './own-words.ts'
import { readReturned } from './read.ts'

const failed = (text: string) => ['Action: failed', 'Status: 5.1.1', `Diagnostic-Code: smtp; ${text}`]

test('a diagnostic that is cut within a character is counted and told of', async () => {
  const { api, organizationId, campaignId, returnPath, deliver } = await aBounceServer()
  const events = await anEar(api, organizationId)
  const text = `${'x'.repeat(499)}😀 and more`
  expect(await deliver(bounceMail({ to: returnPath(), recipient: failed(text) }), returnPath())).toBe(250)
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1 })
  const told = (await events()).map((event) => event['bounce_text'])
  expect(told).toEqual([`${'x'.repeat(499)}\ufffd`, `${'x'.repeat(499)}\ufffd`])
})

test('a diagnostic with NUL is counted, a complaint of an unheard-of type is not', async () => {
  const { api, organizationId, campaignId, returnPath, deliver } = await aBounceServer()
  await anEar(api, organizationId)
  const raw = bounceMail({ to: returnPath(), recipient: failed('550 \0\x01\ufffd no\0') })
  expect(await deliver(raw, returnPath())).toBe(250)
  const complaint = [`Feedback-Type: ${'y'.repeat(499)}😀\0`, `Original-Mail-From: <${returnPath()}>`]
  expect(await deliver(complaintMail(complaint), returnPath())).toBe(250)
  expect((await countersOf(api, campaignId)).report).toEqual(
    expect.not.objectContaining({ scomp_total: expect.anything() }),
  )
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1 })
})

const head = 'Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n'
const kibibyte = 1024

test.each([
  ['dashes', head, '-'],
  ['equals signs', head, '='],
  ['spaces', head, ' '],
  ['opening tags', `${head}Content-Type: text/html\r\n`, '<style '],
  ['tags of style', `${head}Content-Type: text/html\r\n`, '<style>'],
  ['tags and ends', `${head}Content-Type: text/html\r\n`, '<head></p>'],
  ['marks of quotes', head, '> '],
  ['the subject', head, 'How to stop '],
  ['addresses', head, '<a@b> '],
  ['negations', head, 'not '],
  ['codes', head, '550 '],
  ['users', head, 'user '],
  ['lines of a header', head, 'Subject: a\r\n'],
  ['blank lines', head, '\r\n'],
  ['mailboxes in German', head, 'postfach '],
])('%s in a report cost no more than their length', async (_, header, piece) => {
  const mailOf = (size: number) =>
    Buffer.from(`${header}\r\n${piece.repeat(Math.floor(size / piece.length))}`)
  const subjects = () => Promise.resolve(['How to stop {{it}} stop'])
  const cost = async (size: number) => {
    const mail = mailOf(size)
    // The least of several: others use the processor, too.
    const times: number[] = []
    for (let run = 0; run < 5; run += 1) {
      const { cpuMs } = await cpuTimeOf(() => readReturned(mail, { sender: '' }, subjects))
      times.push(cpuMs)
    }
    return Math.min(...times)
  }
  await cost(4 * kibibyte)
  const [small, large] = [await cost(4 * kibibyte), await cost(16 * kibibyte)]
  // Four times the text: quadratic is 16 times as much. What is too quick to measure is not.
  expect(large).toBeLessThan(Math.max(10, 8 * small))
})

test('of a report of very many lines the first are read', async () => {
  const after = (lines: number) => Buffer.concat([Buffer.from('X: a\r\n'.repeat(lines)), bounceMail()])
  expect(await readReturned(after(1500))).toMatchObject({ kind: 'bounce' })
  expect(await readReturned(after(2100))).toBeNull()
  const long = bounceMail({ recipient: [...failed('550 no'), ' a\r\n'.repeat(30_000)] })
  expect(await readReturned(long)).toMatchObject({ kind: 'bounce', status: '5.1.1' })
})

test('a subject is looked for in time that is that of the text', async () => {
  const { cpuMs } = await cpuTimeOf(() => withoutSubjects('&'.repeat(200_000), ['&'.repeat(900)]))
  expect(cpuMs).toBeLessThan(1000)
})

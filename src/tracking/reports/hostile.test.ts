import { expect, test } from 'vitest'
import { anEar, countersOf } from '../../../test/harness/sending/readers.ts'
import { bounceMail, complaintMail } from '../../../test/harness/returned/mail.ts'
import { aBounceServer } from '../../../test/harness/sending/returned.ts'
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

test('a diagnostic with NUL, and a complaint of an unheard-of type, are counted', async () => {
  const { api, organizationId, campaignId, returnPath, deliver } = await aBounceServer()
  await anEar(api, organizationId)
  const raw = bounceMail({ to: returnPath(), recipient: failed('550 \0\x01\ufffd no\0') })
  expect(await deliver(raw, returnPath())).toBe(250)
  const complaint = [`Feedback-Type: ${'y'.repeat(499)}😀\0`, `Original-Mail-From: <${returnPath()}>`]
  expect(await deliver(complaintMail(complaint), returnPath())).toBe(250)
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1, scomp_total: 1 })
})

test('of a report of very many lines the first are read', async () => {
  const after = (lines: number) => Buffer.concat([Buffer.from('X: a\r\n'.repeat(lines)), bounceMail()])
  expect(await readReturned(after(4000))).toMatchObject({ kind: 'bounce' })
  expect(await readReturned(after(5100))).toBeNull()
  const long = bounceMail({ recipient: [...failed('550 no'), ' a\r\n'.repeat(30_000)] })
  expect(await readReturned(long)).toMatchObject({ kind: 'bounce', status: '5.1.1' })
})

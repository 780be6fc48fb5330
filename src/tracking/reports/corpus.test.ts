import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDay } from '../../../test/harness/night.ts'
import { forms } from '../../../test/harness/returned/corpus/bounces.ts'
import { feedback } from '../../../test/harness/returned/corpus/feedback.ts'
import { measure, tableOf } from '../../../test/harness/returned/corpus/figures.ts'
import { others } from '../../../test/harness/returned/corpus/others.ts'
import {
  blocked,
  dead,
  deadReplies,
  full,
  livingReplies,
  subjects,
} from '../../../test/harness/returned/corpus/wordings.ts'
import { judgeBounce } from '../../contract/responses/severity.ts'
import { readReturned } from './read.ts'

test.each([
  ['known', false],
  ['held out', true],
])('of the %s words few addresses that live are ended, and nearly all dead ones are found', async (_, held) => {
  const figures = await measure({ held, every: byDay(53, 1) })
  if (process.env['FIGURES'] !== undefined) process.stdout.write(`${tableOf(figures)}\n`)
  const { deadFound, livingEnded, complaintsFound, othersEnded, noBounces } = figures
  expect(livingEnded.part / livingEnded.of, livingEnded.misses.join('\n')).toBeLessThanOrEqual(0.02)
  expect(deadFound.part / deadFound.of, deadFound.misses.join('\n')).toBeGreaterThanOrEqual(0.96)
  expect(complaintsFound.part / complaintsFound.of, complaintsFound.misses.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(othersEnded.misses).toEqual([])
  expect(noBounces.misses).toEqual([])
}) // oxfmt-ignore

test.each(feedback)('$name does to a subscriber what it says and no more', async ({ mail, expected }) => {
  expect((await readReturned(mail))?.kind ?? null).toBe(expected)
})

test('a reply ends a subscription if the address is dead, and not if only the message is refused', () => {
  const isHard = (reply: string) => judgeBounce({ reply, status: null }).severity === 'hard'
  expect(deadReplies.filter((reply) => !isHard(reply))).toEqual([])
  expect(livingReplies.filter(isHard)).toEqual([])
})

const reasons = [dead, full, blocked].flatMap((of) =>
  [...Object.values(of.tuned), ...Object.values(of.held)].flat(),
)
const anySubject = fc.oneof(
  fc.constantFrom(...subjects, ...reasons),
  fc.array(fc.constantFrom(...reasons.flatMap((reason) => reason.split(' '))), { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 100 }).map((text) => text.replaceAll(/[\r\n]/g, ' ')),
) // oxfmt-ignore

const verdictOf = async (mail: Buffer, subject: string) => {
  const read = await readReturned(mail, {}, () => Promise.resolve([subject]))
  return read === null ? null : { kind: read.kind, severity: read.severity }
}

test('the subject of a message changes no verdict, whatever it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...forms), fc.constantFrom(...reasons), anySubject, async (form, reason, subject) => {
      // A longer subject that is the reply word for word is taken for the subject.
      fc.pre(!subject.includes(reason))
      const plainly = await verdictOf(form.write({ reason, subject: 'Hello' }), 'Hello')
      expect(await verdictOf(form.write({ reason, subject }), subject)).toEqual(plainly)
    }),
    { numRuns: byDay(200, 20_000) },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...others), anySubject, async ({ write }, subject) => {
      expect(await verdictOf(write(subject), subject)).toBeNull()
    }),
    { numRuns: byDay(100, 10_000) },
  )
}) // oxfmt-ignore

test('a subject with merge codes is known by what is around them', async () => {
  const form = forms.find(({ name }) => name === 'Exchange 5.5')
  const subject = 'Anna, your mailbox is full of offers'
  const mail = form?.write({ reason: 'Unknown Recipient', subject }) ?? Buffer.alloc(0)
  const read = await readReturned(mail, {}, () => Promise.resolve(['%%first%%, your mailbox is full of {{what}}']))
  expect(read).toMatchObject({ kind: 'bounce', severity: 'hard' })
}) // oxfmt-ignore

test('mail of any shape is read or passed over, and nothing throws', async () => {
  const whole = [...feedback.map(({ mail }) => mail), ...forms.map(({ write }) => write({ reason: 'no such user', subject: 'Hello' })), ...others.slice(0, 40).map(({ write }) => write('Hello'))]
  const change = fc.record({ mail: fc.constantFrom(...whole), other: fc.constantFrom(...whole), at: fc.nat(4000), length: fc.nat(200), byte: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(change, async ({ mail, other, at, length, byte }) => {
      const place = at % mail.length
      const changed = Buffer.concat([mail.subarray(0, place), Buffer.of(byte), other.subarray(place, place + length), mail.subarray(place + (length % 7))])
      const kind = (await readReturned(changed, { sender: '' }, () => Promise.resolve(['Hello'])))?.kind ?? null
      expect([null, 'bounce', 'complaint', 'unsubscription', 'not_spam']).toContain(kind)
    }),
    { numRuns: byDay(200, 20_000) },
  )
}) // oxfmt-ignore

import { expect, test } from 'vitest'
import { awaySamples } from '../../../test/harness/returned/corpus/samples/away.ts'
import { deadSamples } from '../../../test/harness/returned/corpus/samples/dead.ts'
import { feedbackSamples } from '../../../test/harness/returned/corpus/samples/feedback.ts'
import { livingSamples } from '../../../test/harness/returned/corpus/samples/living.ts'
import { silentSamples } from '../../../test/harness/returned/corpus/samples/silent.ts'
import { sampleQuestion, sampleSubject } from '../../../test/harness/returned/corpus/samples/subject.ts'
import { readReturned } from './read.ts'

/** What the server that gets the mail knows: who sent it, and the subject of its message. */
async function verdictOf(mail: Buffer): Promise<string> {
  const text = mail.toString()
  const own = [sampleQuestion, sampleSubject].find((subject) => text.includes(subject))
  const sender = /^Return-Path: <(.*)>/m.exec(text)?.[1]
  const read = await readReturned(mail, { sender }, () => Promise.resolve(own === undefined ? [] : [own]))
  if (read === null) return 'none'
  return read.kind === 'bounce' ? read.severity : read.kind
}

async function missesOf(
  samples: readonly (readonly [name: string, mail: Buffer])[],
  isRight: (verdict: string) => boolean,
): Promise<string[]> {
  const verdicts = await Promise.all(
    samples.map(async ([name, mail]) => ({ name, verdict: await verdictOf(mail) })),
  )
  return verdicts.filter(({ verdict }) => !isRight(verdict)).map(({ name, verdict }) => `${name}: ${verdict}`)
}

test('of 88 reports in the forms of mail servers nearly all dead addresses are found', async () => {
  const misses = await missesOf(deadSamples, (verdict) => verdict === 'hard')
  expect(misses.length / deadSamples.length, misses.join('\n')).toBeLessThanOrEqual(0.02)
})

test('of 59 reports no address that lives is ended', async () => {
  const isAlive = (verdict: string) => ['soft', 'other', 'none'].includes(verdict)
  expect(await missesOf(livingSamples, isAlive)).toEqual([])
})

test('delays, moderators, questions to the sender, tickets and absent people are no bounces', async () => {
  expect(await missesOf([...silentSamples, ...awaySamples], (verdict) => verdict === 'none')).toEqual([])
})

test.each(feedbackSamples)('%s: %s', async (expected, _, mail) => {
  expect(await verdictOf(mail)).toBe(expected)
})

import { expect, test } from 'vitest'
import { labelledMessages, type LabelledHit } from '../../../../test/harness/returned/labelled-hits.ts'
import { figure } from '../../../../test/harness/watching/figure.ts'
import { judgeMessage } from './message.ts'
import { networkPrefix } from './networks.ts'

const messages = labelledMessages(1, 10_000)

function judged({ linkCount, hits }: { linkCount: number; hits: LabelledHit[] }) {
  const verdicts = judgeMessage(
    hits.map(({ kind, linkId, atMs, userAgent, purpose, isHead, address }) => ({
      kind,
      linkId,
      atMs,
      ageSeconds: atMs / 1000,
      seen: { userAgent, purpose, isHead, network: networkPrefix(address) },
    })),
    linkCount,
  )
  return hits.map((hit, place) => ({ hit, verdict: verdicts[place] }))
}

test('of 10,000 hits with known makers, those called a machine are one, and machines are called so', () => {
  const all = messages.flatMap(judged)
  expect(all.length).toBeGreaterThanOrEqual(10_000)
  const called = all.filter(({ verdict }) => verdict?.isMachine === true)
  const machines = all.filter(({ hit }) => hit.isMachine)
  const right = called.filter(({ hit }) => hit.isMachine).length
  const [precision, recall] = [right / called.length, right / machines.length]
  figure(`${all.length} labelled hits: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

test('no hit of a person who reads by a proxy of pictures or a mail program is called a machine', () => {
  const wrong = messages.flatMap(judged).filter(({ hit, verdict }) => {
    return !hit.isMachine && hit.kind === 'open' && verdict?.isMachine === true
  })
  expect(wrong.length).toBeLessThanOrEqual(messages.length / 200)
})

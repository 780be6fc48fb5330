import { expect, test } from 'vitest'
import { byDay } from '../../../../test/harness/night.ts'
import { createRandom } from '../../../../bench/data.ts'
import { estimateFrom, type Block } from './interval.ts'

type Kind = 'anybody' | 'whole imports' | 'a part of some imports' | 'a part of some blocks' | 'uneven'

const blocksOfList = 1_000
const peopleOfBlock = 16

/** A list whose ids may have gaps, and a clause that selects from 1 in 3,000 to all, alone or with their neighbours. */
function aList(kind: Kind, random: () => number): Block[] {
  const rate = Math.exp(-8 * random())
  const density = random() < 0.5 ? 1 : 0.2 + 0.8 * random()
  let left = 0
  let ofImport = 0
  const rates: Record<Kind, () => number> = {
    anybody: () => rate,
    'whole imports': () => (random() < rate ? 1 : 0),
    'a part of some imports': () => (random() < Math.min(1, 4 * rate) ? random() / 2 : 0),
    'a part of some blocks': () => (random() < rate ? random() : 0),
    uneven: () => rate * Math.exp(3 * (random() + random() + random() - 1.5)),
  }
  return Array.from({ length: blocksOfList }, () => {
    if (left <= 0) {
      left = kind.endsWith('imports') ? Math.ceil(-Math.log(1 - random()) * 20) : 1
      ofImport = rates[kind]()
    }
    left -= 1
    const people =
      random() < density ? peopleOfBlock : random() < 0.3 ? Math.floor(random() * peopleOfBlock) : 0
    const meant = Array.from({ length: people }, () => random() < ofImport).filter(Boolean).length
    return { people, meant }
  })
}

const sumOf = (blocks: readonly Block[], key: keyof Block) => blocks.reduce((sum, one) => sum + one[key], 0)

/** One block of each part, as they are drawn. */
function drawFrom(blocks: readonly Block[], count: number, random: () => number): Block[] {
  const numbers = Array.from({ length: count }, (_, part) => Math.floor(((part + random()) / count) * blocks.length)) // oxfmt-ignore
  return [...new Set(numbers)].flatMap((number) => blocks[number] ?? [])
}

const lists = byDay(40, 1_000)
const draws = 3

test.each(['anybody', 'whole imports', 'a part of some imports', 'a part of some blocks', 'uneven'] as const)(
  'nine of ten intervals at least have the true number, of %s and of samples of each size',
  (kind) => {
    for (const count of [16, 64, 256]) {
      const random = createRandom(count)
      let held = 0
      for (let list = 0; list < lists; list += 1) {
        const blocks = aList(kind, random)
        const [people, meant] = [sumOf(blocks, 'people'), sumOf(blocks, 'meant')]
        for (let draw = 0; draw < draws; draw += 1) {
          const found = estimateFrom(drawFrom(blocks, count, random), people)
          if (found === null) expect.fail('nothing was drawn')
          expect(found.from).toBeLessThanOrEqual(found.number)
          expect(found.to).toBeGreaterThanOrEqual(found.number)
          if (found.from <= meant && meant <= found.to) held += 1
        }
      }
      expect(held / (lists * draws), `of ${count} blocks`).toBeGreaterThanOrEqual(0.9)
    }
  },
)

test('a sample of people who were each chosen alone is as precise as their number says', () => {
  const random = createRandom(7)
  const blocks = Array.from({ length: 1_000 }, () => {
    const meant = Array.from({ length: 100 }, () => random() < 0.04).filter(Boolean).length
    return { people: 100, meant }
  })
  const found = estimateFrom(blocks, 10_000_000)
  // 1.96 × √(0.04 × 0.96 / 100,000) of ten million, on both sides.
  expect((found?.to ?? 0) - (found?.from ?? 0)).toBeGreaterThan(22_000)
  expect((found?.to ?? 0) - (found?.from ?? 0)).toBeLessThan(28_000)
})

test('nobody in a sample says how many there may be, and nobody was drawn is no estimate', () => {
  const nobody = Array.from({ length: 400 }, () => ({ people: 100, meant: 0 }))
  expect(estimateFrom(nobody, 1_000_000)).toEqual({ number: 0, from: 0, to: expect.any(Number) as number })
  expect(estimateFrom(nobody, 1_000_000)?.to).toBeGreaterThan(1_000_000 * (3 / 400))
  expect(estimateFrom([{ people: 0, meant: 0 }], 1_000_000)).toBeNull()
})

import { expect, test } from 'vitest'
import { createGatherer } from './gather.ts'

function aSlowWork() {
  const pieces: { items: readonly number[]; end: (error?: Error) => void }[] = []
  const gather = createGatherer<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `did ${item}`)))
        pieces.push({ items, end })
      }),
  )
  return { pieces, gather }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what comes while a piece of a key is in progress goes together in the next, each with its own result', async () => {
  const { pieces, gather } = aSlowWork()
  const results = Promise.all([gather('a', 1), gather('a', 2), gather('b', 3), gather('a', 4)])
  expect(pieces.map(({ items }) => items)).toEqual([[1], [3]])
  pieces[0]?.end()
  await settled()
  expect(pieces.map(({ items }) => items)).toEqual([[1], [3], [2, 4]])
  pieces[1]?.end()
  pieces[2]?.end()
  expect(await results).toEqual(['did 1', 'did 2', 'did 3', 'did 4'])
  void gather('a', 5)
  expect(pieces.at(-1)?.items).toEqual([5])
})

test('a piece that fails fails for those in it, and the next one is done', async () => {
  const { pieces, gather } = aSlowWork()
  const [one, two] = [gather('a', 1), gather('a', 2)]
  pieces[0]?.end(new Error('no'))
  await expect(one).rejects.toThrow('no')
  await settled()
  pieces[1]?.end()
  expect(await two).toBe('did 2')
})

test('a piece holds at most 500, so that its statements stay small', async () => {
  const { pieces, gather } = aSlowWork()
  void Promise.all(Array.from({ length: 1001 }, (_, item) => gather('a', item)))
  for (const expected of [1, 500, 500]) {
    expect(pieces.at(-1)?.items).toHaveLength(expected)
    pieces.at(-1)?.end()
    await settled()
  }
})

test('pieces of a key begin at least `everyMs` apart, and what comes alone does not wait', async () => {
  const begunMs: number[] = []
  const gather = createGatherer<number, number>(
    async (items) => {
      begunMs.push(performance.now())
      return items
    },
    { everyMs: 30 },
  )
  const first = gather('a', 1)
  expect(begunMs).toHaveLength(1)
  await first
  expect(await Promise.all([gather('a', 2), gather('a', 3)])).toEqual([2, 3])
  const [one = 0, two = 0] = begunMs
  expect(begunMs).toHaveLength(2)
  expect(two - one).toBeGreaterThan(28)
})

test('callers that share a piece go on in turns, between which the process does other work', async () => {
  const { pieces, gather } = aSlowWork()
  let answers = 0
  void gather('a', 0)
  const all = Array.from({ length: 50 }, (_, item) => gather('a', item).then(() => (answers += 1)))
  pieces[0]?.end()
  await settled()
  pieces[1]?.end()
  const atOnce: number[] = []
  while (answers < 50) {
    const before = answers
    await settled()
    atOnce.push(answers - before)
  }
  await Promise.all(all)
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(8)
})

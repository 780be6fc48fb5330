import { expect, test } from 'vitest'
import { semaphore, type Share } from './semaphore.ts'

const share: Share = { max: 2, waitingMax: 3, waitMs: 60_000 }

function aNotedSemaphore(places: number, own = share) {
  const { take, give } = semaphore(places, own)
  const entered: string[] = []
  const enter = (name: number | undefined, note: string) => take(name).then(() => void entered.push(note))
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { enter, give, entered, settled }
}

test('a name that takes all it can leaves the other places to others', async () => {
  const { enter, give, entered, settled } = aNotedSemaphore(4)
  for (const note of ['b1', 'b2', 'b3', 'b4']) void enter(2, note)
  for (const note of ['a1', 'a2']) void enter(1, note)
  await settled()
  expect(entered).toEqual(['b1', 'b2', 'a1', 'a2'])
  give(1)
  await settled()
  expect(entered).toHaveLength(4)
  for (const note of ['b3', 'b4']) {
    give(2)
    await settled()
    expect(entered.at(-1)).toBe(note)
  }
})

test('names that wait are served in turn, and users without a name as one of them', async () => {
  const { enter, give, entered, settled } = aNotedSemaphore(2)
  for (const note of ['c1', 'c2']) void enter(3, note)
  for (const note of ['b1', 'b2', 'b3']) void enter(2, note)
  for (const note of ['s1', 's2']) void enter(undefined, note)
  void enter(1, 'a1')
  await settled()
  for (const name of [3, 3, 2, undefined, 1, 2, undefined]) {
    give(name)
    await settled()
  }
  expect(entered).toEqual(['c1', 'c2', 'b1', 's1', 'a1', 'b2', 's2', 'b3'])
})

test('a line that is full, or too slow, refuses those of its own name', async () => {
  const { enter, entered, settled } = aNotedSemaphore(4, { ...share, waitMs: 50 })
  for (const note of ['b1', 'b2']) void enter(2, note)
  const waiting = ['b3', 'b4', 'b5'].map((note) => enter(2, note))
  await expect(enter(2, 'b6')).rejects.toMatchObject({ code: 'TOO_MANY_WAITING' })
  for (const late of waiting) await expect(late).rejects.toMatchObject({ code: 'TOO_MANY_WAITING' })
  void enter(1, 'a1')
  await settled()
  expect(entered).toEqual(['b1', 'b2', 'a1'])
})

test('a name that has read more bytes than its share waits, and then enters alone at first; others do not wait', async () => {
  const { enter, give, entered, settled } = aNotedSemaphore(4, { ...share, bytesPerSecond: 1_000_000 })
  await Promise.all([enter(1, 'a1'), enter(2, 'b1')])
  give(1, 400_000)
  give(2, 1_100_000)
  const late = [enter(2, 'b2'), enter(2, 'b3'), enter(2, 'b4')]
  void enter(1, 'a2')
  void enter(undefined, 's1')
  await settled()
  expect(entered).toEqual(['a1', 'b1', 'a2', 's1'])
  await late[0]
  await settled()
  expect(entered.slice(4)).toEqual(['b2'])
  await late[1]
  give(2)
  await late[2]
})

test('a name that owes for too long is refused', async () => {
  const { enter, give } = aNotedSemaphore(4, { ...share, waitMs: 50, bytesPerSecond: 1_000_000 })
  await enter(1, 'a1')
  give(1, 60_000_000)
  await expect(enter(1, 'a2')).rejects.toMatchObject({ code: 'TOO_MANY_WAITING' })
})

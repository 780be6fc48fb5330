import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { runLoop } from './run.ts'
import { createBell } from './bell.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a loop does at once whose first look finds nothing, while the bell rings in this step of it. */
async function lookWhile(step: 'take' | 'secondsToNext') {
  const bell = createBell()
  const stop = new AbortController()
  const done: string[] = []
  let looks = 0
  const loop = {
    take: async () => {
      if (looks === 1) return 'work'
      if (step === 'take') bell.ring()
      return null
    },
    run: async (piece: string) => {
      done.push(piece)
      stop.abort()
    },
    secondsToNext: async () => {
      if (step === 'secondsToNext') bell.ring()
      looks += 1
      return null
    },
  }
  const running = runLoop(loop, bell, createLog({ logLevel: 'silent' }), stop.signal)
  // No time passes: whatever waits for a timer waits for good.
  await vi.advanceTimersByTimeAsync(0)
  const found = [...done]
  stop.abort()
  await running
  return found
}

test('work that is announced while the loop looks is taken at once, not after the next interval', async () => {
  expect(await lookWhile('take')).toEqual(['work'])
  expect(await lookWhile('secondsToNext')).toEqual(['work'])
})

test('a loop that was told of nothing new waits', async () => {
  const bell = createBell()
  const stop = new AbortController()
  let looks = 0
  const loop = {
    take: async () => {
      looks += 1
      return null
    },
    run: async () => {},
    secondsToNext: async () => null,
  }
  bell.ring()
  const running = runLoop(loop, bell, createLog({ logLevel: 'silent' }), stop.signal)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(looks).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(looks).toBe(2)
  stop.abort()
  await running
})

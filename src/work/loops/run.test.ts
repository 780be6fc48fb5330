import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createBell } from './bell.ts'
import { createPoller, timed } from './poller.ts'
import { runLoop } from './run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = createLog({ logLevel: 'silent' })

/** What a loop does at once whose first look finds nothing, while the bell rings in this step of it. */
async function lookWhile(step: 'take' | 'ask') {
  const bell = createBell()
  const stop = new AbortController()
  const done: string[] = []
  let looks = 0
  const poller = createPoller<string>(async (queues) => {
    if (step === 'ask') bell.ring()
    return queues.map(() => null)
  })
  const loop = {
    take: async () => {
      looks += 1
      if (looks === 2) return 'work'
      if (step === 'take') bell.ring()
      return null
    },
    run: async (piece: string) => {
      done.push(piece)
      stop.abort()
    },
  }
  const running = [runLoop(loop, poller.watch('mails', bell), log, stop.signal), poller.run(log, stop.signal)]
  // No time passes: whatever waits for a timer waits for good.
  await vi.advanceTimersByTimeAsync(step === 'ask' ? 50 : 0)
  const found = [...done]
  stop.abort()
  await Promise.all(running)
  return found
}

test('work that is announced while the loop looks is taken at once, not after the next interval', async () => {
  expect(await lookWhile('take')).toEqual(['work'])
  expect(await lookWhile('ask')).toEqual(['work'])
})

test('a loop whose work is not in the database looks every five seconds', async () => {
  const bell = createBell()
  const stop = new AbortController()
  let looks = 0
  const loop = {
    take: async () => {
      looks += 1
      return null
    },
    run: async () => {},
  }
  bell.ring()
  const running = runLoop(loop, timed(bell), log, stop.signal)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(looks).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(looks).toBe(2)
  stop.abort()
  await running
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { quietLog } from '../../test/harness/core/api.ts'
import { LeaseLost } from '../database/lease.ts'
import { keepLease } from './lease.ts'

const never = new AbortController().signal

test('a renewal that hangs is the only one; the next follows when it has ended', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answers: (() => void)[] = []
  const renew = () => new Promise<void>((resolve) => answers.push(resolve))
  const kept = keepLease({ everyMs: 1_000, renew, stop: never, log: quietLog })
  await vi.advanceTimersByTimeAsync(5_500)
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(answers).toHaveLength(2)
  answers[1]?.()
  await kept.end()
})

test('end waits for the renewal under way, and none follows', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let renewals = 0
  let answer = () => {}
  const renew = () => {
    renewals += 1
    return new Promise<void>((resolve) => (answer = resolve))
  }
  const kept = keepLease({ everyMs: 1_000, renew, stop: never, log: quietLog })
  await vi.advanceTimersByTimeAsync(1_000)
  let hasEnded = false
  const ending = kept.end().then(() => (hasEnded = true))
  await vi.advanceTimersByTimeAsync(10_000)
  expect([hasEnded, renewals]).toEqual([false, 1])
  answer()
  await ending
  expect([hasEnded, renewals]).toEqual([true, 1])
})

test('a lost lease aborts the signal; a database that is away does not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lost = new LeaseLost('import 7')
  const failures = [new Error('connection lost'), lost]
  const renew = () => Promise.reject(failures.shift() ?? lost)
  const kept = keepLease({ everyMs: 1_000, renew, stop: never, log: quietLog })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(kept.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(kept.signal.reason).toBe(lost)
  await kept.end()
})

test('renewals that fail are logged once, and once when they work again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: unknown[] = []
  const keep = (...entry: unknown[]) => void lines.push(entry.at(-1))
  const log = { ...quietLog, warn: keep, info: keep }
  let isAway = true
  const renew = () => (isAway ? Promise.reject(new Error('connection lost')) : Promise.resolve())
  const kept = keepLease({ everyMs: 1_000, renew, stop: never, log })
  await vi.advanceTimersByTimeAsync(5_000)
  isAway = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lines).toEqual(['lease renewal failed; will retry', 'lease renewal works again'])
  await kept.end()
})

test('a stop of the process aborts the signal, too', async () => {
  const stop = new AbortController()
  const kept = keepLease({
    everyMs: 1_000,
    renew: () => Promise.resolve(),
    stop: stop.signal,
    log: quietLog,
  })
  stop.abort()
  expect(kept.signal.aborted).toBe(true)
  await kept.end()
})

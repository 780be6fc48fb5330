import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openEventStream } from '../../../src/http/route/event-stream.ts'

afterEach(() => vi.useRealTimers())

function aStream() {
  vi.useFakeTimers({ toFake: ['performance'] })
  const stream = openEventStream(undefined)
  const said = () => String(stream.readable.read() ?? '')
  expect(said()).toBe('retry: 3000\n\n')
  return { ...stream, said }
}

test('a stream without news says so every 15 seconds, so that no proxy ends it', () => {
  const { send, said } = aStream()
  send('progress', '{}')
  expect(said()).toMatch(/^id: \w+\nevent: progress\ndata: {}\n\n$/)
  vi.advanceTimersByTime(14_000)
  send('progress', '{}')
  expect(said()).toBe('')
  vi.advanceTimersByTime(1_000)
  send('progress', '{}')
  expect(said()).toBe(': still here\n\n')
})

test('a client that does not read gets the newest record when it reads again, and is left after a minute', async () => {
  const { readable, send, said } = aStream()
  const record = (number: number) => JSON.stringify({ number, text: 'x'.repeat(10_000) })
  for (const number of [1, 2, 3, 4, 5, 6]) send('progress', record(number))
  const kept = readable.readableLength
  send('progress', record(7))
  expect(readable.readableLength).toBe(kept)
  expect(said()).not.toContain('"number":6')
  await nextTurn()
  send('progress', record(8))
  expect(said()).toContain('"number":8')
  for (const number of [9, 10, 11, 12, 13]) send('progress', record(number))
  vi.advanceTimersByTime(61_000)
  send('progress', record(14))
  expect(readable.destroyed).toBe(true)
})

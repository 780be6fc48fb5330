import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createBell } from './bell.ts'
import { createPoller } from './poller.ts'
import { runLoop } from './run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Name = 'imports' | 'mails'
type Answers = Partial<Record<Name, number | null>>

/** Two loops that note when they look, in milliseconds, and an `ask` that notes what it is asked about. */
function twoLoops(
  ask: (queues: Name[]) => Promise<Answers>,
  take: (name: Name) => string | null = () => null,
) {
  const said: string[] = []
  const log = createLog({ logLevel: 'silent' })
  for (const level of ['error', 'info'] as const)
    log[level] = (_: unknown, message?: string) => void said.push(message ?? '')
  const stop = new AbortController()
  const beganMs = Date.now()
  const now = () => Date.now() - beganMs
  const asked: [ms: number, queues: string][] = []
  const looks: Record<Name, number[]> = { imports: [], mails: [] }
  const poller = createPoller<Name>(async (queues) => {
    asked.push([now(), queues.join()])
    const answers = await ask(queues)
    return queues.map((name) => answers[name] ?? null)
  })
  const bells = { imports: createBell(), mails: createBell() }
  const ends: (() => void)[] = []
  const start = (name: Name) => {
    const loop = {
      take: async () => {
        looks[name].push(now())
        return take(name)
      },
      run: () => new Promise<void>((resolve) => ends.push(resolve)),
    }
    return runLoop(loop, poller.watch(name, bells[name]), log, stop.signal)
  }
  void start('imports')
  void start('mails')
  void poller.run(log, stop.signal)
  onTestFinished(() => {
    stop.abort()
    for (const end of ends) end()
  })
  return { asked, looks, bells, ends, said }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('idle loops look once, and are asked about together every five seconds', async () => {
  const { asked, looks } = twoLoops(async () => ({}))
  await pass(14_900)
  expect(looks).toEqual({ imports: [0], mails: [0] })
  const [first, ...others] = asked.filter(([, queues]) => queues !== '')
  expect(first?.[1]).toBe('imports,mails')
  expect(first?.[0]).toBeLessThanOrEqual(50)
  expect(others.map(([ms]) => Math.round(ms / 1000))).toEqual([5, 10])
})

test('what becomes due wakes its loops, at its time, and no others', async () => {
  let dueMs = 1_300
  const { looks } = twoLoops(async () => ({ mails: (dueMs - (Date.now() - beganMs)) / 1000 }))
  const beganMs = Date.now()
  await pass(1_290)
  expect(looks).toEqual({ imports: [0], mails: [0] })
  await pass(20)
  expect(looks.mails).toHaveLength(2)
  dueMs = Infinity
  await pass(10_000)
  expect(looks.imports).toEqual([0])
})

test('a loop that was notified and finds nothing asks anew, so that it is woken for what comes soon', async () => {
  let seconds: number | null = null
  const { asked, looks, bells } = twoLoops(async () => ({ mails: seconds }))
  await pass(1_000)
  const before = asked.length
  seconds = 0.8
  bells.mails.ring()
  await pass(100)
  expect(asked).toHaveLength(before + 1)
  seconds = 0
  await pass(750)
  expect(looks.mails).toEqual([0, 1_000, expect.closeTo(1_800, -2)])
})

test('what is due but cannot be taken is tried less and less often', async () => {
  const { looks } = twoLoops(async () => ({ mails: -3 }))
  await pass(60_000)
  expect(looks.mails.length).toBeGreaterThan(10)
  expect(looks.mails.length).toBeLessThan(25)
  expect(looks.mails.slice(0, 4).every((ms) => ms < 500)).toBe(true)
  expect(looks.imports).toEqual([0])
})

test('nothing is asked about loops that are at work, until one has ended', async () => {
  let isDue = true
  const { asked, ends, looks } = twoLoops(
    async () => ({}),
    (name) => (name === 'mails' && isDue ? 'a mail' : null),
  )
  await pass(20_000)
  expect(new Set(asked.map(([, queues]) => queues))).toEqual(new Set(['imports']))
  isDue = false
  ends[0]?.()
  await pass(60)
  expect(asked.at(-1)?.[1]).toBe('imports,mails')
  expect(looks.mails).toHaveLength(2)
})

test.each<[string, () => Promise<Answers>]>([
  ['fails', () => Promise.reject(new Error('a queue is broken'))],
  ['does not come', () => new Promise(() => {})],
])('while the answer %s, all loops look for themselves every five seconds', async (_what, ask) => {
  const { looks } = twoLoops(ask)
  await pass(30_500)
  for (const ms of Object.values(looks)) {
    expect(ms.length).toBeGreaterThanOrEqual(6)
    expect(ms.length).toBeLessThanOrEqual(8)
  }
})

test('tasks are logged as working again only after the database has answered', async () => {
  let isAway = false
  const answer = () => {
    if (isAway) throw new Error('away')
  }
  const { said } = twoLoops(
    async () => {
      answer()
      return {}
    },
    () => {
      answer()
      return null
    },
  )
  await pass(1_000)
  isAway = true
  await pass(40_000)
  expect(said).toEqual(['background task failed; will retry'])
  isAway = false
  await pass(30_000)
  expect(said).toEqual(['background task failed; will retry', 'background tasks work again'])
})

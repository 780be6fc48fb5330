import { expect, test } from 'vitest'
import { logInto } from '../../test/harness/core/server.ts'
import { createFaultLog } from './fault-log.ts'
import { runLoop } from './loops/run.ts'
import { timed } from './loops/poller.ts'

function aLog() {
  const lines: [level: string, details: object, words: string][] = []
  const write = (level: string) => (details: object, words: string) =>
    void lines.push([level, details, words])
  const clock = { ms: 0 }
  const log = { error: write('error'), info: write('info') } as Parameters<typeof createFaultLog>[0]
  return { lines, clock, faults: createFaultLog(log, () => clock.ms) }
}

const away = 'the database cannot be reached'

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('an outage is logged once with its stack, then once a minute with a count, and its end once', () => {
  const { lines, clock, faults } = aLog()
  for (let index = 0; index < 560; index += 1) {
    faults.note(refused())
    clock.ms += 125
  }
  expect(lines).toEqual([
    ['error', { err: expect.any(Error) }, 'background task failed; will retry'],
    ['error', { fault: away, failures: 481, seconds: 60 }, 'background tasks keep failing; will retry'],
  ])
  faults.recovered()
  faults.recovered()
  expect(lines.slice(2)).toEqual([
    ['info', { fault: away, failures: 560, seconds: 70 }, 'background tasks work again'],
  ])
})

test('an outage that shows in several ways is one', () => {
  const { lines, faults } = aLog()
  const codes = ['ECONNRESET', 'ECONNREFUSED', 'ENOENT', '57P01', '57P03', 'CONNECTION_CLOSED']
  for (const code of codes) faults.note(Object.assign(new Error(code), { code, syscall: 'connect' }))
  faults.recovered()
  expect(lines.map(([level]) => level)).toEqual(['error', 'info'])
  expect(lines[1]?.[1]).toMatchObject({ fault: away, failures: 6 })
})

test('another fault is logged at once, and the same one again after a recovery', () => {
  const { lines, faults } = aLog()
  faults.note(refused())
  faults.note(new TypeError('x is not a function'))
  faults.note(new TypeError('x is not a function'))
  faults.note(new TypeError('y is not a function'))
  expect(lines).toHaveLength(3)
  faults.recovered()
  faults.note(refused())
  expect(lines.filter(([level]) => level === 'error')).toHaveLength(4)
})

test('the loops of a thread log an outage that they share once', async () => {
  const stop = new AbortController()
  const faults: unknown[] = []
  const log = logInto(faults)
  let tries = 0
  const take = () => {
    tries += 1
    if (tries > 50) stop.abort()
    return Promise.reject(refused())
  }
  const loop = { take, run: () => Promise.resolve() }
  const bell = { ring: () => {}, rings: () => 0, wait: () => Promise.resolve() }
  await Promise.all(Array.from({ length: 10 }, () => runLoop(loop, timed(bell), log, stop.signal)))
  expect(tries).toBeGreaterThan(50)
  expect(faults).toHaveLength(1)
})

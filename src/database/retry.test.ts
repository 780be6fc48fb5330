import { expect, test } from 'vitest'
import { hasGivenWay, isConnectionLost, isDatabaseAway, repeated, retryable } from './retry.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

function failing(code: string, failures: number) {
  let tried = 0
  const work = () => {
    tried += 1
    return tried > failures ? Promise.resolve('done') : Promise.reject(failure(code))
  }
  return { work, tried: () => tried }
}

test('what gave way to others in a deadlock is done again, four times in all; nothing else is', async () => {
  for (const [code, failures, tries, isDone] of [
    ['40P01', 2, 3, true],
    ['40001', 3, 4, true],
    ['40P01', 4, 4, false],
    // The commit may have succeeded.
    ['CONNECTION_CLOSED', 1, 1, false],
    ['23505', 1, 1, false],
  ] as const) {
    const { work, tried } = failing(code, failures)
    const result = await repeated(work).catch((error: Error) => error.message)
    expect([code, result, tried()]).toEqual([code, isDone ? 'done' : code, tries])
  }
})

test('idempotent work is repeated after a lost connection, too', async () => {
  for (const [code, failures, tries, isDone] of [
    ['40P01', 3, 4, true],
    ['CONNECTION_CLOSED', 2, 3, true],
    ['57P01', 4, 4, false],
    // The pool of this process is closed and does not open again.
    ['CONNECTION_ENDED', 1, 1, false],
    ['23505', 1, 1, false],
  ] as const) {
    const { work, tried } = failing(code, failures)
    const result = await repeated(work, { after: retryable }).catch((error: Error) => error.message)
    expect([code, result, tried()]).toEqual([code, isDone ? 'done' : code, tries])
  }
})

test('what a pooler ends is a lost connection, and a malformed message of ours is not', () => {
  const ended = (severity: string) => Object.assign(failure('08P01'), { severity })
  expect(isConnectionLost(ended('FATAL'))).toBe(true)
  expect(isConnectionLost(ended('ERROR'))).toBe(false)
})

test('a host or a network that is gone, and a name that nobody resolves, are a lost connection', () => {
  for (const code of ['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT'])
    expect([code, isConnectionLost(Object.assign(failure(code), { syscall: 'read' }))]).toEqual([code, true])
  expect(isConnectionLost(Object.assign(failure('ENOTFOUND'), { syscall: 'getaddrinfo' }))).toBe(true)
  expect(isConnectionLost(Object.assign(failure('ENOENT'), { syscall: 'open' }))).toBe(false)
})

test('pauses grow with the tries, and each repetition is reported', async () => {
  const { work } = failing('40P01', 2)
  const pauses: number[] = []
  const reported: unknown[] = []
  const pauseMs = (tries: number) => {
    pauses.push(tries)
    return 1
  }
  await repeated(work, { pauseMs, onRepeat: (error) => reported.push(error) })
  expect(pauses).toEqual([1, 2])
  expect(reported).toEqual([failure('40P01'), failure('40P01')])
})

test('work with a time limit is repeated until it is over, however many tries that are', async () => {
  const patient = failing('57P03', 20)
  await repeated(patient.work, { after: retryable, forMs: 10_000 })
  expect(patient.tried()).toBe(21)

  const late = failing('57P03', 1_000)
  const startedMs = performance.now()
  const limited = repeated(late.work, { after: retryable, forMs: 50, pauseMs: () => 20 })
  await expect(limited).rejects.toMatchObject({ code: '57P03' })
  expect(late.tried()).toBeGreaterThan(1)
  expect(performance.now() - startedMs).toBeLessThan(5_000)
})

test('a stop ends the pause; one more try, and nothing is repeated', async () => {
  const { work, tried } = failing('57P03', 1_000)
  const stop = new AbortController()
  const ending = repeated(work, {
    after: retryable,
    forMs: 60_000,
    pauseMs: () => 30_000,
    stop: stop.signal,
  })
  setTimeout(() => stop.abort(), 20)
  await expect(ending).rejects.toMatchObject({ code: '57P03' })
  expect(tried()).toBe(2)
})

test('a transaction that was rolled back, a lost connection and a closed pool are told apart', () => {
  const sorted = (error: unknown) => [hasGivenWay(error), isConnectionLost(error), isDatabaseAway(error)]
  expect(sorted(failure('40001'))).toEqual([true, false, false])
  for (const code of ['08006', '57P01', '53300', '25P03', 'ECONNRESET', 'ECONNREFUSED', 'EAI_AGAIN']) {
    expect(sorted(failure(code)), code).toEqual([false, true, true])
  }
  expect(sorted(failure('CONNECTION_ENDED'))).toEqual([false, false, true])
  for (const other of [failure('ENOENT'), failure('23505'), new Error('bug'), 'text', null]) {
    expect(sorted(other)).toEqual([false, false, false])
  }
  const noSocket = Object.assign(failure('ENOENT'), { syscall: 'connect' })
  expect(sorted(noSocket)).toEqual([false, true, true])
})

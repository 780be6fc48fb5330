import { expect, test } from 'vitest'
import { repeated } from './repeated.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

test('what gave way to others in a deadlock is done again, four times in all; nothing else is', async () => {
  for (const [code, failures, tries, isDone] of [
    ['40P01', 2, 3, true],
    ['40001', 3, 4, true],
    ['40P01', 4, 4, false],
    // Nobody knows whether it was committed.
    ['CONNECTION_CLOSED', 1, 1, false],
    ['23505', 1, 1, false],
  ] as const) {
    let tried = 0
    const work = () => {
      tried += 1
      return tried > failures ? Promise.resolve('done') : Promise.reject(failure(code))
    }
    const result = await repeated(work).catch((error: Error) => error.message)
    expect([code, result, tried]).toEqual([code, isDone ? 'done' : code, tries])
  }
})

import { test } from 'vitest'

/** Whether the tests run whole: vitest.nightly.config.ts. By day they are as much of it as a commit can wait for. */
export const isNight = process.env['QUIVER_NIGHTLY'] !== undefined

export function byDay<Value>(day: Value, night: Value): Value {
  return isNight ? night : day
}

/** Of random cases by day, the same in each run. */
export const daySeed = 20_261_121

/** Of one round of random cases: at night a new one each time. */
export function aSeed(round: number): number {
  return isNight ? Math.floor(Math.random() * 2 ** 31) : daySeed + round
}

/** A test that has a smaller one by day. */
export const nightly = test.runIf(isNight)

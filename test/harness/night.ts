import { test } from 'vitest'

/** Whether the tests run whole: vitest.nightly.config.ts. By day they are as much of it as a commit can wait for. */
export const isNight = process.env['QUIVER_NIGHTLY'] !== undefined

export function byDay<Value>(day: Value, night: Value): Value {
  return isNight ? night : day
}

/** A test that has a smaller one by day. Its file is listed in vitest.nightly.config.ts. */
export const nightly = test.runIf(isNight)

import { expect, test } from 'vitest'
import { createRests } from './rests.ts'

test('an organization rests for the time that was set, and the others do not', () => {
  let nowMs = 1_000
  const rests = createRests(500, () => nowMs)
  expect([rests.resting(), rests.secondsToEnd()]).toEqual([[], null])
  rests.begin(7)
  nowMs += 200
  rests.begin(9)
  expect([rests.resting(), rests.secondsToEnd()]).toEqual([[7, 9], 0.3])
  nowMs += 300
  expect([rests.resting(), rests.secondsToEnd()]).toEqual([[9], 0.2])
  nowMs += 200
  expect([rests.resting(), rests.secondsToEnd()]).toEqual([[], null])
})

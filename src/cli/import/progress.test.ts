import { expect, test } from 'vitest'
import { createPace } from './progress.ts'
import { spellSeconds } from './terminal.ts'

test('a pace is that of the last ten seconds', () => {
  const pace = createPace()
  expect(pace(0, 0)).toBeUndefined()
  expect(pace(5_000, 10_000)).toBe(2_000)
  expect(pace(10_000, 20_000)).toBe(2_000)
  expect(pace(15_000, 20_000)).toBe(1_000)
  expect(pace(25_000, 20_000)).toBeUndefined()
})

test('a first moment is no pace', () => {
  const pace = createPace()
  pace(0, 0)
  expect(pace(400, 20_000)).toBeUndefined()
  expect(pace(1_000, 20_000)).toBe(20_000)
})

test.each([
  [0, '1 s'],
  [59.4, '59 s'],
  [61, '1 min 1 s'],
  [3_720, '1 h 2 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(spellSeconds(seconds)).toBe(text)
})

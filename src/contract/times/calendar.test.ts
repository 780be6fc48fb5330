import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysFromCivil, formatDate, isCivilDate } from './calendar.ts'

const aDay = fc.integer({ min: -719_162, max: 2_932_896 })

test('every day from year 1 to year 9999 has its number and its spelling', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      const date = new Date(day * 86_400_000)
      const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
      expect(daysFromCivil(civil)).toBe(day)
      expect(isCivilDate(civil)).toBe(true)
      expect(formatDate(civil)).toBe(date.toISOString().slice(0, 10))
    }),
    { numRuns: 2000 },
  )
})

test('days that no calendar has are no dates', () => {
  expect(isCivilDate({ year: 2000, month: 2, day: 29 })).toBe(true)
  const missing: [number, number, number][] = [
    [1900, 2, 29],
    [2014, 2, 29],
    [2014, 2, 30],
    [2014, 4, 31],
    [2014, 13, 1],
    [2014, 0, 1],
    [2014, 1, 0],
    [2014, 1, 32],
    [0, 1, 1],
    [10_000, 1, 1],
    [Number.NaN, 1, 1],
  ]
  for (const [year, month, day] of missing) expect(isCivilDate({ year, month, day })).toBe(false)
})

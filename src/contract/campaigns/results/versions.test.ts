import { expect, test } from 'vitest'
import { noCounts } from '../stat-summary.ts'
import { clearBest, isHigher, shareOf, versionFigures } from './versions.ts'

test.each([
  [1, 10],
  [17, 143],
  [500, 1000],
  [3, 1_000_000],
])('the limits of %i of %i are the rates that the count is just compatible with', (count, base) => {
  const { low, high } = shareOf(count, base)
  for (const limit of [low ?? NaN, high ?? NaN]) {
    // The score test, solved for the limit by its definition.
    const score = Math.abs(count / base - limit) / Math.sqrt((limit * (1 - limit)) / base)
    expect(score).toBeCloseTo(1.96, 3)
  }
})

test('an interval of nobody has no limits, and one of no clicks begins at zero', () => {
  expect(shareOf(0, 0)).toEqual({ count: 0, base: 0, low: null, high: null })
  expect(shareOf(0, 50)).toMatchObject({ low: 0, high: expect.closeTo(0.0714, 3) })
  expect(shareOf(50, 50)).toMatchObject({ low: expect.closeTo(0.9286, 3), high: 1 })
})

test('five clicks of 100 beside three are not enough to tell; 500 of 10,000 beside 300 are', () => {
  expect(clearBest([shareOf(5, 100), shareOf(3, 100)])).toBeNull()
  expect(clearBest([shareOf(300, 10_000), shareOf(500, 10_000)])).toBe(1)
  expect(isHigher(shareOf(300, 10_000), shareOf(500, 10_000))).toBe(false)
  expect(clearBest([shareOf(500, 10_000), shareOf(0, 0)])).toBeNull()
})

test('versions are compared by what the test was set to', () => {
  const counts = {
    ...noCounts,
    sent_html: 100,
    sent_text: 20,
    opens_unique: 40,
    opens_total: 900,
    clicks_unique: 10,
  }
  expect(versionFigures('clicks_unique', counts).compared).toMatchObject({ count: 10, base: 120 })
  expect(versionFigures('opens_total', counts).compared).toMatchObject({ count: 40, base: 120 })
  expect(versionFigures('click_to_open_rate', counts).compared).toMatchObject({ count: 10, base: 40 })
})

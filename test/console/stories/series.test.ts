import { expect, test } from 'vitest'
import { funnelOf } from '../../../console/campaigns/report/funnel-steps.ts'
import type { CampaignStats } from '../../../console/campaigns/data.ts'
import { drawnMax, runOf, thinned } from '../../../console/design/thinned.ts'

const pointsOf = (values: readonly number[]) =>
  values.map((value, place) => ({ name: String(place), values: [value, 1] }))

test('a picture of 10,000 points has its peaks, real values only, in their order', () => {
  const values = Array.from({ length: 10_000 }, (_, place) =>
    place === 7_777 ? 9_999 : (place * 37) % 1_000,
  )
  const points = pointsOf(values)
  const drawn = thinned(points)
  expect(drawn.length).toBeLessThanOrEqual(drawnMax)
  expect(drawn.length).toBeGreaterThan(drawnMax / 2)
  expect(drawn).toContainEqual({ name: '7777', values: [9_999, 1] })
  const places = drawn.map(({ name }) => Number(name))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  for (const point of drawn) expect(point).toEqual(points[Number(point.name)])
  // Every run of neighbours is there: none is longer than the sentence below the picture says.
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(2 * runOf(points))
})

test('few points are drawn as they are', () => {
  for (const length of [0, 1, 2, drawnMax]) {
    const points = pointsOf(Array.from({ length }, (_, place) => place))
    expect(thinned(points)).toEqual(points)
    expect(runOf(points)).toBe(1)
  }
})

test('the steps of a funnel have the base that their share is of', () => {
  const stats = {
    sent: { total: 200, accepted: 180 },
    open: { unique: 90 },
    click: { unique: 30 },
    unsub: { unique: 9 },
  } as CampaignStats
  expect(funnelOf(stats).map(({ key, value, before }) => `${key} ${value} of ${before}`)).toEqual([
    'sent 200 of 200',
    'accepted 180 of 200',
    'opened 90 of 180',
    'clicked 30 of 90',
    'unsubscribed 9 of 180',
  ])
})

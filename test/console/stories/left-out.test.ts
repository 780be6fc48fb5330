import { expect, test } from 'vitest'
import { leftOutMax, withoutEach } from '../../../console/campaigns/whom/left-out.ts'
import type { Clause } from '../../../src/contract/segments/clauses.ts'

type Named = Clause<{ id: number; name: string }>

const joined = { type: 'subscriber_date_subscribed', operator: 'in_last_days', value: 30 } as const
const on = (id: number): Named => ({
  type: 'in_mailing_list',
  operator: 'is_in',
  mailing_list: { id, name: `L${id}` },
})

test('each condition that all must meet is left out once, with its own words', () => {
  const expected = [
    { phrase: 'joined in the last 30 days', rest: [on(1)] },
    { phrase: 'are on “L1”', rest: [joined] },
  ]
  expect(withoutEach([joined, on(1)])).toEqual(expected)
  expect(withoutEach([{ type: 'all', clauses: [joined, on(1)] }])).toEqual(expected)
  expect(withoutEach([joined])).toEqual([{ phrase: 'joined in the last 30 days', rest: [] }])
  const either: Named = { type: 'any', clauses: [joined, on(1)] }
  expect(withoutEach([either, on(2)])).toEqual([
    { phrase: 'joined in the last 30 days or are on “L1”', rest: [on(2)] },
    { phrase: 'are on “L2”', rest: [either] },
  ])
})

test('nothing is counted for a segment of many conditions', () => {
  const many = Array.from({ length: leftOutMax + 1 }, (_, id) => on(id))
  expect(withoutEach(many)).toEqual([])
  expect(withoutEach(many.slice(1))).toHaveLength(leftOutMax)
})

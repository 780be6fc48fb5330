import { expect, test } from 'vitest'
import { describeClauses } from './words.ts'

test('a date within the last days is told with its number before its unit', () => {
  const joined = (value: number) =>
    describeClauses([{ type: 'subscriber_date_subscribed', operator: 'in_last_days', value }])
  expect(joined(45)).toBe('All of the following criteria ... (Date Subscribed is within the last 45 days)')
  expect(joined(1)).toBe('All of the following criteria ... (Date Subscribed is within the last day)')
})

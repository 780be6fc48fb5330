import { expect, test } from 'vitest'
import { isBreachOf } from '../sqlstate.ts'

const message = 'duplicate key value violates unique constraint "autoresponders_name_102039"'

test('a breach on a shard is known by the field of the error, or by its message alone', () => {
  const named = Object.assign(new Error('refused'), { constraint: 'autoresponders_name_102039' })
  expect(isBreachOf(named, 'autoresponders_name')).toBe(true)
  expect(isBreachOf(new Error(message), 'autoresponders_name')).toBe(true)
  // The driver gives the field to every error.
  const unnamed = Object.assign(new Error(message), { constraint: undefined })
  expect(isBreachOf(unnamed, 'autoresponders_name')).toBe(true)
})

test('a breach of another constraint, or of one whose name only begins the same, is not', () => {
  expect(isBreachOf(new Error(message), 'autoresponders')).toBe(false)
  const other = Object.assign(new Error(message), { constraint: 'autoresponders_pkey' })
  expect(isBreachOf(other, 'autoresponders_name')).toBe(false)
})

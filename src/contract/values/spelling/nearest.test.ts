import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['triger', ['trigger', 'other'], 'trigger'],
  ['d_form_email', ['d_from_name', 'd_from_email'], 'd_from_email'],
  ['Frist name', ['Last_name', 'First_name'], 'First_name'],
  ['content', ['contents', 'name'], 'contents'],
  ['STATUS ', ['status'], 'status'],
  // Too short to guess, too different, or unrelated.
  ['id', ['ip', 'in'], null],
  ['colour', ['status', 'format'], null],
  ['x'.repeat(65), ['x'.repeat(64)], null],
  ['', ['a'], null],
])('%s among %j: %s', (text, candidates, meant) => {
  expect(nearest(text, candidates)).toBe(meant)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, unguarded } from './formulas.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+49 30 1234', "'+49 30 1234"],
  ['\t=1', "'\t=1"],
  ["'=1", "''=1"],
  ['-5.25', '-5.25'],
  ['-1e5', "'-1e5"],
  ['+1+1', "'+1+1"],
  ['-', "'-"],
  [' =1', ' =1'],
  ['a=b', 'a=b'],
  ['+4930123', '+4930123'],
  ["O'Neil", "O'Neil"],
  ['', ''],
])('%j is written as %j', (cell, written) => {
  expect(guarded(cell)).toBe(written)
})

test('no guarded cell begins as a formula, and each gives its value back', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from("=+-@\t\r'1a. ")), maxLength: 6 })
  fc.assert(
    fc.property(text, (cell) => {
      expect(guarded(cell)).not.toMatch(/^[=@\t\r]|^[+-](?!\d+(\.\d+)?$)/)
      expect(unguarded(guarded(cell))).toBe(cell)
    }),
  )
})

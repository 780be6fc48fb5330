import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, readDecimal } from './decimal.ts'

const read = (text: string, notation = {}) => {
  const reading = readDecimal(text, notation)
  return 'value' in reading ? reading.value : reading.fault
}

test.each([
  ['1234.56', 1234.56],
  ['1234,56', 1234.56],
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['1 234,56', 1234.56],
  ['1\u00a0234,56', 1234.56],
  ['1\u202f234,56', 1234.56],
  ["1'234.56", 1234.56],
  ['1’234.56', 1234.56],
  ['1.234.567', 1_234_567],
  ['1,234,567.8', 1_234_567.8],
  ['1,23,456.78', 123_456.78],
  ['99,90', 99.9],
  ['0,125', 0.125],
  ['0.125', 0.125],
  [',5', 0.5],
  ['.5', 0.5],
  ['-12,5', -12.5],
  ['−12,5', -12.5],
  ['+7', 7],
  ['-0,0', 0],
  ['007,50', 7.5],
  ['99,-', 99],
  ['1 000', 1000],
  ['  5 ', 5],
  ['1234.567', 1234.567],
  ['0.000001', 0.000001],
  ['52.5200080000', 52.520008],
  ['(12,50)', -12.5],
  ['1.234,50-', -1234.5],
  ['１２．５', 12.5],
  ['١٢٫٥', 12.5],
  ['1´200.50', 1200.5],
  ['99,--', 99],
  ['123456789012345', 123_456_789_012_345],
])('%s is %d', (text, value) => {
  expect(read(text)).toBe(value)
})

test.each([
  '',
  '-',
  '.',
  ',',
  '1,2,3',
  '1.2.3',
  '1,234,56',
  '1 23',
  '12 34,5',
  "1'23",
  '1e3',
  '0x1',
  'NaN',
  'Infinity',
  '5 %',
  'x5',
  '5x',
  '1.234,567.8',
  '1 234 5',
  '--5',
  '1,234.',
  '(5)',
])('"%s" is no number', (text) => {
  expect(read(text)).toBe('no_number')
})

test('what could be thousands or decimals is refused unless the column says which', () => {
  expect(read('1,234')).toEqual({ ambiguous: ['1234', '1.234'] })
  expect(read('1.234')).toBe(1.234)
  expect(read('-12,345')).toEqual({ ambiguous: ['12345', '12.345'] })
  for (const [text, comma, dot] of [
    ['1.234', 1234, 1.234],
    ['1,234', 1.234, 1234],
    ['1.234,5', 1234.5, 'no_number'],
    ['1,234.5', 'no_number', 1234.5],
    ['99,90', 99.9, 'no_number'],
    ['99.90', 'no_number', 99.9],
    ['1 234', 1234, 1234],
  ] as const) {
    expect([read(text, { separator: 'comma' }), read(text, { separator: 'dot' })], text).toEqual([comma, dot])
  }
})

test.each([
  '€ 99,90',
  '99,90 €',
  '99,90€',
  '-€99.90',
  '$1,234.56',
  'EUR 5',
  '5 zł',
  "CHF 1'234.50",
  'R$ 5,00',
  '12 kr',
  '€ -5',
  'Fr. 12.50',
  '($5.00)',
  '1,200.50円',
  '(1.234,50 €)',
  '12,50 TL',
  'Rs. 12.50',
  'A$12.50',
  '12,50 грн',
  '12,50 Euro',
  'SFr. 12.50',
])('the sign of a currency is removed if that is asked for: %s', (text) => {
  expect(read(text)).toBe('currency')
  expect(read(text, { stripsCurrency: true })).toBeTypeOf('number')
})

test('nothing but a currency is removed', () => {
  for (const text of ['5 pieces', '€ 5 €', '5 %', 'about 5', '€'])
    expect(read(text, { stripsCurrency: true }), text).toBe('no_number')
  expect(read('-€99.90', { stripsCurrency: true })).toBe(-99.9)
})

test('a number that JavaScript cannot keep exactly, or would write with an exponent, is refused', () => {
  for (const text of [
    '1234567890123456',
    '0.12345678901',
    '12345678901.12345',
    '0.0000001',
    '0.30000000000000004',
  ])
    expect(read(text), text).toBe('too_long')
})

test('every number of 15 digits is read back as it was written, in each notation', () => {
  const aNumber = fc.tuple(
    fc.integer({ min: 0, max: 999_999_999 }),
    fc.integer({ min: 0, max: 999_999 }),
    fc.boolean(),
  )
  fc.assert(
    fc.property(aNumber, ([whole, places, isNegative]) => {
      const decimals = String(places).padStart(6, '0')
      const apart = String(whole).replaceAll(/\B(?=(\d{3})+$)/g, '_')
      const sign = isNegative && whole + places > 0 ? '-' : ''
      const canonical = `${sign}${whole}.${decimals}`.replace(/\.?0+$/, '')
      for (const [group, mark] of [
        ['.', ','],
        [',', '.'],
        [' ', ','],
        ["'", '.'],
      ] as const) {
        const value = read(`${sign}${apart.replaceAll('_', group)}${mark}${decimals}`)
        expect(`${value as number}`).toBe(canonical)
      }
      expect(String(decimalOf(canonical))).toBe(canonical)
      expect(JSON.parse(JSON.stringify(decimalOf(Number(canonical))))).toBe(Number(canonical))
    }),
  )
})

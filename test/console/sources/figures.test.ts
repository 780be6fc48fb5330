import { expect, test } from 'vitest'
import { count, countInShort, instant, percent, say, size } from '../../../console/design/figures.ts'
import { duration, people } from '../../../console/words/audience/amounts.ts'

test('a sentence has its values in the form of its number', () => {
  const forms = { one: '# person of {list}', other: '# people of {list}' }
  expect(say(forms, { number: 1, list: 'A' })).toBe('1 person of A')
  expect(say(forms, { number: 2_340, list: 'A {number}' })).toBe('2,340 people of A {number}')
  expect(say('at most {number} MB, {unknown}', { number: 2.5 })).toBe('at most 2.5 MB, {unknown}')
})

test('a rate is shown as a person reads it, and of nothing there is none', () => {
  const rates: [number, number, string][] = [
    [0, 0, ''],
    [3, 0, ''],
    [0, 8, '0 %'],
    [1, 2_000, '0.1 %'],
    [1, 2_001, '< 0.1 %'],
    [4, 1_000, '0.4 %'],
    [1, 100, '1 %'],
    [38, 100, '38 %'],
    [8, 8, '100 %'],
  ]
  for (const [part, base, shown] of rates)
    expect([part, base, percent(part, base)]).toEqual([part, base, shown])
})

test('counts have separators, and say where counting ended', () => {
  expect(count(1_234_567)).toBe('1,234,567')
  expect(countInShort(1_234_567)).toMatch(/^1\.23m$/i)
  expect([people(1), people(0), people(2_000, false)]).toEqual([
    '1 person',
    '0 people',
    '2,000 people or more',
  ])
})

test('sizes and durations use the unit in which they are short', () => {
  expect([0, 999, 1_000, 68_400_000, 9.5e12, 4e15].map((bytes) => size(bytes))).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '68 MB',
    '9.5 TB',
    '4,000 TB',
  ])
  expect([-3, 0, 59, 60, 3_569, 3_600, 12_000].map((seconds) => duration(seconds))).toEqual([
    '0 s',
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '3 h 20 min',
  ])
})

test('an instant is shown on the clocks of its zone', () => {
  expect(instant('2026-05-03T07:00:00Z', 'Europe/Berlin')).toBe('3 May 2026, 09:00 Europe/Berlin')
  expect(instant('2026-12-31T23:30:00Z', 'Asia/Tokyo')).toBe('1 Jan 2027, 08:30 Asia/Tokyo')
})

import { expect, test } from 'vitest'
import { isStorable, parseBoolean, parseId } from './text.ts'

test('a text with a NUL or half a surrogate pair cannot be stored', () => {
  expect(['', 'plain', 'Zoë', '日本', '😀', '\u{10ffff}', '\ufffd', '\t\r\n'].every(isStorable)).toBe(true)
  for (const text of ['\0', 'a\0b', '\ud83d', 'a\ud83d', '\ude00b', '\ude00\ud83d', '日\0']) {
    expect(isStorable(text), JSON.stringify(text)).toBe(false)
  }
})

test('an id is a plain decimal number that JavaScript can hold exactly', () => {
  expect(parseId('1')).toBe(1)
  expect(parseId('9007199254740991')).toBe(9007199254740991)
  const refused = [
    '',
    '0',
    '01',
    '-1',
    '+1',
    ' 1',
    '1 ',
    '1.0',
    '1e3',
    '0x1',
    '١',
    '9007199254740992',
    '9999999999999999999',
  ]
  for (const text of [...refused, '1'.repeat(20)]) expect(parseId(text), text).toBeNull()
})

test('eight spellings are booleans and nothing else is', () => {
  for (const input of [true, 1, '1', 'true']) expect(parseBoolean(input)).toBe(true)
  for (const input of [false, 0, '0', 'false']) expect(parseBoolean(input)).toBe(false)
  for (const input of [
    null,
    undefined,
    '',
    'yes',
    'TRUE',
    ' true',
    '01',
    2,
    -1,
    Number.NaN,
    [],
    [1],
    {},
    1n,
  ]) {
    expect(parseBoolean(input)).toBeNull()
  }
})

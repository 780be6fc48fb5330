import { expect, test } from 'vitest'
import { headerLinesField, parseHeaderLines } from './header-lines.ts'

test('one header a line; blank lines and white space around values are dropped', () => {
  expect(parseHeaderLines('X-Campaign: spring\n\nlist-help:  <mailto:help@example.com> \n')).toEqual({
    headers: [
      { name: 'X-Campaign', value: 'spring' },
      { name: 'list-help', value: '<mailto:help@example.com>' },
    ],
  })
})

test('no text is no headers', () => {
  expect(parseHeaderLines('')).toEqual({ headers: [] })
})

test.each(['X-A: b', 'x-a:b', 'List-Help: b', 'CFBL-Address: b', 'cfbl-feedback-id: b', 'BIMI-Selector: b'])(
  '%s is a header that may be set',
  (text) => {
    expect(parseHeaderLines(text)).toHaveProperty('headers')
  },
)

test.each([
  'From: a@example.com',
  'Bcc: a@example.com',
  'X-: b',
  'List-Unsubscribe: b',
  'List-Help-Me: b',
  'XA: b',
])('%s is a header that may not be set', (text) => {
  expect(parseHeaderLines(text)).toEqual({
    problem: 'may only have headers named X-…, List-Help, CFBL-Address, CFBL-Feedback-ID or BIMI-Selector',
  })
})

test.each(['X-A', 'X-A b', ': b', 'X-A:', 'X-A:  ', 'X-A : b', ' X-A: b', 'X-A: b\n folded', 'X-Ä: b'])(
  '%j is no header line',
  (text) => {
    expect(parseHeaderLines(text)).toEqual({
      problem: 'must have one header on each line, written Name: value',
    })
  },
)

test.each([
  'X-A: b\r\nX-B: c',
  'X-A: b\rBcc: c',
  'X-A: b\0',
  'X-A: \u0085Bcc: c',
  'X-A: b\u007f',
  'X-A: b\vc',
])('%j holds a control character', (text) => {
  expect(parseHeaderLines(text)).toEqual({
    problem: 'cannot contain carriage returns or other control characters',
  })
})

test('a line is at most 998 bytes, however many characters these are', () => {
  expect(parseHeaderLines(`X-A: ${'b'.repeat(993)}`)).toHaveProperty('headers')
  expect(parseHeaderLines(`X-A: ${'b'.repeat(994)}`)).toHaveProperty('problem')
  expect(parseHeaderLines(`X-A: ${'ä'.repeat(497)}`)).toHaveProperty('problem')
})

test('the field keeps the lines in one spelling and reports what is wrong', () => {
  expect(headerLinesField.parse('X-A:b\n\nX-C: d ')).toBe('X-A: b\nX-C: d')
  expect(headerLinesField.safeParse('To: b').error?.issues[0]?.message).toMatch(
    /^may only have headers named/,
  )
})

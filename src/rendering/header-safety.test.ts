import { expect, test } from 'vitest'
import { displayName, findHarm, headerText } from './header-safety.ts'

const harm = (text: string, names = ['From', 'X-A']) => findHarm(Buffer.from(text, 'latin1'), names)

test('a message with the header it is to have is fine', () => {
  expect(harm('From: a\r\nX-A: b\r\n c\r\n\r\nHello\r\n')).toBeNull()
  expect(harm('x-a: b\r\nfrom: a\r\n\r\n')).toBeNull()
  expect(harm(`From: a\r\nX-A: b\r\n\r\n${'x'.repeat(998)}\r\n${'y'.repeat(998)}`)).toBeNull()
})

test.each([
  ['From: a\r\nX-A: b\r\nBcc: c\r\n\r\n', 'has the header fields bcc, from, x-a'],
  ['From: a\r\nX-A: b\r\nX-A: c\r\n\r\n', 'has the header fields from, x-a, x-a'],
  ['From: a\r\n\r\nX-A: b\r\n\r\n', 'has the header fields from'],
  ['From: a\r\nX-A: b\r\nno field\r\n\r\n', 'has the header fields from, undefined, x-a'],
  [' From: a\r\nFrom: a\r\nX-A: b\r\n\r\n', 'begins with a folded line'],
  ['From: a\r\nX-A: b\r\n', 'has no end of its header'],
  ['From: a\r\nX-A: b\nBcc: c\r\n\r\n', 'has an LF without its CR'],
  ['From: a\r\nX-A: b\rBcc: c\r\n\r\n', 'has a CR without its LF'],
  ['From: a\r\nX-A: b\r\n\r\nbody\n', 'has an LF without its CR'],
  ['From: a\r\nX-A: b\r\n\r\nbody\rmore', 'has a CR without its LF'],
  ['From: a\r\nX-A: b\r\n\r\n\nbody', 'has an LF without its CR'],
  [`From: a\r\nX-A: ${'b'.repeat(994)}\r\n\r\n`, 'has a line of more than 998 octets'],
  [`From: a\r\nX-A: b\r\n\r\n${'x'.repeat(999)}`, 'has a line of more than 998 octets'],
])('%j is found out', (text, expected) => {
  expect(harm(text)).toBe(expected)
})

test('names and values are one line, and end before they are a burden', () => {
  expect(displayName(' a\r\nb\0c ')).toBe('a b c')
  expect(displayName('😀'.repeat(1000))).toBe('😀'.repeat(255))
  expect(headerText('a\r\nb')).toBe('a b')
  expect(headerText(`${'x'.repeat(700)} ${'y'.repeat(700)}`)).toBeTypeOf('string')
  expect(headerText('x'.repeat(800))).toMatchObject({ prepared: true })
})

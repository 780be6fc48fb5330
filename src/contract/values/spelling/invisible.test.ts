import { expect, test } from 'vitest'
import { parseEmail } from '../email.ts'
import { parseDomain } from '../hosts.ts'
import { invisibleProblem, trimmed } from './invisible.ts'

const invisible = [
  '\u200B', '\u200C', '\u200D', '\u200E', '\u2060', '\u202A', '\u202C', '\u2066', '\u00AD', '\uFEFF', '\u180E', '\uFE0F',
  '\u034F', '\u3164', '\u{E0020}', '\u{E0101}',
] // oxfmt-ignore

test.each(invisible)('%j is removed at the ends of an address and of a domain, and named within', (mark) => {
  expect(parseEmail(`${mark} ${mark}ann@example.com\u00a0${mark}`)).toEqual({
    address: 'ann@example.com',
    key: 'ann@example.com',
  })
  expect(parseDomain(`${mark}example.com${mark}`)).toBe('example.com')
  expect(trimmed(`${mark}${mark}`)).toBe('')
  for (const text of [`ann${mark}@example.com`, `ann@exa${mark}mple.com`, `ann@example${mark}.com`]) {
    expect(parseEmail(text)).toBeNull()
    const code = mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    expect(invisibleProblem(text)).toBe(
      `contains an invisible character (U+${code}) after ${text.split(mark)[0]}`,
    )
  }
  expect(invisibleProblem(`${mark}ann.example.com${mark}`)).toBeNull()
})

test('a long run of them takes no longer than its length, and halves of characters stay', () => {
  const started = performance.now()
  expect(trimmed(`a${'\u200B'.repeat(1_000_000)}b${'\u200B'.repeat(1_000)}`)).toHaveLength(1_000_002)
  expect(performance.now() - started).toBeLessThan(500)
  expect(trimmed('\uD83D a \uDE00')).toBe('\uD83D a \uDE00')
})

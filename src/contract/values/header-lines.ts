import { z } from 'zod'

export type HeaderLine = { name: string; value: string }

/** A header name per RFC 5322, a colon, and a non-blank value. */
const line = /^([!-9;-~]+):[ \t]*(\S.*)$/
/** A control character other than tab and line feed. */
const control = /[^\P{Cc}\t\n]/u
const lineBytesMax = 998

const allowed = ['list-help', 'cfbl-address', 'cfbl-feedback-id', 'bimi-selector']
const allowedWords = 'X-…, List-Help, CFBL-Address, CFBL-Feedback-ID or BIMI-Selector'

/**
 * Reads custom headers: one `Name: value` per line, separated by LF, blank lines dropped. Lines have at most 998
 * octets (RFC 5322), no CR, no other control characters and no folding, so that they cannot inject headers or a
 * body. Names ignore case.
 * @returns the lines, or the problem: a fragment that follows the attribute name.
 */
export function parseHeaderLines(text: string): { headers: HeaderLine[] } | { problem: string } {
  if (control.test(text)) return { problem: 'cannot contain carriage returns or other control characters' }
  const headers: HeaderLine[] = []
  for (const content of text.split('\n')) {
    if (content.trim() === '') continue
    const [, name = '', value = ''] = line.exec(content) ?? []
    if (name === '') return { problem: 'must have one header on each line, written Name: value' }
    if (!isAllowed(name)) return { problem: `may only have headers named ${allowedWords}` }
    if (new TextEncoder().encode(content).length > lineBytesMax) {
      return { problem: `cannot have a line of more than ${lineBytesMax} bytes` }
    }
    headers.push({ name, value: value.trimEnd() })
  }
  return { headers }
}

function isAllowed(name: string): boolean {
  return /^x-./i.test(name) || allowed.includes(name.toLowerCase())
}

/** "" for none; stored as one `Name: value` per line. */
export const headerLinesField = z
  .string()
  .max(10_000)
  .transform((text, context) => {
    const read = parseHeaderLines(text)
    if ('headers' in read) return read.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
    context.addIssue(read.problem)
    return z.NEVER
  })

import { z } from 'zod'

/** An extra header of outgoing messages. */
export type HeaderLine = { name: string; value: string }

/** A header name as RFC 5322 has it, a colon, and a value that is not blank. */
const line = /^([!-9;-~]+):[ \t]*(\S.*)$/
/** A control character, but tab and line feed. */
const control = /[^\P{Cc}\t\n]/u
const lineBytesMax = 998

const allowed = ['list-help', 'cfbl-address', 'cfbl-feedback-id', 'bimi-selector']
const allowedWords = 'X-…, List-Help, CFBL-Address, CFBL-Feedback-ID or BIMI-Selector'

/**
 * Reads custom headers: one `Name: value` a line, lines ended by LF, blank lines dropped. A line is at most 998 octets
 * (RFC 5322) and stands alone: no CR, no other control characters, no folded lines, so that nothing written here can
 * begin a header or a body of its own. Names compare without regard to case.
 * @returns the lines, or what is wrong: a fragment that follows the name of the attribute.
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

/** Custom headers of a record: "" for none; stored one `Name: value` a line. */
export const headerLinesField = z
  .string()
  .max(10_000)
  .transform((text, context) => {
    const read = parseHeaderLines(text)
    if ('headers' in read) return read.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
    context.addIssue(read.problem)
    return z.NEVER
  })

import { z } from 'zod'

export type HeaderLine = { name: string; value: string }

/** Name per RFC 5322, colon, non-blank value. */
const line = /^([!-9;-~]+):[ \t]*(\S.*)$/
/** Not tab and line feed. */
const control = /[^\P{Cc}\t\n]/u
const lineBytesMax = 998

const allowed = ['list-help', 'cfbl-address', 'cfbl-feedback-id', 'bimi-selector']
const allowedWords = 'X-…, List-Help, CFBL-Address, CFBL-Feedback-ID or BIMI-Selector'

/**
 * One `Name: value` per line; blank lines are dropped. No CR, other control characters or folding, so that a value
 * cannot inject headers or a body. Lines have at most 998 bytes (RFC 5322).
 * @param further names that are allowed, too
 * @returns the lines, or the problem: a fragment that follows the attribute name.
 */
export function parseHeaderLines(
  text: string,
  further: readonly string[] = [],
): { headers: HeaderLine[] } | { problem: string } {
  if (control.test(text)) return { problem: 'cannot contain carriage returns or other control characters' }
  const headers: HeaderLine[] = []
  for (const content of text.split('\n')) {
    if (content.trim() === '') continue
    const [, name = '', value = ''] = line.exec(content) ?? []
    if (name === '') return { problem: 'must have one header on each line, written Name: value' }
    if (!isAllowed(name) && !further.some((one) => one.toLowerCase() === name.toLowerCase())) {
      return { problem: `may only have headers named ${[...further, allowedWords].join(', ')}` }
    }
    if (new TextEncoder().encode(content).length > lineBytesMax) {
      return { problem: `cannot have a line of more than ${lineBytesMax} bytes` }
    }
    headers.push({ name, value: value.trimEnd() })
  }
  return { headers }
}

/** What a message to one person can have, too: it answers another one, or comes from a program that lets people leave. */
export const messageHeaders = [
  'Auto-Submitted',
  'Importance',
  'In-Reply-To',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Precedence',
  'References',
]

function isAllowed(name: string): boolean {
  return /^x-./i.test(name) || allowed.includes(name.toLowerCase())
}

/** "" for no headers. */
export const headerLinesField = z
  .string()
  .max(10_000)
  .transform((text, context) => {
    const read = parseHeaderLines(text)
    if ('headers' in read) return read.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
    context.addIssue(read.problem)
    return z.NEVER
  })

import { encodeWord, quoteString } from 'nodemailer/lib/mime-funcs'
import { oneLine } from './merge.ts'

/** Without the CR LF (RFC 5322, section 2.1.1). */
const lineBytesMax = 998
/** Longer runs cannot be folded; leaves room for the header name. */
const runLengthMax = 800
const nameLengthMax = 255
const valueLengthMax = 2000

export type PreparedHeader = { prepared: true; foldLines: boolean; value: string }

export function displayName(text: string): string {
  return shortened(oneLine(text.toWellFormed()), nameLengthMax).trim()
}

/** `"name" <id>` for List-Id; only the name is encoded. */
export function namedId(name: string, id: string): PreparedHeader {
  const text = displayName(name)
  const phrase = /^[ -~]*$/.test(text) ? quoteString(text) : encodeWord(text, 'Q', 52)
  return { prepared: true, foldLines: true, value: `${phrase} <${id}>` }
}

export function headerText(text: string): string | PreparedHeader {
  const value = shortened(oneLine(text.toWellFormed()), valueLengthMax).trim()
  return new RegExp(`\\S{${runLengthMax}}`).test(value)
    ? { prepared: true, foldLines: true, value: encodeWord(value, 'Q', 52) }
    : value
}

function shortened(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : Array.from(text).slice(0, lengthMax).join('')
}

const cr = 0x0d
const lf = 0x0a

/** Checks for header injection. @param names expected fields, in any order. @returns the problem, or null. */
export function findHarm(message: Buffer, names: readonly string[]): string | null {
  const end = message.indexOf('\r\n\r\n')
  if (end === -1) return 'has no end of its header'
  const lines = message.toString('latin1', 0, end).split('\r\n')
  const found = lines.filter((line) => !/^[ \t]/.test(line)).map((line) => /^([!-9;-~]+):/.exec(line)?.[1])
  if (lines[0] === undefined || /^[ \t]/.test(lines[0])) return 'begins with a folded line'
  if (listOf(found) !== listOf(names)) return `has the header fields ${listOf(found)}`
  return findBadLine(message)
}

function listOf(names: readonly (string | undefined)[]): string {
  return names
    .map((name) => String(name).toLowerCase())
    .toSorted()
    .join(', ')
}

function findBadLine(message: Buffer): string | null {
  let start = 0
  while (start < message.length) {
    const next = message.indexOf(lf, start)
    const end = next === -1 ? message.length : next - 1
    if (next !== -1 && message[end] !== cr) return 'has an LF without its CR'
    if (end - start > lineBytesMax) return `has a line of more than ${lineBytesMax} octets`
    const lone = message.indexOf(cr, start)
    if (lone !== -1 && lone < end) return 'has a CR without its LF'
    if (next === -1) return null
    start = next + 1
  }
  return null
}

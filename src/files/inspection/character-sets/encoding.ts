import type { Finding } from '../../../contract/imports/inspection.ts'
import type { CharacterSetName } from '../../../contract/imports/character-sets.ts'
import { createUtf8Check } from '../../csv/utf8.ts'
import { findCodePage } from './code-pages.ts'

/** ISO-8859-1 is read as windows-1252. */
export type CharacterSet = Exclude<CharacterSetName, 'ISO-8859-1'>

/** What a pass over the whole file found: the first byte, from 0, that is not valid UTF-8, and the text around it. */
export type Utf8Pass = { foreignAt: number | null; around?: Buffer }

/** @returns a sentence about a file that is no text, to follow its name. */
export function binaryProblem(head: Buffer): string | null {
  const hex = head.toString('hex', 0, 8)
  const found = signatures.find(([start]) => hex.startsWith(start))
  if (found !== undefined) return found[1]
  if (isUtf16(head)) return null
  if (isBigEndian(head)) return 'is in UTF-16 without the mark at its beginning. Save it in UTF-8.'
  if (head.includes(0)) return 'is not a text file: it contains NUL bytes. Export it as CSV.'
  return null
}

const signatures = [
  ['504b0304', 'is a ZIP archive or a spreadsheet (XLSX). Save it as CSV.'],
  ['1f8b', 'is compressed (gzip). Unpack it first.'],
  ['d0cf11e0', 'is an old Excel file (XLS). Save it as CSV.'],
  ['25504446', 'is a PDF document. Export the list as CSV.'],
  ['7b5c727466', 'is an RTF document. Save it as CSV.'],
  ['89504e47', 'is a picture. Export the list as CSV.'],
  ['ffd8ff', 'is a picture. Export the list as CSV.'],
  ['52617221', 'is a RAR archive. Unpack it first.'],
  ['377abcaf', 'is a 7z archive. Unpack it first.'],
  ['fffe0000', 'is in UTF-32. Save it in UTF-8.'],
  ['0000feff', 'is in UTF-32. Save it in UTF-8.'],
] as const

export function isUtf16(head: Buffer): boolean {
  const mark = head.toString('hex', 0, 2)
  return mark === 'fffe' || mark === 'feff' || isLittleEndian(head)
}

/** Latin letters in UTF-16 without a mark: nearly every second byte is 0, and no other. */
function isLittleEndian(head: Buffer): boolean {
  const pairs = Math.min(head.length >> 1, 2000)
  let zeros = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[2 * pair] === 0) return false
    if (head[2 * pair + 1] === 0) zeros += 1
  }
  return pairs >= 2 && zeros > 0.7 * pairs
}

function isBigEndian(head: Buffer): boolean {
  return head.length > 1 && isLittleEndian(head.subarray(1))
}

/** @param pass null: only the head was read. */
export function findCharacterSet(
  head: Buffer,
  { isWhole, pass }: { isWhole: boolean; pass: Utf8Pass | null },
): Finding<CharacterSet> {
  if (isUtf16(head)) return utf16Finding(head)
  const foreignAt = pass === null ? firstForeign(head, isWhole) : pass.foreignAt
  if (foreignAt === null) return utf8Finding(head, isWhole || pass !== null)
  const start = `Byte ${foreignAt + 1} is not valid UTF-8, so the file is in a code page`
  const found = findCodePage(pass?.around ?? head)
  if (found === null) {
    const reason = `${start}; windows-1252 is the one of Western Europe and America.`
    return { value: 'windows-1252', certainty: 'guess', reason }
  }
  const words = found.examples.map((word) => `"${word}"`).join(', ')
  const reason = `${start}; ${found.value} fits best: ${words}. If these words look wrong, choose another one.`
  return { value: found.value, certainty: found.certainty, reason }
}

function utf16Finding(head: Buffer): Finding<CharacterSet> {
  const isMarked = !isLittleEndian(head) || head.readUInt16BE() === 0xfffe
  if (isMarked) {
    return {
      value: 'UTF-16',
      certainty: 'certain',
      reason: 'The file begins with the byte-order mark of UTF-16.',
    }
  }
  return { value: 'UTF-16', certainty: 'likely', reason: 'Nearly every second byte is 0, as in UTF-16.' }
}

function utf8Finding(head: Buffer, isSeenWhole: boolean): Finding<CharacterSet> {
  const isMarked = head.toString('hex', 0, 3) === 'efbbbf'
  const reason = isMarked
    ? 'The file begins with the byte-order mark of UTF-8.'
    : isSeenWhole
      ? 'The whole file is valid UTF-8.'
      : 'The beginning of the file is valid UTF-8; the rest was not read.'
  return { value: 'UTF-8', certainty: isMarked || isSeenWhole ? 'certain' : 'likely', reason }
}

function firstForeign(head: Buffer, isWhole: boolean): number | null {
  const check = createUtf8Check()
  const found = check.push(head)
  if (found !== null || !isWhole) return found
  const atEnd = check.end()
  return atEnd === null ? null : head.length + atEnd
}

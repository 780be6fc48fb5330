import type { Finding } from '../../../contract/imports/inspection.ts'
import type { CharacterSetName } from '../../../contract/imports/character-sets.ts'
import { isLittleEndian, isUtf16 } from '../../../contract/imports/wrong-files.ts'
import { createUtf8Check } from '../../csv/utf8.ts'
import { findCodePage } from './code-pages.ts'

/** ISO-8859-1 is read as windows-1252. */
export type CharacterSet = Exclude<CharacterSetName, 'ISO-8859-1'>

/** What a pass over the whole file found: the first byte, from 0, that is not valid UTF-8, and the text around it. */
export type Utf8Pass = { foreignAt: number | null; around?: Buffer }

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

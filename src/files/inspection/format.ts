import { invalid } from '../../contract/api/errors.ts'
import type { Finding } from '../../contract/imports/inspection.ts'
import type { DecimalSeparator } from '../../contract/lists/decimal.ts'
import type { DateFormat } from '../../contract/times/instants.ts'
import type { CsvFormat } from '../csv/records.ts'
import { RECORD_CELLS_MAX, TOO_MANY_CELLS } from '../csv/scan.ts'
import { bytesOfLines, linesBefore } from '../csv/line-skip.ts'
import { readSepLine, type SepLine } from '../csv/sep-line.ts'
import { decodeWindows1252 } from '../csv/windows-1252.ts'
import { isReadAsItIs } from '../../contract/imports/character-sets.ts'
import { createTranscoder } from '../unpacking/code-pages.ts'
import { UnpackFault } from '../unpacking/limits.ts'
import { lookAtWords } from './character-sets/code-pages.ts'
import { findCharacterSet, type CharacterSet, type Utf8Pass } from './character-sets/encoding.ts'
import { findFirstRow } from './lines-before.ts'
import { findEnclosure, findSeparator, readRows, type Head } from './layout.ts'

/** What the caller knows already; the rest is detected. */
export type GivenFormat = Partial<Omit<CsvFormat, 'characterSet'>> & {
  characterSet?: CharacterSet
  hasHeaders?: boolean
  skipLines?: number
  dateFormat?: DateFormat
  decimalSeparator?: DecimalSeparator
}

export function said<Value>(value: Value): Finding<Value> {
  return { value, certainty: 'certain', reason: 'The request says so.' }
}

export type FoundFormat = ReturnType<typeof findFormat>

type Beginning = { head: Head; pass: Utf8Pass | null; given: GivenFormat }

export function findFormat({ head, pass, given }: Beginning) {
  const characterSet =
    given.characterSet === undefined
      ? findCharacterSet(head.bytes, { isWhole: head.isWhole, pass })
      : said(given.characterSet)
  const text = textOf(head, characterSet.value)
  const sep = readSepLine(text)
  const isMarked = text.toString('hex', 0, 3) === 'efbbbf'
  const bytes = text.subarray(sep?.byteLength ?? (isMarked ? 3 : 0))
  const sample = { bytes, isWhole: head.isWhole }
  const whole = layoutOf(sample, characterSet.value, { given, sep })
  const skipLines = given.skipLines === undefined ? findLinesBefore(whole) : said(given.skipLines)
  const skipped = bytesOfLines(bytes, skipLines.value)
  const below = { bytes: bytes.subarray(skipped), isWhole: head.isWhole }
  const layout = skipped === 0 ? whole : layoutOf(below, characterSet.value, { given, sep })
  const linesAbove = bytes.subarray(0, skipped)
  const sepLine: Finding<boolean> = {
    value: sep !== null,
    certainty: 'certain',
    reason:
      sep === null
        ? 'The first line is no sep= line.'
        : 'The first line is a sep= line of Excel and is no row.',
  }
  const place = { line: skipLines.value + (sep === null ? 0 : 1), byte: text.length - below.bytes.length }
  return { ...layout, characterSet, sepLine, skipLines, linesAbove, place }
}

/** In UTF-8 or windows-1252. @throws AppError `validation_failed`, a sentence. */
function textOf({ bytes, isWhole }: Head, characterSet: CharacterSet): Buffer {
  if (isReadAsItIs(characterSet)) return bytes
  const transcoder = createTranscoder(characterSet)
  try {
    const text = transcoder.push(bytes)
    return isWhole ? Buffer.concat([text, transcoder.end()]) : text
  } catch (error) {
    throw error instanceof UnpackFault ? invalid(error.message) : error
  }
}

/** Words by which a person sees whether the character set is right, and what is wrong with them. */
export function wordsOfText({ characterSet: { value }, sample }: FoundFormat, { bytes }: Head) {
  return isReadAsItIs(value) || value === 'UTF-16'
    ? lookAtWords(sample.bytes, value === 'windows-1252' ? value : 'UTF-8')
    : lookAtWords(bytes, value)
}

type Known = { given: GivenFormat; sep: SepLine | null }

/** How the cells of a text in UTF-8 or windows-1252 are divided. */
function layoutOf(sample: Head, characterSet: CharacterSet, { given, sep }: Known) {
  const decoded: CsvFormat['characterSet'] = characterSet === 'windows-1252' ? 'windows-1252' : 'UTF-8'
  const enclosure = given.enclosure === undefined ? findEnclosure(sample) : said(given.enclosure)
  const open = { characterSet: decoded, enclosure: enclosure.value }
  const separator: Finding<CsvFormat['separator']> =
    given.separator !== undefined
      ? said(given.separator)
      : sep?.separator
        ? { value: sep.separator, certainty: 'certain', reason: 'The first line names it.' }
        : findSeparator(sample, open)
  return { separator, enclosure, sample, csv: { ...open, separator: separator.value } }
}

/** As many rows as a title and notes may have, and some of the table. */
const searchedRows = 200

function findLinesBefore({ sample, csv }: ReturnType<typeof layoutOf>): Finding<number> {
  const { rows, starts } = readRows(sample, csv, searchedRows)
  const first = findFirstRow(rows)
  return { ...first, value: linesBefore(sample.bytes, first.value === 0 ? 0 : (starts[first.value] ?? 0)) }
}

const shownLines = 20
const shownCharacters = 200

/** The lines above the table, as they can be shown. */
export function textOfLines({ linesAbove, csv }: FoundFormat): string[] {
  const text =
    csv.characterSet === 'windows-1252' ? decodeWindows1252(linesAbove) : linesAbove.toString('utf8')
  const lines = text.split(/\r\n|\n|\r/).slice(0, -1)
  return lines.slice(0, shownLines).map((line) => line.slice(0, shownCharacters))
}

/** A single row of many cells makes the table of all rows as wide. */
const tableCellsMax = 2_000_000

/** @throws AppError `validation_failed`, a sentence. */
export function readSample({ sample, csv, place }: FoundFormat, rowsMax: number) {
  const { rows, problems, firstProblem, fault } = readRows(sample, csv, rowsMax)
  if (fault?.kind === 'unclosed_enclosure') {
    throw invalid(
      `The quote opened on line ${fault.line + place.line} is never closed, so the file cannot be parsed. If ${csv.enclosure} is not the quote character, name another csv_field_enclosure.`,
    )
  }
  if (fault !== null) {
    throw invalid(
      `Byte ${fault.byte + place.byte} on line ${fault.line + place.line} is not valid ${csv.characterSet}. The file may be in windows-1252, as Excel writes it.`,
    )
  }
  if (firstProblem === TOO_MANY_CELLS) {
    throw invalid(`The file has more than ${RECORD_CELLS_MAX} columns. Remove columns that are not needed.`)
  }
  if (firstProblem !== null) throw invalid(`The first ${firstProblem}.`)
  if (rows.length === 0) throw invalid('The file has no row in its first megabyte.')
  const width = rows.reduce((max, row) => Math.max(max, row.length), 1)
  const table = rows.slice(0, Math.max(2, Math.floor(tableCellsMax / width)))
  return { rows: table, problems, isAll: table.length === rows.length && rows.length < rowsMax }
}

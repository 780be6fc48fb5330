import { invalid } from '../../contract/api/errors.ts'
import type { Finding, InspectedColumn, Inspection } from '../../contract/imports/inspection.ts'
import { isConsentColumn } from '../../contract/imports/plan.ts'
import type { ListRules } from '../../contract/imports/plan.ts'
import type { DateFormat } from '../../contract/times/instants.ts'
import { parseEmail } from '../../contract/values/email.ts'
import type { CsvFormat } from '../csv/records.ts'
import { RECORD_CELLS_MAX, TOO_MANY_CELLS } from '../csv/scan.ts'
import { readSepLine } from '../csv/sep-line.ts'
import { matchColumns } from './columns.ts'
import type { Match } from './columns.ts'
import { findDateOrder } from './date-order.ts'
import { binaryProblem, findCharacterSet } from './encoding.ts'
import type { CharacterSet, Utf8Pass } from './encoding.ts'
import { findEnclosure, findSeparator, readRows } from './layout.ts'
import type { Head } from './layout.ts'
import { proposeField } from './new-fields.ts'
import { statusByFileName } from './opt-out-columns.ts'
import { findOptOut } from './opt-outs.ts'
import { knownRules, withKnownMeanings } from './known-meanings.ts'
import type { KnownMeanings } from './known-meanings.ts'
import { decideSettings } from './settings.ts'
import { createUtf16Transcoder } from '../unpacking/utf-16.ts'

/** What the caller knows already; the rest is detected. */
export type GivenFormat = Partial<Omit<CsvFormat, 'characterSet'>> & {
  characterSet?: CharacterSet
  hasHeaders?: boolean
  dateFormat?: DateFormat
}

export type FileToInspect = {
  /** The first bytes, and whether they are all. */
  head: Head
  pass: Utf8Pass | null
  filename: string | null
  given: GivenFormat
  /** Whether the settings create the custom fields that are proposed. */
  createsFields: boolean
  known?: KnownMeanings | undefined
}

/** More would hold up the thread that answers calls. */
const rowsReadMax = 2000
/** A single row of many cells makes the table of all rows as wide. */
const tableCellsMax = 2_000_000
const rowsShown = 10
const cellShownMax = 500

/** @throws AppError `validation_failed`, a sentence, if the file cannot be imported. */
export function inspect(file: FileToInspect, list: ListRules): Inspection {
  const { head, filename, given } = file
  const name = filename ?? 'The file'
  if (head.bytes.length === 0) throw invalid(`${name} is empty.`)
  const problem = binaryProblem(head.bytes)
  if (problem !== null) throw invalid(`${name} ${problem}`)
  const format = findFormat(file)
  const { rows, problems, isAll } = readFile(format)
  const hasHeaders = given.hasHeaders === undefined ? findHeaders(rows) : said(given.hasHeaders)
  const header = hasHeaders.value ? (rows[0] ?? []) : []
  const data = hasHeaders.value ? rows.slice(1) : rows
  const order = findDateOrder(data, format.separator.value === ';')
  const dates = given.dateFormat === undefined ? order : said(given.dateFormat)
  const isWhole = head.isWhole && isAll
  const guessed = columnsOf({ header, data, isWhole, dates, problems }, list)
  const columns = file.known === undefined ? guessed : withKnownMeanings(guessed, file.known, list)
  const found: Omit<Inspection, 'subscriber_import' | 'decisions'> = {
    filename,
    is_whole: isWhole,
    rows_read: data.length,
    format: {
      csv_has_headers: hasHeaders,
      character_set: format.characterSet,
      csv_field_separator: format.separator,
      csv_field_enclosure: format.enclosure,
      date_format: dates,
      has_sep_line: format.sepLine,
    },
    rows: data.slice(0, rowsShown).map((row) => row.map((cell) => cell.slice(0, cellShownMax))),
    columns,
    warnings: warningsOf({ name, data, problems, columns, width: columns.length }),
  }
  const hinted = filename === null ? null : statusByFileName(filename)
  const decided = { data, hinted, createsFields: file.createsFields, rules: knownRules(columns, file.known) }
  return { ...found, ...decideSettings(found, decided) }
}

function said<Value>(value: Value): Finding<Value> {
  return { value, certainty: 'certain', reason: 'The request says so.' }
}

type Format = ReturnType<typeof findFormat>

function findFormat({ head, pass, given }: FileToInspect) {
  const characterSet =
    given.characterSet === undefined
      ? findCharacterSet(head.bytes, { isWhole: head.isWhole, pass })
      : said(given.characterSet)
  const text = characterSet.value === 'UTF-16' ? createUtf16Transcoder().push(head.bytes) : head.bytes
  const sep = readSepLine(text)
  const isMarked = text.toString('hex', 0, 3) === 'efbbbf'
  const bytes = text.subarray(sep?.byteLength ?? (isMarked ? 3 : 0))
  const sample = { bytes, isWhole: head.isWhole }
  const decoded: CsvFormat['characterSet'] = characterSet.value === 'windows-1252' ? 'windows-1252' : 'UTF-8'
  const enclosure = given.enclosure === undefined ? findEnclosure(sample) : said(given.enclosure)
  const open = { characterSet: decoded, enclosure: enclosure.value }
  const separator: Finding<CsvFormat['separator']> =
    given.separator !== undefined
      ? said(given.separator)
      : sep?.separator
        ? { value: sep.separator, certainty: 'certain', reason: 'The first line names it.' }
        : findSeparator(sample, open)
  const sepLine: Finding<boolean> = {
    value: sep !== null,
    certainty: 'certain',
    reason:
      sep === null
        ? 'The first line is no sep= line.'
        : 'The first line is a sep= line of Excel and is no row.',
  }
  return { characterSet, separator, enclosure, sepLine, sample, csv: { ...open, separator: separator.value } }
}

function readFile({ sample, csv }: Format) {
  const { rows, problems, firstProblem, fault } = readRows(sample, csv, rowsReadMax)
  if (fault?.kind === 'unclosed_enclosure') {
    throw invalid(
      `The quote opened on line ${fault.line} is never closed, so the file cannot be parsed. If ${csv.enclosure} is not the quote character, name another csv_field_enclosure.`,
    )
  }
  if (fault !== null) {
    throw invalid(
      `Byte ${fault.byte} on line ${fault.line} is not valid ${csv.characterSet}. The file may be in windows-1252, as Excel writes it.`,
    )
  }
  if (firstProblem === TOO_MANY_CELLS) {
    throw invalid(`The file has more than ${RECORD_CELLS_MAX} columns. Remove columns that are not needed.`)
  }
  if (firstProblem !== null) throw invalid(`The first ${firstProblem}.`)
  if (rows.length === 0) throw invalid('The file has no row in its first megabyte.')
  const width = rows.reduce((max, row) => Math.max(max, row.length), 1)
  const table = rows.slice(0, Math.max(2, Math.floor(tableCellsMax / width)))
  return { rows: table, problems, isAll: table.length === rows.length && rows.length < rowsReadMax }
}

function findHeaders(rows: readonly string[][]): Finding<boolean> {
  const [first = [], ...rest] = rows
  const isAddress = (cell: string) => parseEmail(cell) !== null
  if (first.some(isAddress)) {
    return { value: false, certainty: 'certain', reason: 'The first row contains an email address.' }
  }
  if (rest.some((row) => row.some(isAddress))) {
    return { value: true, certainty: 'certain', reason: 'Email addresses begin below the first row.' }
  }
  return {
    value: true,
    certainty: 'guess',
    reason: 'No row contains an email address; the first is taken for the header.',
  }
}

type Read = {
  header: readonly string[]
  data: readonly string[][]
  isWhole: boolean
  dates: Finding<DateFormat>
  problems: readonly string[]
}

function columnsOf({ header, data, isWhole, dates, problems }: Read, list: ListRules): InspectedColumn[] {
  const width = data.reduce((max, row) => Math.max(max, row.length), header.length)
  const samples = Array.from({ length: width }, (_, index) => ({
    header: header[index] ?? '',
    all: data.map((row) => row[index] ?? ''),
  })).map(({ header, all }) => ({
    header,
    all,
    cells: all.filter((cell) => cell.trim() !== ''),
    isProof: isProof(header, list),
  }))
  // What a proof has in its cells never makes it another column.
  const judged = samples.map((sample) => (sample.isProof ? { ...sample, cells: [] } : sample))
  const matches = matchColumns(judged, list, dates.value)
  return samples.map(({ header, all, cells, isProof }, index) => {
    const match = matches[index] ?? null
    const isTitled = header.trim() !== ''
    const optOut = !isTitled || match?.field === 'status' || match?.field === 'email' ? null : findOptOut({ number: index + 1, header, cells: all }) // prettier-ignore
    const field = {
      cells,
      isWhole: isWhole && problems.length === 0,
      dateFormat: dates.value,
      isOrderSure: dates.certainty !== 'guess',
    }
    const isLeftOut = isProof || (cells.length === 0 && isWhole)
    const proposed = match !== null || isLeftOut ? null : proposeField(isTitled ? header : `Column ${index + 1}`, field) // prettier-ignore
    return {
      number: index + 1,
      header,
      examples: [...new Set(cells)].slice(0, 3).map((cell) => cell.slice(0, cellShownMax)),
      ...(match === null && isProof ? meaningOfProof : meaningOf(match, proposed, list)),
      new_custom_field: proposed?.field ?? null,
      opt_out: optOut,
    }
  })
}

/** A column of an export that says what somebody agreed to; not a custom field of that name. */
function isProof(header: string, list: ListRules): boolean {
  const name = header.trim().toLowerCase()
  return isConsentColumn(name) && list.fields.every((field) => field.name.toLowerCase() !== name)
}

type Meaning = Pick<InspectedColumn, 'meaning' | 'field' | 'certainty' | 'reason'>

const meaningOfProof: Meaning = {
  meaning: 'not_imported',
  field: '',
  certainty: 'certain',
  reason: 'An export wrote it as proof of a consent. Only web forms make proofs; an import cannot.',
}

function meaningOf(match: Match | null, proposed: { reason: string } | null, list: ListRules): Meaning {
  if (match !== null) {
    const isCustom = list.fields.some(({ name }) => name === match.field)
    return { meaning: isCustom ? 'custom_field' : 'subscriber_field', ...match }
  }
  if (proposed === null) {
    return {
      meaning: 'not_imported',
      field: '',
      certainty: 'certain',
      reason: 'No cell that was read is filled.',
    }
  }
  const reason = `No field of the list fits; a new one would: ${proposed.reason}.`
  return { meaning: 'new_custom_field', field: '', certainty: 'likely', reason }
}

type Warned = {
  name: string
  data: readonly string[][]
  problems: readonly string[]
  columns: readonly InspectedColumn[]
  width: number
}

function warningsOf({ name, data, problems, columns, width }: Warned): string[] {
  const longer = data.filter((row) => row.length > width).length
  const warnings = [
    data.length === 0 ? `${name} has a header and no rows: an import would finish with nothing to do.` : '',
    problems.length > 0 ? `${problems.length} rows cannot be read and will fail: ${problems[0]}.` : '',
    longer > 0 ? `${longer} rows have more cells than there are columns.` : '',
    /\.(xlsx?|ods|zip|gz|pdf)$/i.test(name)
      ? `${name} is named like another kind of file, but it is text.`
      : '',
    ...columns
      .filter(
        ({ field, certainty, reason }) =>
          field !== '' && certainty === 'guess' && reason.includes('would fail'),
      )
      .map(({ header, number, reason }) => `Column ${number} "${header.trim()}": ${reason}`),
  ]
  return warnings.filter((warning) => warning !== '')
}

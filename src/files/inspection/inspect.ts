import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../../contract/api/errors.ts'
import type { Finding, InspectedColumn, Inspection } from '../../contract/imports/inspection.ts'
import { isConsentColumn, type ListRules } from '../../contract/imports/plan.ts'
import type { DateFormat } from '../../contract/times/instants.ts'
import { writtenAddresses } from '../../contract/values/spelling/written-addresses.ts'
import { matchColumns, type Match } from './columns.ts'
import { decimalFindings, findDecimals, type FoundDecimals } from './decimals.ts'
import { findDateOrder } from './date-order.ts'
import type { Utf8Pass } from './character-sets/encoding.ts'
import { binaryProblem } from '../../contract/imports/wrong-files.ts'
import {
  findFormat,
  readSample,
  said,
  textOfLines,
  wordsOfText,
  type FoundFormat,
  type GivenFormat,
} from './format.ts'
import { readRows, type Head } from './layout.ts'
import { proposeField } from './new-fields.ts'
import { needsAnswers, statusByFileName } from './opt-outs/columns.ts'
import { findOptOut } from './opt-outs/find.ts'
import { otherTextProblem } from './character-sets/other-texts.ts'
import { addressWarnings, refuseSideBySide, refuseWholeLines } from './addresses.ts'
import { createLeftSearch, type LeftSearch } from './opt-outs/search.ts'
import { knownRules, withKnownMeanings, type KnownMeanings } from './known-meanings.ts'
import { decideSettings, newFieldsMax } from './settings.ts'
import { shortYearWarnings } from './short-year-warnings.ts'

export type FileToInspect = {
  /** The first bytes, and whether they are all. */
  head: Head
  pass: Utf8Pass | null
  /** What was found behind the rows that are read here. */
  left?: LeftSearch | null | undefined
  filename: string | null
  /** Whether the text was in a workbook or an archive. */
  isUnpacked?: boolean | undefined
  given: GivenFormat
  /** Whether the settings create the custom fields that are proposed. */
  createsFields: boolean
  known?: KnownMeanings | undefined
}

/** More would hold up the thread that answers calls. */
const rowsReadMax = 2000
const rowsShown = 10
const cellShownMax = 500

/** @throws AppError `validation_failed`, a sentence, if the file cannot be imported. */
export function inspect(file: FileToInspect, list: ListRules): Inspection {
  const { head, filename, given } = file
  const name = filename ?? 'The file'
  if (head.bytes.length === 0) throw invalid(`${name} is empty.`)
  const problem = binaryProblem(head.bytes) ?? otherTextProblem(head.bytes)
  if (problem !== null) throw invalid(`${name} ${problem}`)
  const format = findFormat(file)
  const words = wordsOfText(format, head)
  const { rows, problems, isAll } = readSample(format, rowsReadMax)
  const hasHeaders = given.hasHeaders === undefined ? findHeaders(rows) : said(given.hasHeaders)
  const header = hasHeaders.value ? (rows[0] ?? []) : []
  const data = hasHeaders.value ? rows.slice(1) : rows
  if (file.known === undefined) refuseSideBySide(header, data)
  if (given.separator === undefined) refuseWholeLines(rows)
  const order = findDateOrder(data, format.separator.value === ';')
  const dates = given.dateFormat === undefined ? order : said(given.dateFormat)
  const isWhole = head.isWhole && isAll
  const left = isWhole ? null : searchOf(file, format)
  const decimals = findDecimals(cellsOf(data), format.separator.value === ';' || dates.value === 'dmy')
  if (given.decimalSeparator !== undefined) decimals.separator = said(given.decimalSeparator)
  const guessed = columnsOf({ header, data, isWhole, dates, problems, left, decimals }, list)
  const columns = file.known === undefined ? guessed : withKnownMeanings(guessed, file.known, list)
  const found: Omit<Inspection, 'subscriber_import' | 'decisions'> = {
    filename,
    is_whole: isWhole,
    rows_read: data.length,
    rows_searched: left === null ? data.length : left.records - (rows.length - data.length),
    format: {
      csv_has_headers: hasHeaders,
      skip_lines: format.skipLines,
      character_set: { ...format.characterSet, examples: words.examples },
      csv_field_separator: format.separator,
      csv_field_enclosure: format.enclosure,
      date_format: dates,
      ...decimalFindings(decimals),
      has_sep_line: format.sepLine,
    },
    skipped_lines: textOfLines(format),
    rows: data.slice(0, rowsShown).map((row) => row.map((cell) => cell.slice(0, cellShownMax))),
    columns,
    warnings: [
      ...wordWarnings(format, words),
      ...addressWarnings(columns, data),
      ...warningsOf({ name, isUnpacked: file.isUnpacked ?? false, data, problems, columns, left }),
      ...shortYearWarnings(columns, data, list),
    ],
  }
  const hinted = filename === null ? null : statusByFileName(filename)
  const decided = { data, hinted, createsFields: file.createsFields, rules: knownRules(columns, file.known) }
  return { ...found, ...decideSettings(found, decided) }
}

/** Through the whole file where that was quick, or else through its beginning. */
function searchOf({ left, head }: FileToInspect, { csv, sample, linesAbove }: FoundFormat): LeftSearch {
  if (left && isDeepStrictEqual(left.format, csv)) {
    const above = readRows({ bytes: linesAbove, isWhole: true }, csv, rowsReadMax).rows.length
    return { ...left, records: left.records - above }
  }
  const search = createLeftSearch(csv)
  search.push(sample.bytes)
  return search.end(head.isWhole)
}

function findHeaders(rows: readonly string[][]): Finding<boolean> {
  const [first = [], ...rest] = rows
  const isAddress = (cell: string) => writtenAddresses(cell).length > 0
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
  left: LeftSearch | null
  decimals: FoundDecimals
}

/** Filled cells, by column. */
function cellsOf(rows: readonly string[][]): string[][] {
  const columns: string[][] = []
  for (const row of rows)
    for (const [index, cell] of row.entries()) if (cell.trim() !== '') (columns[index] ??= []).push(cell)
  return Array.from(columns, (cells) => cells ?? [])
}

function columnsOf(
  { header, data, isWhole, dates, problems, left, decimals }: Read,
  list: ListRules,
): InspectedColumn[] {
  const notation = { separator: decimals.separator?.value, stripsCurrency: decimals.stripsCurrency }
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
  const matches = matchColumns(judged, list, dates.value, notation)
  const hasStatus = matches.some((match) => match?.field === 'status')
  return samples.map(({ header, all, cells, isProof }, index) => {
    const match = matches[index] ?? null
    const isTitled = header.trim() !== ''
    const later = [...(left?.cells.get(index + 1) ?? [])]
    // Beside a status, a column that only may be one says nothing new if the list has a field for it.
    const isSettled = hasStatus && match !== null && needsAnswers(header)
    const isKey = match?.field === 'status' || match?.field === 'email'
    const optOut = isKey || isSettled ? null : findOptOut({ number: index + 1, header, cells: all, later })
    const field = {
      cells,
      isWhole: isWhole && problems.length === 0,
      dateFormat: dates.value,
      isOrderSure: dates.certainty !== 'guess',
      notation,
    }
    const isLeftOut = isProof || (cells.length === 0 && isWhole)
    const proposed = match !== null || isLeftOut ? null : proposeField(isTitled ? header : `Column ${index + 1}`, field) // oxfmt-ignore
    return {
      number: index + 1,
      header,
      examples: [...new Set(cells)].slice(0, 3).map((cell) => cell.slice(0, cellShownMax)),
      ...(match === null && isProof ? meaningOfProof : meaningOf(match, proposed, list)),
      new_custom_field: proposed?.field ?? null,
      exceptions: exceptionsOf(proposed?.exceptions ?? []),
      opt_out: optOut,
    }
  })
}

const exceptionsShown = 5

function exceptionsOf(cells: readonly string[]): InspectedColumn['exceptions'] {
  const examples = [...new Set(cells)].slice(0, exceptionsShown).map((cell) => cell.slice(0, cellShownMax))
  return cells.length === 0 ? null : { count: cells.length, examples }
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

function wordWarnings(
  { characterSet: { value, certainty } }: FoundFormat,
  { examples, problem }: { examples: readonly string[]; problem: string },
): string[] {
  if (problem !== '')
    return [`Read as ${value}, ${problem} Choose another character set, or save the file in UTF-8.`]
  if (certainty !== 'guess') return []
  const words = examples.map((word) => `"${word}"`).join(', ')
  return [`That the file is in ${value} is a guess. If words look wrong, choose another one: ${words}.`]
}

/** What programs write so that Excel keeps a leading zero. */
function formulaWarning(data: readonly string[][]): string {
  const formula = data.flat().find((cell) => /^\s*="[^"]*"\s*$/.test(cell))
  if (formula === undefined) return ''
  return `Cells such as ${formula.trim().slice(0, 40)} are formulas of Excel, and are imported as they are written. Open the file in Excel and save it as .xlsx to import their values.`
}

type Warned = {
  name: string
  isUnpacked: boolean
  data: readonly string[][]
  problems: readonly string[]
  columns: readonly InspectedColumn[]
  left: LeftSearch | null
}

function warningsOf({ name, isUnpacked, data, problems, columns, left }: Warned): string[] {
  const longer = data.filter((row) => row.length > columns.length).length
  const warnings = [
    data.length === 0 ? `${name} has a header and no rows: an import would finish with nothing to do.` : '',
    problems.length > 0 ? `${problems.length} rows cannot be read and will fail: ${problems[0]}.` : '',
    formulaWarning(data),
    longer > 0 ? `${longer} rows have more cells than there are columns.` : '',
    columns.filter((column) => column.new_custom_field !== null).length > newFieldsMax
      ? `The file has more than ${newFieldsMax} columns that need a new field. An import creates at most so many; the columns behind them are left out.`
      : '',
    isUnpacked || !/\.(xlsx?|ods|zip|gz|pdf)$/i.test(name)
      ? ''
      : `${name} is named like another kind of file, but it is text.`,
    ...columns.flatMap(({ header, number, exceptions, new_custom_field: field }) =>
      exceptions === null
        ? []
        : [
            `Column ${number} "${header.trim()}": ${exceptions.count} cells are no ${field?.field_type ?? 'value'}, such as "${exceptions.examples[0] ?? ''}"; their rows would fail. As text, all are imported.`,
          ],
    ),
    left === null || left.isWhole
      ? ''
      : `Only the first ${left.records} rows were searched for people who have left; the rows behind them were not. Look at columns that may say so.`,
    ...columns
      .filter(
        ({ field, certainty, reason }) =>
          field !== '' && certainty === 'guess' && reason.includes('would fail'),
      )
      .map(({ header, number, reason }) => `Column ${number} "${header.trim()}": ${reason}`),
  ]
  return warnings.filter((warning) => warning !== '')
}

import { customFieldInput } from '../../contract/lists/field-definition.ts'
import { compileFieldCheck, type FieldRules, type FieldType } from '../../contract/lists/field-values.ts'
import type { ProposedField } from '../../contract/imports/inspection.ts'
import { parseDayOfYear, type DateFormat } from '../../contract/times/instants.ts'
import type { DecimalNotation } from '../../contract/lists/decimal.ts'
import { isPlainDecimal } from './decimals.ts'
import { isFreeText, noWords, yesWords } from './titles.ts'

export type FieldSample = {
  /** Filled cells of the rows that were read. */
  cells: readonly string[]
  /** Whether these are all rows of the file: only then no later row can break a rule. */
  isWhole: boolean
  dateFormat: DateFormat
  /** Whether the order of day and month is known. If not, dates that depend on it stay text. */
  isOrderSure: boolean
  notation?: DecimalNotation
}

const optionsMax = 20
const nameCharactersMax = 49

export type Proposed = { field: ProposedField; reason: string; exceptions?: readonly string[] }

/** So many cells have to fit a type that the others are mistakes: "unknown" among dates. */
const shareMin = 0.95
const cellsForShare = 20

/** A custom field that can take the cells as they are, but for few exceptions, with the reason for its type. */
export function proposeField(header: string, sample: FieldSample): Proposed {
  const name = nameOf(header)
  const { cells, isWhole } = sample
  if (cells.length === 0) return { field: { name, field_type: 'text' }, reason: 'no cell is filled' }
  if (cells.some((cell) => /[\r\n]/.test(cell))) {
    return { field: { name, field_type: 'text_multiline' }, reason: 'cells have several lines' }
  }
  const plain = { field: { name, field_type: 'text' } as const, reason: 'it is text' }
  if (isFreeText(header)) return plain
  if (!isWhole && cells.length < 200)
    return { ...plain, reason: 'too few cells were read for anything but text' }
  // A count that was 0 or 1 so far becomes 2 tomorrow.
  if (cells.every(isBoolean) && !(isCount(header) && cells.every((cell) => /^\s*[01]\s*$/.test(cell))))
    return { field: { name, field_type: 'boolean' }, reason: 'all cells are yes or no' }
  if (cells.length >= cellsForShare && cells.every((cell) => isPackedDate(cell, sample)))
    return { field: { name, field_type: 'date' }, reason: 'all cells are dates without separators' }
  const isNumber = (cell: string) => isPlainNumber(cell) && fits('number', cell, sample)
  // At least one cell shows that the others are no ids.
  const hasDecimals = cells.some((cell) => /[.,]\d|\p{Sc}/u.test(cell))
  const isDecimal = (cell: string) => hasDecimals && isPlainDecimal(cell, sample.notation ?? {})
  const isDate = (cell: string) => isPlainDate(cell, sample) && fits('date', cell, sample)
  const proposed =
    proposeMostly('number', { name, cells, isOne: isNumber, what: 'whole numbers' }) ??
    proposeMostly('decimal', { name, cells, isOne: isDecimal, what: 'numbers' }) ??
    proposeMostly('date', { name, cells, isOne: isDate, what: 'dates' })
  if (proposed !== null) return proposed
  if (isDaysOfYear(sample)) {
    return { field: { name, field_type: 'day_of_year' }, reason: 'all cells are days of the year' }
  }
  return proposeOptions(name, sample) ?? plain
}

type Tried = { name: string; cells: readonly string[]; isOne: (cell: string) => boolean; what: string }

/** Also with exceptions, unless they are numbers themselves: post codes begin with 0, long ones are ids. */
function proposeMostly(
  field_type: 'number' | 'decimal' | 'date',
  { name, cells, isOne, what }: Tried,
): Proposed | null {
  const exceptions = cells.filter((cell) => !isOne(cell))
  const field = { name, field_type }
  if (exceptions.length === 0) return { field, reason: `all cells are ${what}` }
  const isEnough = cells.length >= cellsForShare && exceptions.length <= (1 - shareMin) * cells.length
  if (!isEnough || exceptions.some((cell) => /\d/.test(cell))) return null
  const count = cells.length - exceptions.length
  return { field, exceptions, reason: `${count} of the ${cells.length} cells that were read are ${what}` }
}

/** How often somebody did something. */
function isCount(header: string): boolean {
  return /count|number|anzahl|menge|quantity|\bqty|orders?\b|opens?\b|clicks?\b|visits?\b|purchases?\b|points?\b|score|total|bestellungen|punkte|sent\b|times\b/i.test(
    header,
  )
}

/** Options only for whole files: a row with a word that is not among them would fail. */
function proposeOptions(name: string, { cells, isWhole }: FieldSample) {
  if (!isWhole || cells.length < 20) return null
  return proposeBoxes(name, cells) ?? proposeChoice(name, cells)
}

function proposeChoice(name: string, cells: readonly string[]) {
  const words = distinct(cells)
  if (words === null || words.length < 2) return null
  if (words.length <= optionsMax && cells.length >= 5 * words.length) {
    const field_type =
      words.length <= 4 ? ('select_single_radio' as const) : ('select_single_dropdown' as const)
    return {
      field: { name, field_type, options: words },
      reason: `all ${cells.length} cells are one of ${words.length} words`,
    }
  }
  return null
}

function proposeBoxes(name: string, cells: readonly string[]) {
  if (!cells.some((cell) => /[,;|]/.test(cell))) return null
  const lists = cells.flatMap((cell) => cell.split(/[,;|]/)).filter((word) => word.trim() !== '')
  const options = distinct(lists)
  if (options === null || options.length > optionsMax || lists.length < 5 * options.length) return null
  return {
    field: { name, field_type: 'select_multiple_checkboxes' as const, options },
    reason: `all cells are lists of ${options.length} words`,
  }
}

/** In the order of the file; null if a word cannot be an option or differs from another by case only. */
function distinct(cells: readonly string[]): string[] | null {
  const words = [...new Set(cells.map((cell) => cell.trim()))]
  if (words.some((word) => word.length > 60 || /[\p{Cc}"[\]]/u.test(word))) return null
  return new Set(words.map((word) => word.toLowerCase())).size === words.length ? words : null
}

/** The words of all languages count for opt-outs; a field takes those that it can store. */
function isBoolean(cell: string): boolean {
  const word = cell.trim().toLowerCase()
  if (word === '0' || word === '1') return true
  return (yesWords.has(word) || noWords.has(word)) && 'value' in booleanCheck(cell)
}

const rulesOf = (field_type: FieldType): FieldRules => ({
  id: 0,
  name: '',
  field_type,
  required: false,
  minimum_length: null,
  maximum_length: null,
  minimum_value: null,
  maximum_value: null,
  options: [],
})

const booleanCheck = compileFieldCheck(rulesOf('boolean'), 'mdy')

function fits(type: FieldType, cell: string, { dateFormat }: FieldSample): boolean {
  return 'value' in compileFieldCheck(rulesOf(type), dateFormat)(cell)
}

/** Leading zeros and plus signs are parts of post codes and phone numbers; long ones are ids. */
function isPlainNumber(cell: string): boolean {
  return /^\s*(0|-?[1-9]\d{0,9})\s*$/.test(cell)
}

/** 20200102: a column of them that all are days is no column of ids. */
function isPackedDate(cell: string, sample: FieldSample): boolean {
  return /^\s*(?:19|20)\d{6}\s*$/.test(cell) && fits('date', cell, sample)
}

/** A date with a time of day would lose it. */
function isPlainDate(cell: string, { isOrderSure }: FieldSample): boolean {
  return !/\d:\d/.test(cell) && (isOrderSure || !/^\s*\d{1,2}[-/]\d/.test(cell))
}

/** 12/25, where one cell at least shows which of the two is the month. */
function isDaysOfYear({ cells, dateFormat }: FieldSample): boolean {
  const fitsIn = (order: DateFormat) => (cell: string) => parseDayOfYear(cell, order) !== null
  // Without the last dot it could be a decimal number.
  const isDotted = cells.every((cell) => /^\s*\d{1,2}\. ?\d{1,2}\.\s*$/.test(cell))
  if (isDotted) return cells.every(fitsIn(dateFormat))
  return (
    cells.every((cell) => /^\s*\d{1,2}[-/]\d{1,2}\s*$/.test(cell)) &&
    cells.every(fitsIn(dateFormat)) &&
    !cells.every(fitsIn(dateFormat === 'mdy' ? 'dmy' : 'mdy'))
  )
}

/** A name that a field can have: at most 49 characters, no built-in name. */
function nameOf(header: string): string {
  const line = header.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  const short = cut(line) || 'Column'
  const isFree = (name: string) => customFieldInput.safeParse({ name, field_type: 'text' }).success
  if (isFree(short)) return short
  const renamed = cut(`Imported ${short}`)
  return isFree(renamed) ? renamed : 'Imported column'
}

/** Whole characters, in as many UTF-16 units as a name may have. */
function cut(text: string): string {
  let short = ''
  for (const character of text) {
    if (short.length + character.length > nameCharactersMax) break
    short += character
  }
  return short.trim()
}

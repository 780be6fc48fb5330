import { compileOptions, matchEach, matchList, matchOption } from './field-options.ts'
import {
  decimalProblem,
  decimalTooLong,
  readDecimal,
  readGivenDecimal,
  type DecimalNotation,
  type DecimalReading,
} from './decimal.ts'
import { isStorable, parseBoolean } from '../values/text.ts'
import { parseDate, parseDayOfYear, type DateFormat } from '../times/instants.ts'
import { latestDay, todayInUtc } from '../times/short-years.ts'
import { isNoDate } from '../times/world-layouts.ts'

export const fieldTypes = [
  'text',
  'text_multiline',
  'number',
  'decimal',
  'date',
  'day_of_year',
  'select_single_dropdown',
  'select_single_radio',
  'select_multiple_checkboxes',
  'boolean',
] as const

export type FieldType = (typeof fieldTypes)[number]

/** Lengths in characters; rules of other types are null or empty. */
export type FieldRules = {
  id: number
  name: string
  field_type: FieldType
  required: boolean
  minimum_length: number | null
  maximum_length: number | null
  minimum_value: number | null
  maximum_value: number | null
  options: string[]
  /** With what a form starts. */
  default_value?: string
  number_of_rows?: number | null
}

/** Dates are `YYYY-MM-DD`, days of the year `MM-DD`, checkboxes an array of option names in field order. */
export type FieldValue = string | number | boolean | string[]

/** `problem` is a fragment that follows the field name. */
export type Checked = { value: FieldValue | null } | { problem: string }

export type FieldCheck = (text: string) => Checked

export function checkFieldText(rules: FieldRules, text: string, dateFormat: DateFormat): Checked {
  return compileFieldCheck(rules, dateFormat)(text)
}

/**
 * Nothing is cast: `1e3`, `0x1`, `1.5` and `1,000` are not numbers. Only text types keep surrounding white space. Blank
 * cells are null, or a problem if the field is required, except for checkboxes: no ticked option is a valid answer.
 */
export function compileFieldCheck(
  rules: FieldRules,
  dateFormat: DateFormat,
  notation: Notation = {},
): FieldCheck {
  const check = checks[rules.field_type](rules, dateFormat, notation)
  const isRequired = rules.required && rules.field_type !== 'select_multiple_checkboxes'
  const blank: Checked = isRequired ? { problem: 'is required' } : { value: null }
  const isBlank = blankOf(rules.field_type)
  return (text) => (isBlank(text) ? blank : check(text))
}

/** How texts are written, for what the texts alone do not tell. */
export type Notation = {
  /** `YYYY-MM-DD`, for years of two digits. Default: now. */
  today?: string
} & DecimalNotation

/** Dates have values that mean nothing, such as 0000-00-00. */
export function blankOf(type: FieldType): (text: string) => boolean {
  return type === 'date' || type === 'day_of_year' ? (text) => isBlank(text) || isNoDate(text) : isBlank
}

function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  // Nearly every cell ends here: it begins with a visible ASCII character.
  return !(first > 32 && first < 127) && !/\S/.test(text)
}

/**
 * Accepts a plain value or an object with `value`, as in answers. Numbers can be strings of digits, checkboxes an array
 * or one string; dates are strings (`mdy`).
 */
export function checkFieldJson(rules: FieldRules, input: unknown): Checked {
  const value = plainValue(input)
  const check = compileFieldCheck(rules, 'mdy')
  if (value === null || value === undefined || value === '') return check('')
  switch (rules.field_type) {
    case 'boolean':
      return checkJsonBoolean(value, check)
    case 'number':
      return typeof value === 'number' ? check(String(value)) : checkJsonText(value, check, notWhole)
    case 'decimal':
      return checkJsonDecimal(rules, value, check)
    case 'select_multiple_checkboxes':
      return checkJsonOptions(rules, value, check)
    default:
      return checkJsonText(value, check, 'must be a string')
  }
}

function plainValue(input: unknown): unknown {
  const isWrapped = typeof input === 'object' && input !== null && Object.hasOwn(input, 'value')
  return isWrapped && 'value' in input ? input.value : input
}

function checkJsonText(value: unknown, check: FieldCheck, problem: string): Checked {
  return typeof value === 'string' ? check(value) : { problem }
}

/** What helps against a number that was not understood. */
const inFile = { ambiguous: 'say which with decimal_separator', currency: 'strip_currency_signs removes it' }
const inCall = { ambiguous: 'write it as 1234.56', currency: 'leave it out' }

function checkJsonDecimal(rules: FieldRules, value: unknown, check: FieldCheck): Checked {
  if (typeof value === 'string' && !/\S/.test(value)) return check('')
  return checkedDecimal(rules, readGivenDecimal(value), inCall)
}

function checkJsonBoolean(value: unknown, check: FieldCheck): Checked {
  if (typeof value === 'string' && !/\S/.test(value)) return check('')
  const flag = parseBoolean(value)
  return flag === null ? { problem: notBoolean } : { value: flag }
}

function checkJsonOptions(rules: FieldRules, value: unknown, check: FieldCheck): Checked {
  if (!Array.isArray(value)) return checkJsonText(value, check, 'must be an array of strings')
  const texts = value.filter((element: unknown) => typeof element === 'string')
  if (texts.length < value.length) return { problem: 'must be an array of strings' }
  return chosen(matchEach(compileOptions(rules.options), texts))
}

const notWhole = 'must be a whole number'
const notBoolean = 'must be true or false'
const notOption = 'is not one of the options'

/** The text is not blank. */
const checks: Record<
  FieldType,
  (rules: FieldRules, dateFormat: DateFormat, notation: Notation) => FieldCheck
> = {
  text: (rules) => (text) => checkText(rules, text),
  text_multiline: (rules) => (text) => checkText(rules, text),
  number: (rules) => (text) => checkNumber(rules, text),
  decimal: (rules, _, notation) => (text) => checkedDecimal(rules, readDecimal(text, notation), inFile),
  date: ({ name }, dateFormat, { today = todayInUtc() }) => {
    const latest = latestDay(name, today)
    const problem = `must be a date such as 1999-12-31 or ${dateFormat === 'mdy' ? '12/31' : '31/12'}/1999`
    return (text) => checkedOf(parseDate(text, dateFormat, latest), problem)
  },
  day_of_year: ({ name }, dateFormat, { today = todayInUtc() }) => {
    const latest = latestDay(name, today)
    return (text) =>
      checkedOf(parseDayOfYear(text, dateFormat, latest), 'must be a day of the year such as 12-31')
  },
  select_single_dropdown: chooseOne,
  select_single_radio: chooseOne,
  select_multiple_checkboxes: (rules) => {
    const options = compileOptions(rules.options)
    return (text) => chosen(matchList(options, text))
  },
  boolean: () => (text) => checkedOf(booleanOf(text), notBoolean),
}

function chooseOne(rules: FieldRules): FieldCheck {
  const options = compileOptions(rules.options)
  return (text) => checkedOf(matchOption(options, text), notOption)
}

function checkedOf(value: FieldValue | null, problem: string): Checked {
  return value === null ? { problem } : { value }
}

function chosen(names: string[] | null): Checked {
  return names?.length === 0 ? { value: null } : checkedOf(names, notOption)
}

function checkText(rules: FieldRules, text: string): Checked {
  if (!isStorable(text)) return { problem: 'contains a character that cannot be stored' }
  const { minimum_length: min, maximum_length: max } = rules
  if (min !== null && (text.length < min || characterCount(text) < min)) {
    return { problem: `must be at least ${min} ${min === 1 ? 'character' : 'characters'}` }
  }
  if (max !== null && text.length > max && characterCount(text) > max) {
    return { problem: `must be at most ${max} ${max === 1 ? 'character' : 'characters'}` }
  }
  return { value: text }
}

/** Code points of a well-formed text. */
function characterCount(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0xd800 && code <= 0xdbff) count--
  }
  return count
}

function checkNumber(rules: FieldRules, text: string): Checked {
  const digits = text.trim()
  if (!/^[+-]?\d{1,32}$/.test(digits)) return { problem: notWhole }
  const value = Number(digits) + 0 // Plus 0: `-0` is 0.
  return Number.isSafeInteger(value) ? inRange(rules, value) : { problem: notWhole }
}

function checkedDecimal(rules: FieldRules, reading: DecimalReading, remedies: typeof inFile): Checked {
  if ('value' in reading) return inRange(rules, reading.value)
  const { fault } = reading
  if (fault === 'no_number') return { problem: decimalProblem }
  if (fault === 'too_long') return { problem: decimalTooLong }
  if (fault === 'currency') return { problem: `has a currency sign; ${remedies.currency}` }
  return { problem: `could mean ${fault.ambiguous.join(' or ')}; ${remedies.ambiguous}` }
}

function inRange(rules: FieldRules, value: number): Checked {
  const { minimum_value: min, maximum_value: max } = rules
  if ((min === null || value >= min) && (max === null || value <= max)) return { value }
  return { problem: rangeProblem(min, max) }
}

function rangeProblem(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `must be between ${min} and ${max}`
  return min === null ? `must be at most ${max}` : `must be at least ${min}`
}

const booleanWords = new Map([
  ...['true', '1', 'yes', 'y', 't', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'n', 'f', 'off'].map((word) => [word, false] as const),
])

function booleanOf(text: string): boolean | null {
  const word = text.trim()
  return word.length > 5 ? null : (booleanWords.get(word.toLowerCase()) ?? null)
}

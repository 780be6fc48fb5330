import { z } from 'zod'
import { choice, text } from '../api/fields.ts'
import { compileOptions, matchOption } from '../lists/field-options.ts'
import type { FieldType } from '../lists/field-values.ts'
import { parseDate, parseDayOfYear } from '../times/instants.ts'
import { decimalOf, decimalProblem } from '../lists/decimal.ts'
import { parseBoolean } from '../values/text.ts'

/** What a clause asks of one value of a subscriber: of a custom field, or of an attribute such as the address. */

const textOperators = [
  'is',
  'is_not',
  'contains',
  'does_not_contain',
  'begins_with',
  'does_not_begin_with',
  'ends_with',
  'does_not_end_with',
  'is_any_of',
  'is_none_of',
] as const
const blankOperators = ['is_blank', 'is_not_blank'] as const
const anniversaryOperators = [
  'anniversary_today',
  'anniversary_in_next_days',
  'anniversary_in_last_days',
] as const
const numberOperators = [
  'is',
  'is_not',
  'is_less_than',
  'is_at_most',
  'is_greater_than',
  'is_at_least',
  'is_between',
] as const
const dateOperators = [
  'is',
  'is_not',
  'is_before',
  'is_after',
  'is_between',
  'in_last_days',
  'in_next_days',
  'more_than_days_ago',
  'more_than_days_ahead',
] as const

export type TestOperator =
  | (typeof textOperators)[number]
  | (typeof numberOperators)[number]
  | (typeof dateOperators)[number]
  | (typeof anniversaryOperators)[number]
  | (typeof blankOperators)[number]
  | 'is_all_of'

export type TestKind =
  | 'text'
  | 'number'
  | 'decimal'
  | 'date'
  | 'day_of_year'
  | 'choice'
  | 'choices'
  | 'boolean'
  | 'address'
  | 'domain'

/** Operators with a `not`, `none` or `not_…` select exactly those whom their opposite leaves out, blank values too. */
export const operatorsOfKind: Record<TestKind, readonly TestOperator[]> = {
  text: [...textOperators, ...blankOperators],
  address: textOperators,
  domain: ['is', 'is_not', 'is_any_of', 'is_none_of', 'ends_with', 'does_not_end_with'],
  number: [...numberOperators, ...blankOperators],
  decimal: [...numberOperators, ...blankOperators],
  date: [...dateOperators, ...anniversaryOperators, ...blankOperators],
  day_of_year: ['is', 'is_not', ...anniversaryOperators, ...blankOperators],
  choice: ['is_any_of', 'is_none_of', ...blankOperators],
  choices: ['is_any_of', 'is_all_of', 'is_none_of', ...blankOperators],
  boolean: ['is', 'is_not', ...blankOperators],
}

export const kindOfField: Record<FieldType, TestKind> = {
  text: 'text',
  text_multiline: 'text',
  number: 'number',
  decimal: 'decimal',
  date: 'date',
  day_of_year: 'day_of_year',
  select_single_dropdown: 'choice',
  select_single_radio: 'choice',
  select_multiple_checkboxes: 'choices',
  boolean: 'boolean',
}

type Plain = string | number | boolean

/** Days are calendar days in the zone of the organization; today is one of them. */
export type ValueTest =
  | { operator: Exclude<TestOperator, ListOperator | RangeOperator | BareOperator>; value: Plain }
  | { operator: ListOperator; values: Plain[] }
  | { operator: RangeOperator; from: Plain; to: Plain }
  | { operator: BareOperator }

export type ListOperator = (typeof listOperators)[number]
export type RangeOperator = (typeof rangeOperators)[number]
export type BareOperator = (typeof bareOperators)[number]
const listOperators = ['is_any_of', 'is_all_of', 'is_none_of'] as const
const rangeOperators = ['is_between'] as const
const bareOperators = ['anniversary_today', ...blankOperators] as const
const dayOperators: readonly TestOperator[] = [
  'in_last_days',
  'in_next_days',
  'more_than_days_ago',
  'more_than_days_ahead',
  'anniversary_in_next_days',
  'anniversary_in_last_days',
]

const testOperators = [...new Set(Object.values(operatorsOfKind).flat())] as [TestOperator, ...TestOperator[]]

export type TestShape = 'value' | 'values' | 'range' | 'days' | 'none'

export function shapeOf(operator: TestOperator): TestShape {
  const has = (operators: readonly TestOperator[]) => operators.includes(operator)
  if (has(listOperators)) return 'values'
  if (has(rangeOperators)) return 'range'
  if (has(bareOperators)) return 'none'
  return has(dayOperators) ? 'days' : 'value'
}

const textMax = 1000
export const valuesMax = 100
const plain = z.union([text(textMax), z.number(), z.boolean()], {
  error: ({ input }) =>
    input === undefined
      ? 'cannot be blank'
      : `must be a number, true, false, or a text of up to ${textMax} characters that can be stored`,
})

/** The attributes of a test. What they mean depends on the kind of the value, see `checkTest`. */
export const testFields = {
  operator: choice(testOperators),
  value: plain.optional(),
  values: z.array(plain).min(1).max(valuesMax).optional(),
  from: plain.optional(),
  to: plain.optional(),
}

type Given = z.output<z.ZodObject<typeof testFields>>
type Report = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void }

const partsOfShape: Record<TestShape, readonly ('value' | 'values' | 'from' | 'to')[]> = {
  value: ['value'],
  days: ['value'],
  values: ['values'],
  range: ['from', 'to'],
  none: [],
}

/** The operator decides which of the other attributes there are. null: problems were reported. */
export function testOf(given: Given, context: Report): ValueTest | null {
  const parts = partsOfShape[shapeOf(given.operator)]
  const problem = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  let isComplete = true
  for (const part of ['value', 'values', 'from', 'to'] as const) {
    const isGiven = given[part] !== undefined
    if (isGiven === parts.includes(part)) continue
    isComplete = false
    problem(part, isGiven ? `is not possible with the operator ${given.operator}` : 'cannot be blank')
  }
  const { operator } = given
  const values = Object.fromEntries(parts.map((part) => [part, given[part]]))
  return isComplete ? ({ operator, ...values } as ValueTest) : null
}

export type CheckedTest = { test: ValueTest } | { problem: string }

/**
 * The test with its values as they are stored: `7` for `'7'`, the option's own spelling, `2026-05-03`.
 * @param options of a field with options. `problem` follows the name of what is tested: `operator must be …`.
 */
export function checkTest(kind: TestKind, test: ValueTest, options: readonly string[] = []): CheckedTest {
  const known = operatorsOfKind[kind]
  if (!known.includes(test.operator)) return { problem: `operator must be one of ${known.join(', ')}` }
  if (shapeOf(test.operator) === 'days' && 'value' in test) {
    const max = test.operator.startsWith('anniversary') ? 366 : 36_500
    const days = wholeOf(test.value)
    return days !== null && days >= 0 && days <= max
      ? { test: { operator: test.operator, value: days } }
      : { problem: `value must be a whole number between 0 and ${max}` }
  }
  const read = readers[kind]([...options])
  const [problem] = plainsOf(test).flatMap((value) => (read.value(value) === null ? [read.problem] : []))
  if (problem !== undefined) return { problem: `value ${problem}` }
  return ordered(mapPlains(test, (value) => read.value(value) ?? value))
}

function ordered(test: ValueTest): CheckedTest {
  return 'from' in test && test.from > test.to
    ? { problem: 'from must not be greater than to' }
    : { test: 'values' in test ? { ...test, values: [...new Set(test.values)] } : test }
}

function plainsOf(test: ValueTest): Plain[] {
  if ('values' in test) return test.values
  if ('from' in test) return [test.from, test.to]
  return 'value' in test ? [test.value] : []
}

function mapPlains(test: ValueTest, map: (value: Plain) => Plain): ValueTest {
  if ('values' in test) return { ...test, values: test.values.map(map) }
  if ('from' in test) return { ...test, from: map(test.from), to: map(test.to) }
  return 'value' in test ? { ...test, value: map(test.value) } : test
}

type Reader = { value: (given: Plain) => Plain | null; problem: string }

const words = {
  value: (given: Plain) => (typeof given === 'string' && /\S/.test(given) ? given : null),
  problem: 'must be a text that is not blank; for blank values use is_blank',
}

const readers: Record<TestKind, (options: string[]) => Reader> = {
  text: () => words,
  address: () => words,
  domain: () => ({
    value: (given) => {
      const domain = String(given).trim().replace(/^@/, '').toLowerCase()
      return typeof given === 'string' && /^[^@\s]+$/.test(domain) ? domain : null
    },
    problem: 'must be a domain such as example.com',
  }),
  number: () => ({ value: wholeOf, problem: 'must be a whole number' }),
  decimal: () => ({ value: decimalOf, problem: decimalProblem }),
  date: () => ({
    value: (given) => (typeof given === 'string' ? parseDate(given, 'mdy') : null),
    problem: 'must be a date such as 1999-12-31',
  }),
  day_of_year: () => ({
    value: (given) => (typeof given === 'string' ? parseDayOfYear(given, 'mdy') : null),
    problem: 'must be a day of the year such as 12-31',
  }),
  choice: optionReader,
  choices: optionReader,
  boolean: () => ({ value: parseBoolean, problem: 'must be true or false' }),
}

function optionReader(options: string[]): Reader {
  const compiled = compileOptions(options)
  return {
    value: (given) => (typeof given === 'string' ? matchOption(compiled, given) : null),
    problem: `must be one of the options: ${options.join(', ')}`,
  }
}

function wholeOf(given: Plain): number | null {
  if (typeof given === 'boolean' || !/^[+-]?\d{1,16}$/.test(String(given).trim())) return null
  const number = Number(given) + 0
  return Number.isSafeInteger(number) ? number : null
}

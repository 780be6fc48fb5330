import { dayMs, daysInMonth } from '../../contract/times/calendar.ts'
import type { TestKind, ValueTest } from '../../contract/segments/value-tests.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** `text` is null for a blank value. `json` is the value as it is stored, for numbers and several choices. */
type TestedValue = { kind: TestKind; text: Fragment; json: Fragment }

/**
 * Never null: negative operators select exactly those whom their opposites leave out.
 * @param today `YYYY-MM-DD`
 */
export function testCondition(sql: Sql, value: TestedValue, test: ValueTest, today: string): Fragment {
  if (test.operator === 'is_blank') return blank(sql, value)
  if (test.operator === 'is_not_blank') return sql`not ${blank(sql, value)}`
  const positive = opposites[test.operator]
  const holds = conditionOf(sql, value, { ...test, operator: positive ?? test.operator } as ValueTest, today)
  return positive === undefined ? sql`coalesce(${holds}, false)` : sql`not coalesce(${holds}, false)`
}

export const opposites: Partial<Record<ValueTest['operator'], ValueTest['operator']>> = {
  is_not: 'is',
  does_not_contain: 'contains',
  does_not_begin_with: 'begins_with',
  does_not_end_with: 'ends_with',
  is_none_of: 'is_any_of',
}

function blank(sql: Sql, { kind, text, json }: TestedValue): Fragment {
  return kind === 'choices' ? sql`(${text} is null or ${json} = '[]'::jsonb)` : sql`(${text} is null)`
}

function conditionOf(sql: Sql, value: TestedValue, test: ValueTest, today: string): Fragment {
  switch (value.kind) {
    case 'number':
    case 'decimal':
      return numberCondition(sql, value, test)
    case 'date':
    case 'day_of_year':
      return dayCondition(sql, value, test, today)
    case 'choices':
      return choicesCondition(sql, value, test)
    case 'choice':
      return 'values' in test ? sql`${value.text} = any(${test.values.map(String)}::text[])` : sql`false`
    case 'boolean':
      return 'value' in test ? sql`${value.text} = ${String(test.value)}` : sql`false`
    default:
      return textTest(sql, sql`lower(${value.text})`, test)
  }
}

/** @param text in lower case, as the database folds it, like the values. Not `like`, which gives `%`, `_` and `\` a meaning. */
export function textTest(sql: Sql, text: Fragment, test: ValueTest): Fragment {
  if ('values' in test) return sql`${text} = any(${lowered(sql, test.values.map(String))})`
  if (!('value' in test)) return sql`false`
  const value = sql`lower(${String(test.value)}::text)`
  switch (test.operator) {
    case 'contains':
      return sql`strpos(${text}, ${value}) > 0`
    case 'begins_with':
      return sql`starts_with(${text}, ${value})`
    case 'ends_with':
      return sql`right(${text}, length(${value})) = ${value}`
    default:
      return sql`${text} = ${value}`
  }
}

/** In one parameter: 500 clauses of 100 values each would be more than a statement can have. */
function lowered(sql: Sql, values: readonly string[]): Fragment {
  let separator = 0xe0_00
  while (values.some((value) => value.includes(String.fromCodePoint(separator)))) separator += 1
  const between = String.fromCodePoint(separator)
  return sql`string_to_array(lower(${values.join(between)}::text), ${between}::text)`
}

const numberComparisons = {
  is: '=',
  is_less_than: '<',
  is_at_most: '<=',
  is_greater_than: '>',
  is_at_least: '>=',
} as const

/** As jsonb, which compares numbers as numbers and casts nothing. */
function numberCondition(sql: Sql, { json }: TestedValue, test: ValueTest): Fragment {
  const number = (value: unknown) => sql`${String(value)}::text::jsonb`
  if ('from' in test) return sql`(${json} >= ${number(test.from)} and ${json} <= ${number(test.to)})`
  if (!('value' in test) || !(test.operator in numberComparisons)) return sql`false`
  const sign = numberComparisons[test.operator as keyof typeof numberComparisons]
  return sql`${json} ${sql.unsafe(sign)} ${number(test.value)}`
}

function choicesCondition(sql: Sql, { json }: TestedValue, test: ValueTest): Fragment {
  if (!('values' in test)) return sql`false`
  const values = test.values.map(String)
  return test.operator === 'is_all_of'
    ? sql`jsonb_exists_all(${json}, ${values}::text[])`
    : sql`jsonb_exists_any(${json}, ${values}::text[])`
}

/** Days are stored as `YYYY-MM-DD` and `MM-DD`, whose order is that of their bytes. */
function dayCondition(sql: Sql, value: TestedValue, test: ValueTest, today: string): Fragment {
  const text = sql`${value.text} collate "C"`
  const between = (from: string, to: string) => sql`(${text} >= ${from} and ${text} <= ${to})`
  if ('from' in test) return between(String(test.from), String(test.to))
  if (!('value' in test)) return anniversary(sql, value.text, daysOfYear(today, 0, 0))
  const days = Number(test.value)
  switch (test.operator) {
    case 'is_before':
      return sql`${text} < ${String(test.value)}`
    case 'is_after':
      return sql`${text} > ${String(test.value)}`
    case 'in_last_days':
      return between(dayFrom(today, -days), today)
    case 'in_next_days':
      return between(today, dayFrom(today, days))
    case 'more_than_days_ago':
      return sql`${text} < ${dayFrom(today, -days)}`
    case 'more_than_days_ahead':
      return sql`${text} > ${dayFrom(today, days)}`
    case 'anniversary_in_next_days':
      return anniversary(sql, value.text, daysOfYear(today, 0, days))
    case 'anniversary_in_last_days':
      return anniversary(sql, value.text, daysOfYear(today, -days, 0))
    default:
      return sql`${value.text} = ${String(test.value)}`
  }
}

function anniversary(sql: Sql, text: Fragment, days: readonly string[]): Fragment {
  return sql`right(${text}, 5) = any(${[...days]}::text[])`
}

function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Who was born on 29 February has the birthday on the 28th of years without one. */
function daysOfYear(today: string, first: number, last: number): string[] {
  const days = new Set<string>()
  for (let offset = first; offset <= last; offset += 1) {
    const day = dayFrom(today, offset)
    days.add(day.slice(5))
    if (day.endsWith('02-28') && daysInMonth(Number(day.slice(0, 4)), 2) === 28) days.add('02-29')
  }
  return [...days]
}

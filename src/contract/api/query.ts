import { z } from 'zod'
import { instantMax, parseBegins, parseDate, parseDateTime } from '../times/instants.ts'
import { dayMs, isCivilDate } from '../times/calendar.ts'
import type { CivilDate } from '../times/calendar.ts'
import { parseId } from '../values/text.ts'
import { badRequest } from './errors.ts'
import { choice } from './fields.ts'

/**
 * The building blocks of query schemas. In a URL every parameter is a text; the input types also have the numbers that
 * callers of our client give. Choices and booleans are those of bodies: `choice` and `flag` in fields.ts.
 */

/** @param read null: the text does not fit. */
export function parameter<Output, Input extends string | number = string>(
  read: (text: string) => Output | null,
  problem: string,
) {
  return z.custom<Input>().transform((value, context): Output => {
    const output = read(String(value))
    if (output !== null) return output
    context.addIssue(problem)
    return z.NEVER
  })
}

/** A text that is compared as it is. */
export function filter(description: string) {
  return z.string().optional().meta({ description })
}

/** Both without regard to case; wrap the schema of the query in `apart`. */
export const nameFilters = {
  name: filter('Return records with this name. Case is ignored.'),
  name_contains: filter(
    'Return records whose name contains this text. Case is ignored. It cannot be combined with name.',
  ),
}

/** The attribute that a list is sorted by; the first is the default. */
export function orderBy<const Names extends readonly [string, ...string[]]>(names: Names) {
  const [first] = names
  return choice(names)
    .default(first)
    .meta({ description: `The attribute to sort by: ${names.join(' or ')}. Default: ${first}.` })
}

/** A whole number from 0, of at most 15 digits: exact. */
export const count = parameter<number, string | number>(
  (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
  'must be a whole number of 0 or more',
).meta({ type: 'integer', minimum: 0 })

/** The id of a record. */
export const id = parameter<number, string | number>(parseId, 'must be a whole number above 0').meta({
  type: 'integer',
  minimum: 1,
})

/** A parameter that says nothing when it is empty, as forms send it. */
export function orBlank<Schema extends z.ZodType>(schema: Schema) {
  const given = (value: z.input<Schema> | undefined) => (value === '' ? undefined : value)
  return z.preprocess(given, schema.optional()).optional()
}

/** A day of a calendar as `layout` writes it, YYYY-MM-DD or YYYYMMDD: in this API each report has its own. */
export function day(layout: 'YYYY-MM-DD' | 'YYYYMMDD', { from = 1, to = 9999 } = {}) {
  const pattern = layout === 'YYYYMMDD' ? /^(\d{4})(\d\d)(\d\d)$/ : /^(\d{4})-(\d\d)-(\d\d)$/
  const years = from === 1 ? '' : `, of the years ${from} to ${to}`
  return parameter<CivilDate>((text) => {
    const [, year = '', month = '', dayOfMonth = ''] = pattern.exec(text) ?? []
    const date = { year: Number(year), month: Number(month), day: Number(dayOfMonth) }
    return isCivilDate(date) && date.year >= from && date.year <= to ? date : null
  }, `must be a date, ${layout}${years}`)
}

/** A time that a query names. What it says without an offset is read in a zone that only the handler knows. */
export type QueryTime = { in: (zone: string) => Date }

type Side = 'start' | 'end' | 'moment'

/**
 * A time, with the same layouts in every query. `start` and `end` are the ends of a range that includes them, in whole
 * seconds: a date alone begins with its first second and ends with its last. A `moment` is exact.
 */
export function time(side: Side, what: string) {
  const date = side === 'end' ? 'includes the whole day' : 'means the start of the day'
  return parameter<QueryTime, string | number>(
    (text) => readTime(text, side),
    'must be an ISO 8601 date and time, or UNIX seconds',
  )
    .meta({ type: 'string' })
    .optional()
    .meta({ description: `${what}, in ISO 8601 or UNIX seconds. A date without a time ${date}.` })
}

function readTime(text: string, side: Side): QueryTime | null {
  const inUtc = parseTime(text, 'UTC', side)
  if (inUtc === null) return null
  // On the first and the last day that can be written, another zone may be in a year that cannot.
  return { in: (zone) => new Date(parseTime(text, zone, side) ?? inUtc) }
}

/** @returns epoch milliseconds. */
function parseTime(text: string, zone: string, side: Side): number | null {
  const trimmed = text.trim()
  const ms = trimmed.toLowerCase() === 'now' ? null : parseBegins(trimmed, { zone, nowMs: 0 })
  if (ms === null || side === 'moment') return ms
  // Every layout of a time of day has a colon; UNIX seconds are no date.
  const date = side === 'end' && !trimmed.includes(':') ? parseDate(trimmed, 'mdy') : null
  const last = date === null ? ms : endOfDay(date, ms, zone)
  return Math.floor(last / 1000) * 1000
}

/** Days on which clocks change are longer or shorter than others. */
function endOfDay(date: string, startMs: number, zone: string): number {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  const following = parseDateTime(next, { dateFormat: 'mdy', zone }) ?? startMs + dayMs
  return Math.min(following - 1, instantMax)
}

type Range<Name extends string> = { [Side in `${Name}__${'start' | 'end'}`]?: QueryTime | undefined }

/**
 * The ends of a range of times, both included; null: open.
 * @throws AppError `invalid_request`: it ends before it starts.
 */
export function rangeIn<Name extends string>(
  query: Range<Name>,
  name: Name,
  zone: string,
): { start: Date | null; end: Date | null } {
  const start = query[`${name}__start`]?.in(zone) ?? null
  const end = query[`${name}__end`]?.in(zone) ?? null
  if (start !== null && end !== null && end < start) {
    throw badRequest(`${name}__end must not be before ${name}__start`)
  }
  return { start, end }
}

/** The schema, for queries that give at most one of the two parameters. */
export function apart<Schema extends z.ZodObject>(schema: Schema, one: string, other: string): Schema {
  return schema.refine(
    (given) => given[one] === undefined || given[other] === undefined,
    `${one} and ${other} cannot be given together`,
  )
}

import { z } from 'zod'
import { instantMax, parseBegins, parseDate, parseDateTime } from '../times/instants.ts'
import { dayMs, isCivilDate, type CivilDate } from '../times/calendar.ts'
import { parseId } from '../values/text.ts'
import { badRequest } from './errors.ts'
import { choice } from './fields.ts'

/** Inputs also accept numbers, for callers of the client. Choices and booleans: `choice` and `flag` in fields.ts. */

/** @param read returns null for invalid text. */
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

export function filter(description: string) {
  return z.string().optional().meta({ description })
}

/** Wrap the query schema in `apart`: only one of them can be given. */
export const nameFilters = {
  name: filter('Return records with this name. Case is ignored.'),
  name_contains: filter(
    'Return records whose name contains this text. Case is ignored. It cannot be combined with name.',
  ),
}

/** The first name is the default. */
export function orderBy<const Names extends readonly [string, ...string[]]>(names: Names) {
  const [first] = names
  return choice(names)
    .default(first)
    .meta({ description: `The attribute to sort by: ${names.join(' or ')}. Default: ${first}.` })
}

/** At most 15 digits, so that the number is exact. */
export const count = parameter<number, string | number>(
  (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
  'must be a whole number of 0 or more',
).meta({ type: 'integer', minimum: 0 })

export const id = parameter<number, string | number>(parseId, 'must be a whole number above 0').meta({
  type: 'integer',
  minimum: 1,
})

/** Some records, separated by commas: for what names them by id. */
export function ids(most: number) {
  return parameter<number[]>((text) => {
    const read = text.split(',').map((word) => parseId(word.trim()))
    const known = read.filter((one) => one !== null)
    return known.length === read.length && known.length <= most ? known : null
  }, `must be at most ${most} ids, separated by commas`).meta({ type: 'string' })
}

/** An empty parameter counts as absent because forms send empty fields. */
export function orBlank<Schema extends z.ZodType>(schema: Schema) {
  const given = (value: z.input<Schema> | undefined) => (value === '' ? undefined : value)
  return z.preprocess(given, schema.optional()).optional()
}

export function day(layout: 'YYYY-MM-DD' | 'YYYYMMDD', { from = 1, to = 9999 } = {}) {
  const pattern = layout === 'YYYYMMDD' ? /^(\d{4})(\d\d)(\d\d)$/ : /^(\d{4})-(\d\d)-(\d\d)$/
  const years = from === 1 ? '' : `, of the years ${from} to ${to}`
  return parameter<CivilDate>((text) => {
    const [, year = '', month = '', dayOfMonth = ''] = pattern.exec(text) ?? []
    const date = { year: Number(year), month: Number(month), day: Number(dayOfMonth) }
    return isCivilDate(date) && date.year >= from && date.year <= to ? date : null
  }, `must be a date, ${layout}${years}`)
}

/** A time without an offset needs a zone, which only the handler knows. */
export type QueryTime = { in: (zone: string) => Date }

type Side = 'start' | 'end' | 'moment'

/** `start` and `end` are inclusive: a date alone means its first or its last second. A `moment` is exact. */
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
  // On the first and last valid day, the time in another zone can be outside the valid years.
  return { in: (zone) => new Date(parseTime(text, zone, side) ?? inUtc) }
}

/** @returns epoch milliseconds. */
function parseTime(text: string, zone: string, side: Side): number | null {
  const trimmed = text.trim()
  const ms = trimmed.toLowerCase() === 'now' ? null : parseBegins(trimmed, { zone, nowMs: 0 })
  if (ms === null || side === 'moment') return ms
  // Every layout of a time of day has a colon; UNIX seconds have none.
  const date = side === 'end' && !trimmed.includes(':') ? parseDate(trimmed, 'mdy') : null
  return date === null ? ms : Math.floor(endOfDay(date, ms, zone) / 1000) * 1000
}

/** Days on which clocks change are not 24 hours long. */
function endOfDay(date: string, startMs: number, zone: string): number {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  const following = parseDateTime(next, { dateFormat: 'mdy', zone }) ?? startMs + dayMs
  return Math.min(following - 1, instantMax)
}

type Range<Name extends string> = { [Side in `${Name}__${'start' | 'end'}`]?: QueryTime | undefined }

/**
 * null: no bound. `end` includes its whole second.
 * @throws AppError `invalid_request` if the range ends before it starts.
 */
export function rangeIn<Name extends string>(
  query: Range<Name>,
  name: Name,
  zone: string,
): { start: Date | null; end: Date | null } {
  const start = query[`${name}__start`]?.in(zone) ?? null
  const end = query[`${name}__end`]?.in(zone) ?? null
  const lastMs = end === null ? null : lastOf(end.getTime())
  if (start !== null && lastMs !== null && lastMs < start.getTime()) {
    throw badRequest(`${name}__end must not be before ${name}__start`)
  }
  return { start, end: lastMs === null ? null : new Date(lastMs - 999) }
}

function lastOf(ms: number): number {
  return ms % 1000 === 0 ? ms + 999 : ms
}

/** Accepts at most one of two parameters. */
export function apart<Schema extends z.ZodObject>(schema: Schema, one: string, other: string): Schema {
  return schema.refine(
    (given) => given[one] === undefined || given[other] === undefined,
    `${one} and ${other} cannot be given together`,
  )
}

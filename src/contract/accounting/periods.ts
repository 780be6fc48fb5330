import { daysInMonth, formatDate, type CivilDate } from '../times/calendar.ts'
import { badRequest } from '../api/errors.ts'
import type { ReportQuery } from './messages-sent.ts'
import { instantFromLocal, offsetMinutesAt } from '../times/zones.ts'

export const reportForms = ['daily', 'monthly'] as const
export type ReportForm = (typeof reportForms)[number]

/** Both days included. */
export type DateRange = { start: CivilDate; end: CivilDate }

const yearsMax = 5

/**
 * Defaults: from two months before the month of `today` to the end of that month. Monthly reports take whole months.
 * @throws AppError `invalid_request`.
 */
export function readReportRange(query: ReportQuery, form: ReportForm, today: CivilDate): DateRange {
  const start = query.start_date ?? monthsBefore(firstOfMonth(today), 2)
  const end = query.end_date ?? lastOfMonth(today)
  // Dates with four-digit years sort as strings.
  if (formatDate(end) < formatDate(start)) throw badRequest('end_date must not be before start_date')
  if (formatDate(end) > formatDate({ ...start, year: start.year + yearsMax })) {
    throw badRequest(`end_date must be at most ${yearsMax} years after start_date`)
  }
  return form === 'daily' ? { start, end } : { start: firstOfMonth(start), end: lastOfMonth(end) }
}

/** In epoch milliseconds: period `i` lasts from bound `i` up to, but not including, bound `i + 1`. */
export function periodBounds({ start, end }: DateRange, form: ReportForm, zone: string): number[] {
  const next = form === 'daily' ? nextDay : (date: CivilDate) => nextDay(lastOfMonth(date))
  const bounds: number[] = []
  const last = formatDate(end)
  let date = start
  for (; formatDate(date) <= last; date = next(date)) bounds.push(startOfDay(date, zone))
  return [...bounds, startOfDay(date, zone)]
}

/** Start of the current quota month: midnight of the anniversary day, or of the last day of a shorter month. */
export function lastAnniversary(anniversaryDay: number, zone: string, nowMs: number): number {
  const today = localDateAt(nowMs, zone)
  const anniversaryOf = (month: CivilDate): CivilDate => ({
    ...month,
    day: Math.min(anniversaryDay, daysInMonth(month.year, month.month)),
  })
  const current = anniversaryOf(today)
  return startOfDay(
    current.day <= today.day ? current : anniversaryOf(monthsBefore(firstOfMonth(today), 1)),
    zone,
  )
}

export function localDateAt(ms: number, zone: string): CivilDate {
  const local = new Date(ms + offsetMinutesAt(zone, ms) * 60_000)
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

/** Where clocks skip midnight, the day begins at 01:00. */
function startOfDay(date: CivilDate, zone: string): number {
  return instantFromLocal({ ...date, hour: 0, minute: 0, second: 0, millisecond: 0 }, zone)
}

function firstOfMonth({ year, month }: CivilDate): CivilDate {
  return { year, month, day: 1 }
}

function lastOfMonth({ year, month }: CivilDate): CivilDate {
  return { year, month, day: daysInMonth(year, month) }
}

function nextDay({ year, month, day }: CivilDate): CivilDate {
  if (day < daysInMonth(year, month)) return { year, month, day: day + 1 }
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 }
}

/** `count`: up to 12. */
function monthsBefore({ year, month, day }: CivilDate, count: number): CivilDate {
  return month > count
    ? { year, month: month - count, day }
    : { year: year - 1, month: month + 12 - count, day }
}

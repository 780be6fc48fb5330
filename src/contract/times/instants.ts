import { formatDate, localMs, twoDigits, type DateFormat } from './calendar.ts'
import { readDateTime, readMonthDay } from './date-layouts.ts'
import type { LatestDay } from './short-years.ts'
import { instantFromLocal } from './zones.ts'

export type { DateFormat } from './calendar.ts'

/**
 * Epoch milliseconds; null outside the years 1 to 9999. Without an offset the text is read in `zone`
 * (`instantFromLocal` resolves skipped and repeated hours); a date alone means midnight.
 */
export function parseDateTime(
  text: string,
  rules: { dateFormat: DateFormat; zone: string; latest?: LatestDay },
): number | null {
  const reading = readDateTime(text, rules.dateFormat, rules.latest)
  if (reading === null) return null
  const { offsetMinutes } = reading
  const instant =
    offsetMinutes === null ? instantFromLocal(reading, rules.zone) : localMs(reading) - offsetMinutes * 60_000
  return instant >= instantMin && instant <= instantMax ? instant : null
}

/** The years 1 to 9999 in UTC: an offset can move a time beyond the range that PostgreSQL stores. */
const instantMin = -62_135_596_800_000
export const instantMax = 253_402_300_799_999

/** `YYYY-MM-DD`; of a date with a time, the date as written, whatever the offset. */
export function parseDate(text: string, dateFormat: DateFormat, latest?: LatestDay): string | null {
  const reading = readDateTime(text, dateFormat, latest)
  return reading === null ? null : formatDate(reading)
}

/** `MM-DD`; 02-29 is valid. */
export function parseDayOfYear(text: string, dateFormat: DateFormat, latest?: LatestDay): string | null {
  const reading = readDateTime(text, dateFormat, latest) ?? readMonthDay(text, dateFormat)
  return reading === null ? null : `${twoDigits(reading.month)}-${twoDigits(reading.day)}`
}

/** Later begin times would print as a five-digit year in zones east of UTC, which is not ISO 8601. */
export const beginsMax = Date.UTC(9999, 0, 1)

/**
 * Epoch milliseconds from `now`, UNIX seconds, or a date layout (`mdy`). Eight digits are refused: a date without
 * dashes, read as seconds, would mean 1970, that is, at once.
 */
export function parseBegins(text: string, { zone, nowMs }: { zone: string; nowMs: number }): number | null {
  const trimmed = text.trim()
  if (/^\d{1,11}$/.test(trimmed)) return trimmed.length === 8 ? null : Number(trimmed) * 1000
  return trimmed.toLowerCase() === 'now' ? nowMs : parseDateTime(trimmed, { dateFormat: 'mdy', zone })
}

const numericDate = /^\s*(\d{1,2})([-/])(\d{1,2})\2\d{4}(?!\d)/

/** null, or a sentence about a date of the API in which month and day could be exchanged. */
export function ambiguityOf(name: string, text: string): string | null {
  const [date, first, , second] = numericDate.exec(text) ?? []
  if (date === undefined || first === undefined || second === undefined) return null
  if (Number(first) > 12 || Number(second) > 12 || Number(first) === Number(second)) return null
  const read = parseDate(date, 'mdy')
  return read === null
    ? null
    : `${name} ${date.trim()} was read with the month first, as ${read}; write dates as YYYY-MM-DD`
}

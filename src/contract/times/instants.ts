import { formatDate, localMs, twoDigits } from './calendar.ts'
import { readDateTime, readMonthDay } from './date-layouts.ts'
import type { DateFormat } from './date-layouts.ts'
import { instantFromLocal } from './zones.ts'

export type { DateFormat } from './date-layouts.ts'

/**
 * An instant in epoch milliseconds; null if the text has none of the layouts (see `readDateTime`) or is outside the
 * years 1 to 9999. A text without an offset is read in `zone` (see `instantFromLocal` for skipped and repeated
 * hours); a date alone means midnight there.
 */
export function parseDateTime(text: string, rules: { dateFormat: DateFormat; zone: string }): number | null {
  const reading = readDateTime(text, rules.dateFormat)
  if (reading === null) return null
  const { offsetMinutes } = reading
  const instant =
    offsetMinutes === null ? instantFromLocal(reading, rules.zone) : localMs(reading) - offsetMinutes * 60_000
  return instant >= instantMin && instant <= instantMax ? instant : null
}

/** The years 1 to 9999 in UTC: an offset can move a text out of them, beyond the range that PostgreSQL stores. */
const instantMin = -62_135_596_800_000
export const instantMax = 253_402_300_799_999

/** `YYYY-MM-DD`; for a date with a time, the date as written regardless of the offset; null for anything else. */
export function parseDate(text: string, dateFormat: DateFormat): string | null {
  const reading = readDateTime(text, dateFormat)
  return reading === null ? null : formatDate(reading)
}

/** `MM-DD`, from a date or from a month and a day without a year; 02-29 is valid. */
export function parseDayOfYear(text: string, dateFormat: DateFormat): string | null {
  const reading = readDateTime(text, dateFormat) ?? readMonthDay(text, dateFormat)
  return reading === null ? null : `${twoDigits(reading.month)}-${twoDigits(reading.day)}`
}

/**
 * The upper bound for begin times: later ones print as a five-digit year in zones east of UTC, which is not ISO
 * 8601.
 */
export const beginsMax = Date.UTC(9999, 0, 1)

/**
 * A time in an API request, in epoch milliseconds: `now`, UNIX seconds, or a layout of a row (numeric dates as
 * `mdy`). Eight digits are refused: they are a date without dashes, and as seconds they would mean 1970, that is,
 * at once.
 */
export function parseBegins(text: string, { zone, nowMs }: { zone: string; nowMs: number }): number | null {
  const trimmed = text.trim()
  if (/^\d{1,11}$/.test(trimmed)) return trimmed.length === 8 ? null : Number(trimmed) * 1000
  return trimmed.toLowerCase() === 'now' ? nowMs : parseDateTime(trimmed, { dateFormat: 'mdy', zone })
}

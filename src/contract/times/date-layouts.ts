import { isCivilDate, twoDigits, type CivilDate, type DateFormat, type LocalTime } from './calendar.ts'
import { fullYear, type LatestDay } from './short-years.ts'
import { readWorldDate, readWorldMonthDay } from './world-layouts.ts'

/** Midnight if there is no time; null if there is no offset. */
type Reading = LocalTime & { offsetMinutes: number | null }

/** Longer than any layout with its white space. */
const lengthMax = 64

/**
 * Layouts (specification, section 2.1): 1994-03-11T14:30:47-06:00, March 11, 1994 14:30, 11 March 1994, 03-11-1994,
 * 03/11/1994, 1994-03-11, and 1994/03/11 and 11-Mar-1994 from spreadsheets. A time may follow (2:30pm, 14:30:47.5),
 * then an offset or one of the `abbreviations`. What is none of them is read as `readWorldDate` does.
 * @param latest null: a year of two digits is refused.
 */
export function readDateTime(
  text: string,
  dateFormat: DateFormat,
  latest: LatestDay | null = null,
): Reading | null {
  const trimmed = text.trim()
  if (trimmed.length > lengthMax) return null
  return readSpecified(trimmed, dateFormat) ?? readOther(trimmed, dateFormat, latest)
}

function readSpecified(trimmed: string, dateFormat: DateFormat): Reading | null {
  for (const layout of layoutsFor(trimmed, dateFormat)) {
    const match = layout.pattern.exec(trimmed)
    if (match === null) continue
    const date = dateOf(match, layout)
    const rest = trimmed.slice(match[0].length)
    return date === null || rest === '' ? date : withClock(date, rest)
  }
  return null
}

function readOther(trimmed: string, dateFormat: DateFormat, latest: LatestDay | null): Reading | null {
  const written = readWorldDate(trimmed, dateFormat)
  if (written === null || (written.isShort && latest === null)) return null
  const year = written.isShort && latest !== null ? fullYear(written, latest) : written.year
  const date = existing({ year, month: written.month, day: written.day })
  return date === null || written.rest === '' ? date : withClock(date, written.rest)
}

/** 03-11, 3/11, March 11, 11 March, 11-Mar, and what `readWorldMonthDay` reads; ignore the year of the result. */
export function readMonthDay(text: string, dateFormat: DateFormat): Reading | null {
  const trimmed = text.trim()
  if (trimmed.length > lengthMax) return null
  for (const layout of yearless[dateFormat]) {
    const match = layout.pattern.exec(trimmed)
    if (match !== null && months.has(match[layout.month]?.toLowerCase() ?? '')) return dateOf(match, layout)
  }
  const written = readWorldMonthDay(trimmed)
  return written === null ? null : existing({ ...written, year: leapYear })
}

/** `pattern` matches the start of a text; the others are its groups. */
type Layout = { pattern: RegExp; year: number | null; month: number; day: number }

const yearFirst: Layout[] = [{ pattern: /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})/, year: 1, month: 3, day: 4 }]
const nameFirst: Layout[] = [
  { pattern: /^([a-z]{3,9})\.? +(\d{1,2})(?:, *| +)(\d{4})/i, year: 3, month: 1, day: 2 },
]
const numeric = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})/
const dayAndName = {
  pattern: /^(\d{1,2})(?: +|-)([a-z]{3,9})\.?(?:,? +|-)(\d{4})/i,
  year: 3,
  month: 2,
  day: 1,
}
const dayOrMonthFirst: Record<DateFormat, Layout[]> = {
  mdy: [{ pattern: numeric, year: 4, month: 1, day: 3 }, dayAndName],
  dmy: [{ pattern: numeric, year: 4, month: 3, day: 1 }, dayAndName],
}

function layoutsFor(text: string, dateFormat: DateFormat): Layout[] {
  if (!isDigit(text, 0)) return nameFirst
  return isDigit(text, 1) && isDigit(text, 2) ? yearFirst : dayOrMonthFirst[dateFormat]
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0x30 && code <= 0x39
}

const monthAndDay = /^(\d{1,2})[-/](\d{1,2})$/
const yearlessNames: Layout[] = [
  { pattern: /^([a-z]{3,9})\.? +(\d{1,2})$/i, year: null, month: 1, day: 2 },
  { pattern: /^(\d{1,2})(?: +|-)([a-z]{3,9})\.?$/i, year: null, month: 2, day: 1 },
]
const yearless: Record<DateFormat, Layout[]> = {
  mdy: [{ pattern: monthAndDay, year: null, month: 1, day: 2 }, ...yearlessNames],
  dmy: [{ pattern: monthAndDay, year: null, month: 2, day: 1 }, ...yearlessNames],
}

/** null if the day does not exist. */
function dateOf(match: RegExpExecArray, layout: Layout): Reading | null {
  const year = layout.year === null ? leapYear : Number(match[layout.year])
  const month = months.get(match[layout.month]?.toLowerCase() ?? '') ?? 0
  return existing({ year, month, day: Number(match[layout.day]) })
}

function existing({ year, month, day }: CivilDate): Reading | null {
  if (!isCivilDate({ year, month, day })) return null
  return { year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0, offsetMinutes: null }
}

/** A leap year, so that 29 February is valid in layouts without a year. */
const leapYear = 2000

/** Numbers with and without a leading zero, full names and their first three letters. */
const months = new Map<string, number>()
const monthNames = 'january february march april may june july august september october november december'
for (const [index, name] of monthNames.split(' ').entries()) {
  const number = index + 1
  for (const word of [String(number), twoDigits(number), name, name.slice(0, 3)]) months.set(word, number)
}
months.set('sept', 9)

const clockLayout =
  /^(?:t|,? +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: *([ap])m| *uhr)?(?: *(z|[a-z]{3}|[+-]\d{2}(?::?\d{2})?))?$/i

function withClock({ year, month, day }: Reading, text: string): Reading | null {
  const match = clockLayout.exec(text)
  if (match === null) return null
  const [, hours, minutes, seconds = '0', fraction = '', half, zone] = match
  const hour = hourOf(Number(hours), half)
  const minute = Number(minutes)
  const second = Number(seconds)
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const offsetMinutes = zone === undefined ? null : offsetOf(zone.toLowerCase())
  if (hour === null || minute > 59 || second > 59 || offsetMinutes === undefined) return null
  return { year, month, day, hour, minute, second, millisecond, offsetMinutes }
}

/** 0 to 23; `half` is the letter of am or pm, valid with hours 1 to 12. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** Minutes from UTC. Only abbreviations that are unambiguous to an American reader. */
const abbreviations = new Map(
  Object.entries({
    z: 0,
    utc: 0,
    gmt: 0,
    est: -300,
    edt: -240,
    cst: -360,
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
  }),
)

/** @returns minutes; undefined for an unknown abbreviation or an offset that was never in use. */
function offsetOf(zone: string): number | undefined {
  if (!/^[+-]/.test(zone)) return abbreviations.get(zone)
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const hours = Number(digits.slice(0, 2))
  const minutes = Number(digits.slice(2))
  if (hours > 15 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

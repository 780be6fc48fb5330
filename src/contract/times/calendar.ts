/** Proleptic Gregorian; `month` and `day` count from 1. */
export type CivilDate = { year: number; month: number; day: number }

/** A wall-clock time without a zone. */
export type LocalTime = CivilDate & { hour: number; minute: number; second: number; millisecond: number }

/** All-numeric dates: `mdy` reads 01/02/2014 as January 2, `dmy` as February 1. */
export type DateFormat = 'mdy' | 'dmy'

export const dayMs = 86_400_000

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** 0 for a month that does not exist. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 0)
}

export function isCivilDate({ year, month, day }: CivilDate): boolean {
  return year >= 1 && year <= 9999 && day >= 1 && day <= daysInMonth(year, month)
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Days since 1970-01-01. Not `Date.UTC`, which reads the years 0 to 99 as 1900 to 1999. */
export function daysFromCivil({ year, month, day }: CivilDate): number {
  // Years that begin in March put the leap day last; March to July are 153 days.
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = month > 2 ? month - 3 : month + 9
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + dayOfYear - 719_468
}

/** Milliseconds since 1970-01-01T00:00 on the same wall clock. */
export function localMs(time: LocalTime): number {
  const seconds = (time.hour * 60 + time.minute) * 60 + time.second
  return daysFromCivil(time) * dayMs + seconds * 1000 + time.millisecond
}

export function formatDate({ year, month, day }: CivilDate): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

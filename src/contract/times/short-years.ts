import { formatDate } from './calendar.ts'
import { folded } from './month-names.ts'

/** `YYYY-MM-DD`: of the years that two digits can mean, the last one with a date that is not after it. */
export type LatestDay = string

/** Spreadsheets do the same with another pivot: a date is at most ten years ahead, otherwise in the past. */
const yearsAhead = 10

/** Words for birth in the languages of public pages, in titles such as `Geburtsdatum` and `Date of birth`. */
const birth =
  /birth|\bb-?day\b|\bdob\b|\bborn\b|geburt|geb\.|\bgeboren|naissance|\bnee? le\b|nacimiento|cumpleanos|nascita|compleanno|geboorte|verjaardag|urodz|nascimento|aniversario|生年月日|誕生日/

export function isBirthday(title: string): boolean {
  return birth.test(folded(title).replaceAll(/[_\s]+/g, ' '))
}

/** @param title of the field: nobody is born after today. */
export function latestDay(title: string, today: string): LatestDay {
  return isBirthday(title)
    ? today
    : `${String(Number(today.slice(0, 4)) + yearsAhead).padStart(4, '0')}-12-31`
}

export function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10)
}

export function fullYear(date: { year: number; month: number; day: number }, latest: LatestDay): number {
  const lastYear = Number(latest.slice(0, 4))
  const year = lastYear - ((((lastYear - date.year) % 100) + 100) % 100)
  return formatDate({ ...date, year }) <= latest ? year : year - 100
}

import { isWeekday, monthByName } from './month-names.ts'
import type { DateFormat } from './calendar.ts'

/** Numbers as written: `year` is below 100 if it has two digits (`isShort`). */
export type WrittenDate = {
  year: number
  isShort: boolean
  month: number
  day: number
  /** What follows the date: nothing or a time of day. */
  rest: string
}

type Layout = { pattern: RegExp; year: number; month: number; day: number }

const years = String.raw`(\d{4}|['’]?\d{2})(?!\d)`
/** 1st, 1er, and 1º, whose normalized form is 1o. */
const ordinal = String.raw`(?:(?:st|nd|rd|th|er|o|a|°)(?=[ .,]))?`
const monthName = String.raw`(\p{L}{3,12})\.?`
const of = String.raw`[ ./-]{0,3}(?:(?:de|del|of|do) )?`

/** With dots the day comes first whatever the import says: nobody writes 12.31.1999. */
const dots: Layout = {
  pattern: new RegExp(String.raw`^(\d{1,2}) ?\. ?(\d{1,2}) ?\. ?${years}`),
  year: 3,
  month: 2,
  day: 1,
}
const numeric = new RegExp(String.raw`^(\d{1,2}) ?([-/]) ?(\d{1,2}) ?\2 ?${years}`)
const byFormat: Record<DateFormat, Layout> = {
  mdy: { pattern: numeric, year: 4, month: 1, day: 3 },
  dmy: { pattern: numeric, year: 4, month: 3, day: 1 },
}
const common: Layout[] = [
  dots,
  { pattern: /^(\d{1,2}) (\d{1,2}) (\d{4})(?! ?\d)/, year: 3, month: 2, day: 1 },
  { pattern: /^(\d{4}) (\d{1,2}) (\d{1,2})(?! ?\d)/, year: 1, month: 2, day: 3 },
  // What computers write. An id of eight digits is seldom a date of these centuries.
  { pattern: /^((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/, year: 1, month: 2, day: 3 },
  { pattern: /^(\d{4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})(?!\d)/, year: 1, month: 3, day: 4 },
  { pattern: /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/, year: 1, month: 2, day: 3 },
  {
    pattern: new RegExp(String.raw`^(\d{1,2})${ordinal}${of}${monthName},?${of}${years}`, 'iu'),
    year: 3,
    month: 2,
    day: 1,
  },
  {
    pattern: new RegExp(String.raw`^${monthName}[ /-]?(\d{1,2})${ordinal}(?:, ?|[ /-])${years}`, 'iu'),
    year: 3,
    month: 1,
    day: 2,
  },
  { pattern: /^(\d{4})[ ,./-]{1,2}(\p{L}{3,12})\.?[ ./-]{1,2}(\d{1,2})(?!\d)/iu, year: 1, month: 2, day: 3 },
]

/**
 * Dates as people and other products write them, beyond the layouts of the specification: 8.11.1948, 8. 11. 48, 11/8/48,
 * 8. November 1948, Montag, 8 listopada 1948 r., 1948.11.08, 1948年11月8日. null for anything else.
 */
export function readWorldDate(text: string, dateFormat: DateFormat): WrittenDate | null {
  const plain = withoutEra(simplified(text))
  return find(plain, dateFormat) ?? find(withoutWeekday(plain), dateFormat)
}

/** Full-width digits, dashes, and the blanks that break no line, are those of a keyboard; one blank is enough. */
function simplified(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
      // Excel writes marks of direction into dates, and digits of Arabic.
      .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(/^(?:le|el|il|am|den|dnia|on|op|em) (?=\d)/i, '')
  )
}

/** The year before the first of each era of Japan, by its name and its letter. */
const eras: Record<string, number> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018, m: 1867, t: 1911, s: 1925, h: 1988, r: 2018 } // oxfmt-ignore
const era = /^(明治|大正|昭和|平成|令和|[mtshr]) ?(\d{1,2}|元) ?[年./-] ?(?=\d{1,2} ?[月./-] ?\d{1,2}(?!\d))/i

/** 昭和60年5月1日 and S60.5.1 with the year that they mean. */
function withoutEra(text: string): string {
  const [all = '', name = '', count = ''] = era.exec(text) ?? []
  const before = eras[name.toLowerCase()]
  if (before === undefined) return text
  const rest = text.slice(all.length).replace(/^(\d+) ?[月./-] ?(\d+) ?日?/, '$1-$2')
  return `${before + (count === '元' ? 1 : Number(count))}-${rest}`
}

function withoutWeekday(text: string): string {
  const [all = '', word = ''] = /^([\p{L}-]{2,14})[.,]{0,2} /u.exec(text) ?? []
  return isWeekday(word) ? text.slice(all.length) : text
}

function find(text: string, dateFormat: DateFormat): WrittenDate | null {
  for (const layout of [...common, byFormat[dateFormat]]) {
    const match = layout.pattern.exec(text)
    const month = monthOf(match?.[layout.month] ?? '')
    if (match === null || month === 0) continue
    const year = (match[layout.year] ?? '').replace(/^['’]/, '')
    return {
      year: Number(year),
      isShort: year.length === 2,
      month,
      day: Number(match[layout.day]),
      rest: clockOf(text.slice(match[0].length), match[0].includes('.')),
    }
  }
  return null
}

/** `um 10:30 Uhr`, `10h30` and `10:30 p. m.` as `10:30` and `10:30 pm`; beside a date with dots, `10.30`, too. */
function clockOf(text: string, isDotted: boolean): string {
  // `8.11.1948.` and the Polish `8.11.1948 r.` end with the word for year.
  const rest = text.replace(/^(?: ?[rгр]\.?(?=[ ,]|$)|\.(?=[ ,]|$))/i, '')
  if (rest.length < 2) return rest
  return rest
    .replace(/GMT(?=[+-]\d)/, '')
    .replace(/ \([\p{L} ]+\)$/u, '')
    .replace(/^(,? )(?:um|à|at|o|a las|alle|om) (?=\d)/i, '$1')
    .replace(/^(,? \d{1,2}) ?h ?(\d{2})(?!\d)/i, '$1:$2')
    .replace(isDotted ? /^(,? \d{1,2})\.(\d{2})(?:\.(\d{2}))?(?!\d)/ : /^$/, (_, ...parts) =>
      parts.slice(0, 3).filter(Boolean).join(':'),
    )
    .replace(/ ?([ap])\. ?m\.?$/i, ' $1m')
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : monthByName(text)
}

const yearless: { pattern: RegExp; month: number; day: number }[] = [
  { pattern: /^(\d{1,2}) ?\. ?(\d{1,2}) ?\.?$/, month: 2, day: 1 },
  { pattern: /^--(\d{2})-?(\d{2})$/, month: 1, day: 2 },
  { pattern: /^(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]$/, month: 1, day: 2 },
  { pattern: new RegExp(`^(\\d{1,2})${ordinal}${of}${monthName}$`, 'iu'), month: 2, day: 1 },
  { pattern: new RegExp(`^${monthName}[ /-]?(\\d{1,2})(?:st|nd|rd|th)?$`, 'iu'), month: 1, day: 2 },
]

/** 8.11., 8 listopada, November 8th, and --11-08 of address books. */
export function readWorldMonthDay(text: string): { month: number; day: number } | null {
  const plain = simplified(text)
  for (const { pattern, month, day } of yearless) {
    const match = pattern.exec(plain)
    if (match !== null) return { month: monthOf(match[month] ?? ''), day: Number(match[day]) }
  }
  return null
}

const zeros = /^0{1,4}( ?[-/.] ?)0{1,2}\1(?:0{1,4}|0{1,2}\.)(?:[ T][0:.]+(?: ?am)?z?)?$/i
const zeroOfExcel = /^(?:0?1[-/.]00?|00?[-/.]0?1)[-/.](?:19)?00(?: [0:]+(?: ?am)?)?$/i

/** What programs write for a missing date: 0/0/00 of Outlook, 0000-00-00 of MySQL, 1/0/1900 of a zero in Excel. */
export function isNoDate(text: string): boolean {
  // Nearly every cell ends here: it is asked for each.
  if (text.charCodeAt(0) > 0x31) return false
  const trimmed = text.trim()
  return trimmed.length <= 40 && (zeros.test(trimmed) || zeroOfExcel.test(trimmed))
}

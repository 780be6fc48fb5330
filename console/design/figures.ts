/** Numbers and times as people read them, in the language of the page; the zone is the organization's. */

/** What the server wrote into the page. Tests of words have none. */
const page = typeof document === 'undefined' ? null : document.documentElement

export const language = page?.lang || 'en'

/** Those that the console is built in. */
export const languagesThere = (page?.dataset['languages'] ?? 'en').split(' ')

/**
 * For numbers and times. English has the day before the month; digits are those of the addresses and codes around them, and
 * hours those of the calendar and of the fields for a time.
 */
export const locale = { en: 'en-GB', ar: 'ar-u-hc-h23-nu-latn' }[language] ?? language

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 })
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const rules = new Intl.PluralRules(locale)

/** 1,234,567 */
export function count(value: number): string {
  return whole.format(value)
}

/** A form for each class that the language has: English `one` and `other`, Polish also `few` and `many`. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** 1 row, 1,234 rows: the form for the number, which stands in place of `#`. */
export function plural(value: number, forms: Forms): string {
  return (forms[rules.select(value)] ?? forms.other).replaceAll('#', whole.format(value))
}

/** A sentence with values, such as `{name}`. Of forms the first number decides. */
export type Template = string | Forms

const isRightToLeft = language === 'ar'

export function say(template: Template, values: Readonly<Record<string, string | number>>): string {
  const number = Object.values(values).find((value) => typeof value === 'number') ?? 0
  const text = typeof template === 'string' ? template : plural(number, template)
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
    // A name keeps its own direction, and its brackets their places.
    return value !== undefined && isRightToLeft ? `\u2068${value}\u2069` : (value ?? whole)
  })
}

/** 1.23M, for axes. */
export function countInShort(value: number): string {
  return short.format(value)
}

/** 38 %, 0.4 %, < 0.1 %. Empty for a base of nothing: no rate without its count. */
export function percent(part: number, base: number): string {
  if (base === 0) return ''
  const value = (100 * part) / base
  if (value > 0 && value < 0.05) return `< ${rate(0.001, 1)}`
  const digits = value > 0 && value < 1 ? 1 : 0
  return rate(part / base, digits)
}

function rate(value: number, digits: number): string {
  const shown = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
  return locale === 'en-GB' ? shown.replace('%', ' %') : shown
}

/** 68 MB */
export function size(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  const digits = value < 10 && power > 0 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(value)
    .replace(/ byte$/, ' B')
}

/** 3 May 2026, 09:00 Europe/Berlin */
export function instant(value: string | number | Date, zone: string): string {
  return `${instantWithoutZone(value, zone)} ${zone}`
}

/** 3 May, of a calendar day such as 2026-05-03. */
export function dayName(day: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
    new Date(day),
  )
}

/** Sun, of a calendar day such as 2026-05-03. */
export function weekday(day: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' }).format(new Date(day))
}

/** 3 May 2026, of a calendar day such as 2026-05-03. */
export function dayInFull(day: string): string {
  const parts = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat(locale, parts).format(new Date(day))
}

/** For tables, whose head names the zone. */
export function instantWithoutZone(value: string | number | Date, zone: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(value))
}

/** Between the parts of a list: a, b, c. In Arabic it keeps its side, and that of a quote before it, also between Latin words. */
export const comma = { ar: '\u200F، ', ja: '、' }[language] ?? ', '

export const fullStop = language === 'ja' ? '。' : '.'

const arrow = language === 'ar' ? '←' : '→'

/** before → after, as one reads. */
export function becomes(before: string, after: string): string {
  return `${before} ${arrow} ${after}`.trim()
}

/** 14:02:10, in the zone of the browser: how old what one sees is. */
export function clock(value: Date): string {
  return value.toLocaleTimeString(locale)
}

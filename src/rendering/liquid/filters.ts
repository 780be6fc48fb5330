import { filters, type Context } from 'liquidjs'
import { textOfValue } from './encode.ts'
import { messageOf } from './scope.ts'

type This = { context: Context }

const formatMax = 100

/** `| date: "%d.%m.%Y"`. A day without a time is that day in every zone; others are shown in the zone of the organization. */
export function dateFilter(this: This, value: unknown, format: unknown = '%Y-%m-%d'): unknown {
  const layout = String(format)
  // The engine pads as far as the layout says.
  if (layout.length > formatMax || /\d{3}/.test(layout)) throw new Error('the layout of a date is too long')
  const zone = messageOf(this.context).values.zone
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (value === null || value === undefined || value === '') return ''
  const date: unknown = Reflect.get(filters, 'date')
  return typeof date === 'function' ? Reflect.apply(date, this, [value, layout, isDay ? 'UTC' : zone]) : value
}

/** `| number: 2, "de"`: 1.234,50. */
export function numberFilter(this: This, value: unknown, decimals?: unknown, language?: unknown): unknown {
  const number = typeof value === 'number' ? value : Number(textOfValue(value).trim() || Number.NaN)
  if (!Number.isFinite(number)) return value
  const digits = Math.min(20, Math.max(0, Math.trunc(Number(decimals ?? 0)) || 0))
  const exact = decimals === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return numberFormat(localeOf(language), exact).format(number)
}

/** `{{ n | plural: "book", "books" }}`, or by rule: `plural: language: "pl", one: "plik", few: "pliki", many: "plików"`. */
export function pluralFilter(this: This, value: unknown, ...forms: unknown[]): unknown {
  const count = Array.isArray(value) ? value.length : Number(value ?? 0)
  const named = new Map(forms.filter(Array.isArray).map(([name, form]) => [String(name), form]))
  const listed = forms.filter((form) => !Array.isArray(form))
  if (named.size === 0) return Math.abs(count) === 1 ? listed[0] : (listed[1] ?? listed[0])
  const rule = pluralRules(localeOf(named.get('language'))).select(Number.isFinite(count) ? count : 0)
  return named.get(rule) ?? named.get('other') ?? named.get('many')
}

function localeOf(language: unknown): string {
  const asked = typeof language === 'string' && language.length <= 20 ? language : 'en'
  try {
    return Intl.getCanonicalLocales(asked)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

const formats = new Map<string, Intl.NumberFormat>()

/** Making one takes longer than a message. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.minimumFractionDigits ?? ''}`
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size >= cachedMax) formats.clear()
  const made = new Intl.NumberFormat(locale, options)
  formats.set(key, made)
  return made
}

const cachedMax = 200
const rules = new Map<string, Intl.PluralRules>()

function pluralRules(locale: string): Intl.PluralRules {
  const known = rules.get(locale)
  if (known !== undefined) return known
  if (rules.size >= cachedMax) rules.clear()
  const made = new Intl.PluralRules(locale)
  rules.set(locale, made)
  return made
}

/** Numbers and times as people read them. The console is in English; the zone is the organization's. */

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 3 })
const sizes = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** 1,234,567 */
export function count(value: number): string {
  return whole.format(value)
}

/** 1,234,567 people or more: where counting ended before all of them were found. */
export function orMore(text: string, isExact: boolean): string {
  return isExact ? text : `${text} or more`
}

/** 1 person, 1,234,567 people, 10,000,000 people or more */
export function people(value: number, isExact = true): string {
  return orMore(`${count(value)} ${value === 1 ? 'person' : 'people'}`, isExact)
}

/** 1.23M, for axes. */
export function countInShort(value: number): string {
  return short.format(value)
}

/** 38 %, 0.4 %, < 0.1 %. Empty for a base of nothing: no rate without its count. */
export function percent(part: number, base: number): string {
  if (base === 0) return ''
  const value = (100 * part) / base
  if (value > 0 && value < 0.05) return '< 0.1 %'
  const digits = value > 0 && value < 1 ? 1 : 0
  return `${value.toFixed(digits)} %`
}

/** 68 MB */
export function size(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : whole.format(value)} ${sizes[power] ?? ''}`
}

/** 45 s, 12 min, 3 h 20 min */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** 3 May 2026, 09:00 Europe/Berlin */
export function instant(value: string | number | Date, zone: string): string {
  return `${instantWithoutZone(value, zone)} ${zone}`
}

/** 3 May, of a calendar day such as 2026-05-03. */
export function dayName(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
    new Date(day),
  )
}

/** 3 May 2026, of a calendar day such as 2026-05-03. */
export function dayInFull(day: string): string {
  return `${dayName(day)} ${day.slice(0, 4)}`
}

/** For tables, whose head names the zone. */
export function instantWithoutZone(value: string | number | Date, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(value))
}

/** 14:02:10, in the zone of the browser: how old what one sees is. */
export function clock(value: Date): string {
  return value.toLocaleTimeString('en-GB')
}

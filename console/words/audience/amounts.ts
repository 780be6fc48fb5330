import type { Estimate } from '../../../src/contract/api/figures.ts'
import { rounded } from '../../../src/contract/values/rounded.ts'
import { count, plural } from '../../design/figures.ts'

/** 1,234,567 people or more: where counting ended before all of them were found. */
export function orMore(text: string, isExact: boolean): string {
  return isExact ? text : `${text} or more`
}

/** 1 person, 1,234,567 people, 10,000,000 people or more. With an estimate: About 400,000 people (380,000 to 420,000) */
export function people(value: number, isExact = true, estimate: Estimate | null = null): string {
  if (estimate === null) return orMore(plural(value, { one: '# person', other: '# people' }), isExact)
  const { number, from, to } = rounded(estimate)
  return `About ${plural(number, { one: '# person', other: '# people' })} (${count(from)} to ${count(to)})`
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

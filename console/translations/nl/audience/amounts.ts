import { rounded } from '../../../../src/contract/values/rounded.ts'
import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/amounts.ts'

const orMore: typeof en.orMore = (text, isExact) => (isExact ? text : `${text} of meer`)

const people: typeof en.people = (value, isExact, estimate) => {
  const forms = { one: '# contact', other: '# contacten' }
  if (!estimate) return orMore(plural(value, forms), isExact !== false)
  const { number, from, to } = rounded(estimate)
  return `Ongeveer ${plural(number, forms)} (${count(from)} tot ${count(to)})`
}

const duration: typeof en.duration = (seconds) => {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours} u` : `${hours} u ${rest} min`
}

export { duration, orMore, people }

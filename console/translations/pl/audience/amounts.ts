import { rounded } from '../../../../src/contract/values/rounded.ts'
import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/amounts.ts'

const orMore: typeof en.orMore = (text, isExact) => (isExact ? text : `${text} lub więcej`)

const people: typeof en.people = (value, isExact, estimate) => {
  const forms = { one: '# kontakt', few: '# kontakty', many: '# kontaktów', other: '# kontaktu' }
  if (!estimate) return orMore(plural(value, forms), isExact !== false)
  const { number, from, to } = rounded(estimate)
  return `Około ${plural(number, { one: '# kontaktu', other: '# kontaktów' })} (od ${count(from)} do ${count(to)})`
}

const duration: typeof en.duration = (seconds) => {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours} godz.` : `${hours} godz. ${rest} min`
}

export { duration, orMore, people }

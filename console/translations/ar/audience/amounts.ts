import { rounded } from '../../../../src/contract/values/rounded.ts'
import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/amounts.ts'

const orMore: typeof en.orMore = (text, isExact) => (isExact ? text : `${text} أو أكثر`)

const forms = {
  zero: 'لا جهات اتصال',
  one: 'جهة اتصال واحدة',
  two: 'جهتا اتصال',
  few: '# جهات اتصال',
  many: '# جهة اتصال',
  other: '# جهة اتصال',
}

const people: typeof en.people = (value, isExact, estimate) => {
  if (!estimate) return orMore(plural(value, forms), isExact !== false)
  const { number, from, to } = rounded(estimate)
  return `نحو ${plural(number, forms)} (من ${count(from)} إلى ${count(to)})`
}

const duration: typeof en.duration = (seconds) => {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} ث`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} د`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours} س` : `${hours} س ${rest} د`
}

export { duration, orMore, people }

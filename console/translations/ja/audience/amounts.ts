import { rounded } from '../../../../src/contract/values/rounded.ts'
import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/amounts.ts'

const orMore: typeof en.orMore = (text, isExact) => (isExact ? text : `${text}以上`)

const forms = { other: '#人' }

const people: typeof en.people = (value, isExact, estimate) => {
  if (!estimate) return orMore(plural(value, forms), isExact !== false)
  const { number, from, to } = rounded(estimate)
  return `約${plural(number, forms)}（${count(from)}～${count(to)}）`
}

const duration: typeof en.duration = (seconds) => {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))}秒`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes}分`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours}時間` : `${hours}時間${rest}分`
}

export { duration, orMore, people }

import type { Estimate } from '../api/figures.ts'

/** As precise as it is known: 398,213 between 380,441 and 417,002 becomes 400,000 between 380,000 and 420,000. */
export function rounded({ number, from, to }: Estimate): Estimate {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, to - from))))
  return {
    number: Math.round(number / unit) * unit,
    from: Math.floor(from / unit) * unit,
    to: Math.ceil(to / unit) * unit,
  }
}

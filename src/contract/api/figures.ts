import { z } from 'zod'

/** Of one record: a page can show 500 records, and each of them counts. */
export const exactFigureMax = 100_000

/** The attribute beside a figure that is counted up to `exactFigureMax`. */
export function isExact(figure: string) {
  const bound = exactFigureMax.toLocaleString('en-US')
  return z.boolean().meta({ description: `false: there are more. ${figure} is counted up to ${bound}.` })
}

const estimate = z.object({ number: z.int(), from: z.int(), to: z.int() }).meta({
  id: 'Estimate',
  description:
    'About `number`, by a sample of the list: between `from` and `to`, which is true of 95 such statements in 100.',
})

export const estimateSchema = estimate.nullable()

/** `from` and `to` enclose the truth in 95 of 100 cases. */
export type Estimate = z.output<typeof estimate>

/** As precise as it is known: 398,213 between 380,441 and 417,002 becomes 400,000 between 380,000 and 420,000. */
export function rounded({ number, from, to }: Estimate): Estimate {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, to - from))))
  return {
    number: Math.round(number / unit) * unit,
    from: Math.floor(from / unit) * unit,
    to: Math.ceil(to / unit) * unit,
  }
}

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

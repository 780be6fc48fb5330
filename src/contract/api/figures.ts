import { z } from 'zod'

/** Of one record: a page can show 500 records, and each of them counts. */
export const exactFigureMax = 100_000

/** The attribute beside a figure that is counted up to `exactFigureMax`. */
export function isExact(figure: string) {
  const bound = exactFigureMax.toLocaleString('en-US')
  return z.boolean().meta({ description: `false: there are more. ${figure} is counted up to ${bound}.` })
}

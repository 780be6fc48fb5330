import type { Finding } from '../../contract/imports/inspection.ts'
import { parseDate, type DateFormat } from '../../contract/times/instants.ts'
import { isNoDate } from '../../contract/times/world-layouts.ts'

/** Two digits of a year say nothing about day and month. */
const anyYear = '2099-12-31'

const numericDate = /^\s*(\d{1,2}) ?([-/]) ?(\d{1,2}) ?\2 ?(?:\d{4}|\d{2})(?![\d/-])/
/** The day comes first under either order. */
const dottedDate = /^\s*\d{1,2} ?\. ?\d{1,2} ?\. ?(?:\d{4}|\d{2})(?![\d.])/

/** @param isEuropean whether the file has another sign of Europe, such as semicolons between cells */
export function findDateOrder(
  rows: readonly (readonly string[])[],
  isEuropean: boolean,
): Finding<DateFormat> {
  let dates = 0
  let dotted: string | null = null
  let dayFirst: string | null = null
  let monthFirst: string | null = null
  for (const row of rows) {
    for (const cell of row) {
      const match = isNoDate(cell) ? null : numericDate.exec(cell)
      if (match === null) {
        dotted ??= dottedDate.exec(cell)?.[0].trim() ?? null
        continue
      }
      dates += 1
      if (Number(match[1]) > 12) dayFirst ??= match[0].trim()
      if (Number(match[3]) > 12) monthFirst ??= match[0].trim()
    }
  }
  if (dates === 0 && dotted !== null && parseDate(dotted, 'dmy', anyYear) !== null)
    return {
      value: 'dmy',
      certainty: 'certain',
      reason: `Dates with dots, such as ${dotted}, begin with the day.`,
    }
  if (dates === 0)
    return { value: 'mdy', certainty: 'certain', reason: 'No date depends on the order of day and month.' }
  if (dayFirst !== null && monthFirst !== null) {
    const reason = `Both orders occur: ${dayFirst} and ${monthFirst}. Rows in the other order fail.`
    return { value: 'mdy', certainty: 'guess', reason }
  }
  if (dayFirst !== null)
    return { value: 'dmy', certainty: 'certain', reason: `${dayFirst} begins with the day.` }
  if (monthFirst !== null)
    return { value: 'mdy', certainty: 'certain', reason: `${monthFirst} begins with the month.` }
  if (isEuropean || dotted !== null) {
    const sign = dotted === null ? 'semicolons are' : `${dotted} is`
    return {
      value: 'dmy',
      certainty: 'guess',
      reason: `All dates could be read either way; ${sign} usual where the day comes first.`,
    }
  }
  return {
    value: 'mdy',
    certainty: 'guess',
    reason: 'All dates could be read either way: 01/02/2014 is taken for January 2.',
  }
}

import type { Finding } from '../../contract/imports/inspection.ts'
import type { DateFormat } from '../../contract/times/instants.ts'

const numericDate = /^\s*(\d{1,2})([-/])(\d{1,2})\2\d{4}\b/

/** @param isEuropean whether the file has another sign of Europe, such as semicolons between cells */
export function findDateOrder(
  rows: readonly (readonly string[])[],
  isEuropean: boolean,
): Finding<DateFormat> {
  let dates = 0
  let dayFirst: string | null = null
  let monthFirst: string | null = null
  for (const row of rows) {
    for (const cell of row) {
      const match = numericDate.exec(cell)
      if (match === null) continue
      dates += 1
      if (Number(match[1]) > 12) dayFirst ??= match[0].trim()
      if (Number(match[3]) > 12) monthFirst ??= match[0].trim()
    }
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
  if (isEuropean) {
    return {
      value: 'dmy',
      certainty: 'guess',
      reason: 'All dates could be read either way; semicolons are usual where the day comes first.',
    }
  }
  return {
    value: 'mdy',
    certainty: 'guess',
    reason: 'All dates could be read either way: 01/02/2014 is taken for January 2.',
  }
}

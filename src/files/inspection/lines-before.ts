import type { Finding } from '../../contract/imports/inspection.ts'
import { writtenAddresses } from '../../contract/values/spelling/written-addresses.ts'
import { builtInByTitle } from './titles.ts'

/** Reports have a title and a few notes; more is another table. */
const searchedRows = 50

/** @returns the index of the row that is the header, or the first one if it is a title that stands alone. */
export function findFirstRow(rows: readonly (readonly string[])[]): Finding<number> {
  const isAddress = (cell: string) => writtenAddresses(cell).length > 0
  const found = rows.slice(0, searchedRows).findIndex((row) => row.some(isAddress))
  // Without an address at the top, a column of addresses that are mostly blank is read as well.
  const limit = found < 0 ? Math.min(searchedRows, rows.length) : found
  const first = headerBefore(rows, limit)
  if (first === 0) return { value: 0, certainty: 'certain', reason: 'The first line is a header or a row.' }
  const title = filled(rows[0] ?? [])[0] ?? ''
  const reason = `"${title.slice(0, 40)}" stands above the table, not in it.`
  return { value: first, certainty: 'likely', reason }
}

function headerBefore(rows: readonly (readonly string[])[], limit: number): number {
  const width = usualWidth(rows)
  const wanted = Math.max(2, Math.ceil(width / 2))
  const countOf = (index: number) => filled(rows[index] ?? []).length
  const known = rows.slice(0, limit).findIndex(isKnownHeader)
  if (known === 0) return 0
  // Notes may name the owner of the report.
  const below = known < 0 ? rows.slice(0, searchedRows).findIndex(isKnownHeader) : -1
  if (below > 0 && countOf(below) >= wanted && countOf(below) > countOf(limit)) return below
  if (known > 0 && (countOf(known) > countOf(0) || (width === 1 && countOf(0) === 1))) return known
  if (known > 0 || countOf(0) >= wanted || limit === 0) return 0
  const table = rows.slice(0, limit).findIndex((row) => filled(row).length >= wanted && row.every(isTitle))
  if (table > 0) return table
  // A title above rows without a header.
  return limit < rows.length && limit < searchedRows && width > 2 && countOf(0) === 1 && limit === 1 ? 1 : 0
}

function isKnownHeader(row: readonly string[]): boolean {
  return row.some((cell) => /^\s*e-?mail\s*$/i.test(cell) || builtInByTitle(cell) === 'email')
}

function filled(row: readonly string[]): string[] {
  return row.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

/** No number, no date and no sentence. */
function isTitle(cell: string): boolean {
  return cell.length <= 80 && !/^\s*[\d.,:/+-]+\s*$/.test(cell)
}

/** Of most rows. */
export function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0]
}

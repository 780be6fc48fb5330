import { invalid } from '../../contract/api/errors.ts'
import type { InspectedColumn } from '../../contract/imports/inspection.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { emailProblem, writtenAddresses } from '../../contract/values/spelling/written-addresses.ts'

/**
 * Of a row of nothing but addresses, an import would take the first for a person and the others for values of that person.
 * @throws AppError `validation_failed`, a sentence.
 */
export function refuseSideBySide(header: readonly string[], data: readonly (readonly string[])[]): void {
  const hasTitle = (index: number) => (header[index] ?? '').trim() !== ''
  let isFound = false
  for (const row of data) {
    const found = row.map((cell) => (cell.trim() === '' ? null : writtenAddresses(cell).length))
    if (found.includes(0)) return
    const count = found.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    isFound ||= count > 1 && found.some((one, index) => one !== null && !hasTitle(index))
  }
  if (!isFound) return
  throw invalid(
    'The file has several addresses in one line and nothing else. Write each address on a line of its own; if they belong to one person, give each column a title.',
  )
}

const wholeLine = /^[^,;\t]*@[^,;\t]*[,;\t]|^[^@]*[,;\t][^,;\t]*@/

/** @throws AppError if each line is one cell in quotes that holds all cells: a file that Excel opened as text and saved again. */
export function refuseWholeLines(rows: readonly (readonly string[])[]): void {
  const [header, ...data] = rows
  const isOne = (row: readonly string[]) => row.length === 1 && /[,;\t]/.test(row[0] ?? '')
  if (header === undefined || data.length === 0 || !rows.every(isOne)) return
  if (!data.every(([cell = '']) => wholeLine.test(cell) && !cell.includes('<'))) return
  throw invalid(
    'Each line is one cell in quotes, with all values inside, as Excel writes a file that it did not divide into columns. Take the file from before that step, or divide the column (Data, Text to Columns) and save it again.',
  )
}

/** What has to be corrected in cells of addresses. */
export function addressWarnings(
  columns: readonly InspectedColumn[],
  data: readonly (readonly string[])[],
): string[] {
  const column = columns.find(({ field }) => field === 'email')
  if (column === undefined) return []
  const cells = data.map((row) => row[column.number - 1] ?? '')
  const wrong = cells.filter((cell) => parseEmail(cell) === null && writtenAddresses(cell).length > 0)
  const [example] = wrong
  if (example === undefined) return []
  const place = `Column ${column.number} "${column.header.trim()}"`
  return [
    `${place}: ${wrong.length} rows will fail, such as "${example.trim().slice(0, 100)}", which ${emailProblem(example)}.`,
  ]
}

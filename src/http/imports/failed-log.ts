import { stringify } from 'csv-stringify/sync'

/**
 * The failed log as CSV: the row's own cells, then the error. Cells that a spreadsheet would run as a formula get a
 * leading apostrophe, unless `isRaw` asks for exactly what the file had.
 */
export async function* failedLogPieces(
  pieces: AsyncIterable<string>,
  isRaw: boolean,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    // Written by the import engine: rows of cells, the last the error.
    const rows = JSON.parse(piece) as string[][]
    yield stringify(isRaw ? rows : rows.map((row) => row.map(guarded)), format)
  }
}

// Of line ends the writer encloses its own alone; a bare CR ends a row for spreadsheets, and `x\r=1` would run.
const format = { record_delimiter: '\n', quoted_match: /[\r\n]/ }

const runs = /^[=+\-@\t\r]/
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** A cell that no spreadsheet runs. Plain numbers, signs included, are left as they are. */
export function guarded(cell: string): string {
  return runs.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell
}

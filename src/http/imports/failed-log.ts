import { stringify } from 'csv-stringify/sync'
import { guarded } from '../../contract/values/spelling/formulas.ts'

/**
 * Cells that a spreadsheet would run as a formula get a leading apostrophe, unless `isRaw` asks for the exact content.
 */
export async function* failedLogPieces(
  pieces: AsyncIterable<string>,
  isRaw: boolean,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    // The import engine writes rows of cells; the last cell is the error.
    const rows = JSON.parse(piece) as string[][]
    yield stringify(isRaw ? rows : rows.map((row) => row.map(guarded)), format)
  }
}

// The writer only quotes its own line ending, but spreadsheets also end a row at a bare CR and would run `x\r=1`.
const format = { record_delimiter: '\n', quoted_match: /[\r\n]/ }

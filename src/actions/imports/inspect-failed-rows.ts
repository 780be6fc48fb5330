import type { Sql } from '../../database/driver/connection.ts'
import { quotedLines } from '../../files/csv/quoted.ts'
import type { GivenFormat } from '../../files/inspection/format.ts'
import type { FileToInspect } from '../../files/inspection/inspect.ts'
import { headBytesMax, type ReadFile } from '../../files/inspection/local-file.ts'
import { importLogPieces } from '../../store/imports/logs.ts'
import { requireFailedRows } from './failed-rows.ts'

type Read = Pick<FileToInspect, 'filename' | 'known'> & {
  read: ReadFile
  usual: GivenFormat
  fixed: GivenFormat
}

/**
 * The beginning of the file that the failed rows of an import will be, with the meanings that its columns had there.
 * @throws AppError `validation_failed` if the import no longer has failed rows, or is not one of the organization.
 */
export async function readFailedRows(sql: Sql, organizationId: number, importId: number): Promise<Read> {
  const original = await requireFailedRows(sql, organizationId, importId)
  const { header, column_mapping: mapping, file_format: format } = original
  const pieces = header === null ? [] : [quotedLines([header])]
  let length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  for await (const content of importLogPieces(sql, organizationId, importId, 'failed')) {
    const rows = JSON.parse(content) as string[][]
    const piece = quotedLines(rows.map((cells) => cells.slice(0, -1)))
    pieces.push(piece)
    length += piece.length
    if (length > headBytesMax) break
  }
  return {
    read: {
      head: { bytes: Buffer.concat(pieces).subarray(0, headBytesMax), isWhole: length <= headBytesMax },
      pass: null,
      isWorkbook: false,
    },
    filename: `import-${importId}-failed.csv`,
    usual: { dateFormat: format.date_format === 'dmy' ? 'dmy' : 'mdy' },
    fixed: {
      characterSet: 'UTF-8',
      separator: ',',
      enclosure: '"',
      hasHeaders: header !== null,
      skipLines: 0,
    },
    known: { importId, mapping, rules: format.status_columns ?? [] },
  }
}

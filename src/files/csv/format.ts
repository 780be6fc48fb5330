import { isDeepStrictEqual } from 'node:util'
import { fieldSeparators } from '../../contract/imports/input.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import type { Plan } from '../../contract/imports/plan.ts'
import type { CsvFormat } from './records.ts'

/** The identity of a text that was a workbook: its format is known, whatever the import says. */
export const workbook = { workbook: true } as const

export function isWorkbook({ file_identity }: { file_identity: unknown }): boolean {
  return isDeepStrictEqual(file_identity, workbook)
}

const formatOfWorkbook: CsvFormat = { separator: ',', enclosure: '"', characterSet: 'UTF-8' }

export type FileFormat = CsvFormat & { hasHeaders: boolean; skipLines: number }

type Source = { file_identity: unknown; plan: unknown } & Pick<ImportRecord, 'file_format'>

/** Of the file of an import, as it is split and read. */
export function formatOf(source: Source): FileFormat {
  const format = source.file_format
  // The plan has what the file itself names.
  const plan = source.plan as Partial<Plan> | null
  const rows = { hasHeaders: format.csv_has_headers, skipLines: format.skip_lines ?? 0 }
  if (isWorkbook(source)) return { ...formatOfWorkbook, ...rows }
  const isOneByte = /^(iso-8859-1|windows-1252)$/i.test(format.character_set)
  return {
    separator: plan?.separator ?? fieldSeparators.find((one) => one === format.csv_field_separator) ?? ',',
    enclosure: format.csv_field_enclosure === "'" ? "'" : '"',
    // All others were written into the spool in UTF-8.
    characterSet: isOneByte ? 'windows-1252' : 'UTF-8',
    ...rows,
  }
}

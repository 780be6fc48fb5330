import { invalid } from '../../contract/api/errors.ts'
import type { ImportInput } from '../../contract/imports/input.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findFailedRows, type FailedRows } from '../../store/imports/logs.ts'

/** The file is written by the server: only what its cells mean can be chosen. */
export type FileSettings = {
  column_mapping: string[]
  file_format: Omit<ImportInput['file_format'], 'date_format'> & { date_format: 'mdy' | 'dmy' }
}

/** For the failed rows of an import, what is not given is taken from that import. */
export async function fileSettings(
  sql: Sql,
  organizationId: number,
  { file_source: source, file_format: format, column_mapping: mapping }: ImportInput,
): Promise<FileSettings> {
  if (source.type !== 'failed_rows') {
    return {
      column_mapping: mapping ?? [],
      file_format: { ...format, date_format: format.date_format ?? 'mdy' },
    }
  }
  const original = await requireFailedRows(sql, organizationId, source.import_id)
  // Rules about columns belong to the mapping that numbers them.
  const rules = mapping === undefined ? original.file_format.status_columns : undefined
  const status_columns = format.status_columns ?? rules
  return {
    column_mapping: mapping ?? original.column_mapping,
    file_format: {
      csv_has_headers: original.header !== null,
      skip_lines: undefined,
      character_set: 'utf-8',
      csv_field_separator: ',',
      csv_field_enclosure: '"',
      date_format: format.date_format ?? (original.file_format.date_format === 'dmy' ? 'dmy' : 'mdy'),
      decimal_separator: format.decimal_separator ?? original.file_format.decimal_separator,
      strip_currency_signs: format.strip_currency_signs ?? original.file_format.strip_currency_signs,
      status_columns,
      guard_formulas: format.guard_formulas ?? original.file_format.guard_formulas,
    },
  }
}

/** @throws AppError `validation_failed` if there are none, or none any more. */
export async function requireFailedRows(
  sql: Sql,
  organizationId: number,
  importId: number,
): Promise<FailedRows> {
  const found = await findFailedRows(sql, organizationId, importId)
  if (found === null) {
    throw invalid('file_source.import_id must be the id of a subscriber import of the organization')
  }
  if (!found.isEnded) {
    throw invalid(`subscriber import ${importId} is ${found.state}: wait until it has ended, or cancel it`)
  }
  if (found.isPurged) {
    throw invalid(`the failed rows of subscriber import ${importId} are gone: they are kept for 7 days`)
  }
  if (found.count === 0) throw invalid(`subscriber import ${importId} has no failed rows`)
  return found
}

import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'

/** All cells in quotes, so that spaces and line ends stay as they are. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('')
}

/** Those of the import, for a file that the console writes. */
export function rulesOf(of: ImportRecord) {
  const { file_format: format } = of
  return {
    column_mapping: of.column_mapping,
    overwrite: of.overwrite,
    overwrite_what: of.overwrite_what,
    overwrite_when_status: of.overwrite_when_status,
    subscriber_defaults: of.subscriber_defaults,
    default_custom_fields: of.default_custom_fields,
    autoresponders: { subscription: of.autoresponders.subscription },
    on_bad_value: of.on_bad_value,
    file_format: {
      csv_has_headers: false,
      date_format: format.date_format,
      decimal_separator: format.decimal_separator,
      strip_currency_signs: format.strip_currency_signs,
      status_columns: format.status_columns,
    },
  }
}

/** All failed rows again. @param column from 1: without this one; null: without each cell that does not fit. */
export function without(of: ImportRecord, column: number | null) {
  const { csv_has_headers: _, ...format } = rulesOf(of).file_format
  return {
    file_source: { type: 'failed_rows', import_id: of.id },
    file_format: format,
    ...(column === null
      ? { on_bad_value: 'leave_empty' }
      : { column_mapping: of.column_mapping.with(column - 1, '') }),
  }
}

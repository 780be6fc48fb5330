import { AppError, invalid } from '../../contract/api/errors.ts'
import type { ImportInput } from '../../contract/imports/input.ts'
import { jsonFileName } from '../../contract/imports/states.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { NewImport } from '../../store/imports/rows.ts'
import { findUpload, type StoredUpload } from '../../store/imports/uploads.ts'

/** @throws AppError `validation_failed` if the organization has no such upload, or not all of it has arrived. */
export async function findCompleteUpload(
  sql: Sql,
  organizationId: number,
  id: number,
): Promise<StoredUpload> {
  const upload = await findUpload(sql, organizationId, id).catch(missing)
  if (upload.offset_bytes === upload.size_bytes) return upload
  throw invalid(
    `file_source.id is an upload of which ${upload.offset_bytes} of ${upload.size_bytes} bytes have arrived: finish it first`,
  )
}

/** An upload that the body names is a value; one that the path names is a record. */
export function missing(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw invalid('file_source.id must be the id of an upload of the organization; it may have expired')
}

type SourceColumns = Pick<
  NewImport,
  'source_type' | 'source_filename' | 'source_url' | 'source_import_id' | 'upload_id' | 'data_directory'
>

/** @throws AppError as `findCompleteUpload`. */
export async function sourceColumns(
  sql: Sql,
  organizationId: number,
  source: ImportInput['file_source'],
): Promise<SourceColumns> {
  const none = { source_filename: null, source_url: null, upload_id: null, data_directory: null }
  switch (source.type) {
    case 'upload': {
      const { id, filename, data_directory } = await findCompleteUpload(sql, organizationId, source.id)
      return { ...none, source_type: source.type, source_filename: filename, upload_id: id, data_directory }
    }
    case 'upload_directory':
      return { ...none, source_type: source.type, source_filename: source.filename }
    case 'url':
      return { ...none, source_type: source.type, source_url: source.url }
    case 'failed_rows': {
      const source_filename = `import-${source.import_id}-failed.csv`
      return { ...none, source_type: source.type, source_filename, source_import_id: source.import_id }
    }
    default:
      return { ...none, source_type: source.type, source_filename: jsonFileName }
  }
}

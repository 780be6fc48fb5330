import type { UploadRecord } from '../../contract/imports/uploads.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { UploadRow } from '../../store/imports/uploads.ts'

export function presentUpload(row: UploadRow, zone: string): UploadRecord {
  return {
    id: row.id,
    filename: row.filename,
    size_bytes: row.size_bytes,
    offset: row.offset_bytes,
    complete: row.offset_bytes === row.size_bytes,
    created_at: formatInstant(row.created_at.getTime(), zone),
    expires_at: row.expires_at === null ? null : formatInstant(row.expires_at.getTime(), zone),
  }
}

import { AppError, contentTooLarge, invalid } from '../../contract/api/errors.ts'
import { uploadsMax } from '../../contract/imports/uploads.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import type { Spool } from '../../files/storage.ts'
import {
  findUpload,
  insertUpload,
  lockAndSumUploads,
  lockUpload,
  removeUpload as deleteRow,
  type StoredUpload,
} from '../../store/imports/uploads.ts'
import type { Caller } from '../../store/callers.ts'
import { requireRoom } from './upload-room.ts'
import type { UploadWriters } from './upload-writers.ts'

export type UploadParts = {
  spool: Spool
  writers: UploadWriters
  /** Per organization, of all its uploads together. */
  bytesMax: number
}

export type AnnouncedUpload = { filename: string; sizeBytes: number }

/** The file is created before the row: a file without a row is removed later. @throws AppError. */
export async function createUpload(
  sql: Scoped,
  caller: Caller,
  { spool, bytesMax }: UploadParts,
  { filename, sizeBytes }: AnnouncedUpload,
): Promise<StoredUpload> {
  const { organization_id: organizationId, api_key_id, user_id } = caller
  if (sizeBytes > bytesMax) throw tooLarge(bytesMax)
  await requireRoom(spool, sizeBytes)
  const name = await spool.create(organizationId)
  try {
    return await sql.begin(async (sql) => {
      await keepLimits(sql, organizationId, { sizeBytes, bytesMax })
      const id = await insertUpload(sql, organizationId, {
        filename,
        size_bytes: sizeBytes,
        spool_name: name,
        data_directory: spool.place,
        api_key_id,
        user_id,
      })
      return findUpload(sql, organizationId, id)
    })
  } catch (error) {
    await spool.remove(organizationId, name)
    throw error
  }
}

async function keepLimits(
  sql: Transaction,
  organizationId: number,
  { sizeBytes, bytesMax }: { sizeBytes: number; bytesMax: number },
): Promise<void> {
  const { count, bytes } = await lockAndSumUploads(sql, organizationId)
  if (count >= uploadsMax) {
    throw invalid(
      `an organization can have at most ${uploadsMax} uploads: delete one that is not needed any more`,
    )
  }
  if (bytes + sizeBytes > bytesMax) {
    throw contentTooLarge(
      `the uploads of an organization can have at most ${bytesMax} bytes together, and ${bytes} are in use: delete one that is not needed any more`,
    )
  }
}

function tooLarge(bytesMax: number) {
  return contentTooLarge(
    `an upload can have at most ${bytesMax} bytes: pack the file with gzip, or import it by upload_directory`,
  )
}

/** @throws AppError `not_found`; `validation_failed` while an import uses it. */
export async function removeUpload(
  sql: Scoped,
  { organization_id: organizationId }: Caller,
  { spool, writers }: UploadParts,
  id: number,
): Promise<void> {
  await findUpload(sql, organizationId, id)
  await writers.interrupt({ organizationId, id })
  const { spool_name: spoolName } = await sql.begin(async (sql) => {
    await lockUpload(sql, organizationId, id)
    const upload = await findUpload(sql, organizationId, id)
    if (upload.expires_at === null) {
      throw invalid('an import that has not ended uses the upload: cancel the import, or wait for its end')
    }
    await deleteRow(sql, organizationId, id)
    return upload
  })
  // On another machine of the installation, its upkeep removes the file.
  await spool.remove(organizationId, spoolName)
}

/** The uploads of other places can be seen, but not continued here. @throws AppError 409. */
export function requireReach({ place }: Spool, upload: StoredUpload): void {
  if (upload.data_directory === null || place === null) return
  if (upload.data_directory === place) return
  throw new AppError(
    'invalid_request',
    'another machine of this installation holds the upload: send all requests of an upload to the same machine',
    { status: 409 },
  )
}

import { AppError, contentTooLarge } from '../../contract/api/errors.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { LeaseLost } from '../../database/lease.ts'
import { isDiskFull } from '../../database/retry.ts'
import type { FileToContinue } from '../../files/storage.ts'
import type { Caller } from '../../store/callers.ts'
import {
  claimUpload,
  findUpload,
  moveOffset,
  type StoredUpload,
  type UploadClaim,
} from '../../store/imports/uploads.ts'
import { requireReach, type UploadParts } from './upload-changes.ts'
import { diskFull, requireRoom } from './upload-room.ts'
import { interrupted } from './upload-writers.ts'

/** A server that is killed loses at most this many bytes of an upload, or this time. */
const syncBytes = 8 * 1_048_576
const syncMs = 2_000

export type UploadWriter = {
  /** Aborts when another request continues the upload. */
  signal: AbortSignal
  /** @throws AppError for a byte too many, a full disk, or if another request has taken over. */
  write: (chunk: Buffer) => Promise<void>
  /** Stores what was written, also after an error of `write`. */
  end: () => Promise<void>
}

type Where = { id: number; offsetBytes: number }

/**
 * Opens an upload to continue it at its offset. The offset of the row counts only bytes that are synced, so a client
 * can rely on it whatever dies.
 * @throws AppError `not_found`; 409 for another offset.
 */
export async function continueUpload(
  sql: Scoped,
  caller: Caller,
  parts: UploadParts,
  { id, offsetBytes }: Where,
): Promise<UploadWriter> {
  const { organization_id: organizationId } = caller
  requireReach(parts.spool, await findUpload(sql, organizationId, id))
  const { signal, leave } = await parts.writers.enter({ organizationId, id })
  try {
    const claim = await claimUpload(sql, organizationId, id, offsetBytes)
    const upload = await findUpload(sql, organizationId, id)
    if (claim === null) throw otherOffset(upload, offsetBytes)
    await requireRoom(parts.spool, 0)
    const file = await openFile(parts, claim, upload).catch(explained)
    return createWriter({ sql, parts, claim, upload, file, signal, leave })
  } catch (error) {
    leave()
    throw error
  }
}

async function openFile({ spool }: UploadParts, claim: UploadClaim, upload: StoredUpload) {
  const at = { offsetBytes: upload.offset_bytes, fence: claim.epoch }
  return spool.openToWrite(claim.organization_id, upload.spool_name, at).catch((cause: unknown) => {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause
    throw new AppError(
      'invalid_request',
      'the file of the upload is no longer on the server: delete the upload, and begin a new one',
      { status: 410, cause },
    )
  })
}

type Open = {
  sql: Scoped
  parts: UploadParts
  claim: UploadClaim
  upload: StoredUpload
  file: FileToContinue
  signal: AbortSignal
  leave: () => void
}

function createWriter({ sql, parts, claim, upload, file, signal, leave }: Open): UploadWriter {
  let writtenBytes = upload.offset_bytes
  let syncedBytes = writtenBytes
  let syncedMs = performance.now()
  // The last bytes of a lost connection may still be being written.
  let writing: Promise<void> = Promise.resolve()

  const sync = async () => {
    if (writtenBytes === syncedBytes) return
    const bytes = writtenBytes
    await file.sync()
    await moveOffset(sql, claim, bytes)
    syncedBytes = bytes
    syncedMs = performance.now()
  }
  const write = async (chunk: Buffer) => {
    if (writtenBytes + chunk.length > upload.size_bytes) throw tooLong(upload)
    await file.write(chunk, writtenBytes)
    writtenBytes += chunk.length
    if (writtenBytes - syncedBytes < syncBytes && performance.now() - syncedMs < syncMs) return
    await sync()
    await requireRoom(parts.spool, 0)
  }
  return {
    signal,
    write: (chunk) => {
      writing = write(chunk).catch(explained)
      return writing
    },
    end: async () => {
      try {
        await writing.catch(() => {})
        await sync().catch(explained)
      } finally {
        await file.close()
        leave()
      }
    },
  }
}

function explained(error: unknown): never {
  if (isDiskFull(error)) throw diskFull(error)
  throw error instanceof LeaseLost ? interrupted() : error
}

function otherOffset({ offset_bytes: offset }: StoredUpload, given: number): AppError {
  return new AppError(
    'invalid_request',
    `the upload continues at byte ${offset}, not ${given}; read the current offset with a HEAD request`,
    { status: 409, headers: { 'upload-offset': String(offset) } },
  )
}

function tooLong({ size_bytes: sizeBytes }: StoredUpload): AppError {
  return contentTooLarge(`the upload was announced with ${sizeBytes} bytes, and more arrived`)
}

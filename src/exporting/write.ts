import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { allColumns, resolveColumns, type ExportColumn } from '../contract/exports/columns.ts'
import type { Scoped } from '../database/driver/connection.ts'
import type { SpoolDraft } from '../files/storage.ts'
import type { ExportRequest } from '../store/exports/request.ts'
import { copySubscribers } from '../store/exports/subscribers.ts'
import type { JobClaim } from '../store/jobs/lease.ts'
import { findExportedList } from '../store/lists/rules.ts'
import { filePieces } from './lines.ts'

export type Run = {
  /** Counts records while they are written. */
  progress: { done?: number }
  signal: AbortSignal
}

type Written = { records: number; sha256: string; columns: ExportColumn[] }

/** Level 6 takes twice the time for a file that is a twentieth smaller. */
const gzipLevel = 4

/**
 * Streams the subscribers, as one snapshot shows them, to the draft.
 * @throws AppError, a sentence for the user, if the list or a column is gone; the reason of `signal`.
 */
export async function writeExport(
  database: Scoped,
  claim: JobClaim & ExportRequest,
  draft: SpoolDraft,
  { progress, signal }: Run,
): Promise<Written> {
  const { organization_id: organizationId, mailing_list_id: listId, file_format: format } = claim
  const hash = createHash('sha256')
  const toDraft = async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) {
      hash.update(piece)
      await draft.write(piece)
    }
  }
  // If the answer is no longer read, the server must end the statement.
  const failure = new AbortController()
  const columns = await database.beginUntil(
    AbortSignal.any([signal, failure.signal]),
    async (sql) => {
      const list = await findExportedList(sql, organizationId, listId)
      const columns = claim.columns === null ? allColumns(list) : resolveColumns(list, claim.columns)
      const selection = { ...claim, organizationId, listId, timeZone: claim.time_zone }
      const records = await copySubscribers(sql, selection, columns, format)
      const pieces = (source: AsyncIterable<Buffer>) => filePieces(source, columns, format, progress)
      const written = format.gzip
        ? pipeline(records, pieces, createGzip({ level: gzipLevel }), toDraft)
        : pipeline(records, pieces, toDraft)
      await written.catch((error: unknown) => {
        failure.abort(error)
        throw error
      })
      return columns
    },
    'isolation level repeatable read, read only',
  )
  return { records: progress.done ?? 0, sha256: hash.digest('hex'), columns }
}

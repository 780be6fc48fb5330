import type { ClaimedImport } from '../../store/imports/claims.ts'
import { findFailedRows, importLogPieces } from '../../store/imports/logs.ts'
import { quotedLines } from '../../files/csv/quoted.ts'
import type { ImportEnvironment } from '../environment.ts'
import { ImportFault } from '../fault.ts'

/**
 * Writes the failed rows of another import to the spool: their cells as they were, in UTF-8, with the header that its
 * file had. A piece is the rows of one range.
 * @throws ImportFault if the rows were purged meanwhile.
 */
export async function writeFailedRows(
  { database, sources: { spool } }: ImportEnvironment,
  claim: ClaimedImport,
  signal: AbortSignal,
): Promise<string> {
  const { organization_id: organizationId } = claim
  const sourceId = claim.source_import_id ?? 0
  const sql = database.within(organizationId)
  const draft = await spool.draft(organizationId)
  let isKept = false
  try {
    const source = await findFailedRows(sql, organizationId, sourceId)
    // An erasure may have taken the header since the import was created.
    const header = source?.header ?? claim.column_mapping
    if (claim.file_format.csv_has_headers) await draft.write(quotedLines([header]))
    for await (const piece of importLogPieces(sql, organizationId, sourceId, 'failed')) {
      signal.throwIfAborted()
      const rows = JSON.parse(piece) as string[][]
      await draft.write(quotedLines(rows.map((cells) => cells.slice(0, -1))))
    }
    // Afterwards: a purge in between would have left out rows.
    const after = await findFailedRows(sql, organizationId, sourceId)
    if (after === null || after.isPurged) {
      throw new ImportFault(
        `The failed rows of subscriber import ${sourceId} were purged before they could be read.`,
      )
    }
    const { name } = await draft.keep()
    isKept = true
    return name
  } finally {
    if (!isKept) await draft.discard()
  }
}

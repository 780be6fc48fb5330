import type { FileHandle } from 'node:fs/promises'
import type { ClaimedImport } from '../store/imports/claims.ts'
import { readSepLine, sepLineBytesMax } from '../files/csv/sep-line.ts'
import type { CsvFormat } from '../files/csv/records.ts'
import { readPieces } from '../files/unpacking/pieces.ts'
import { fromUtf16 } from '../files/unpacking/utf-16.ts'
import type { ImportEnvironment } from './environment.ts'
import type { OpenedSource } from './source.ts'

type Source = Extract<OpenedSource, { ok: true }>

/** `spoolName`: the file that was written; null if the source is read as it is. */
export type ReadableSource = Source & { spoolName: string | null }

/**
 * Ranges of a file are read by their bytes, so a file in UTF-16 is written into the spool in UTF-8. Closes the source if
 * it opens another. A crash leaves a file that no import names, which the upkeep sweeps.
 */
export async function unpackSource(
  { sources: { spool } }: ImportEnvironment,
  claim: ClaimedImport,
  source: Source,
  signal: AbortSignal,
): Promise<ReadableSource> {
  // What a dry run left in the spool is unpacked.
  const isUnpacked = claim.dry_run_id !== null && claim.spool_name !== null
  const isUtf16 = claim.file_format.character_set.toUpperCase() === 'UTF-16'
  if (isUnpacked || !isUtf16) return { ...source, spoolName: null }
  const draft = await spool.draft(claim.organization_id)
  let isKept = false
  try {
    for await (const piece of fromUtf16(readPieces(source))) {
      signal.throwIfAborted()
      await draft.write(piece)
    }
    const { name, sizeBytes } = await draft.keep()
    isKept = true
    const handle = await spool.open(claim.organization_id, name)
    return { ok: true, handle, sizeBytes, identity: null, spoolName: name }
  } finally {
    if (!isKept) await draft.discard()
    await source.handle.close()
  }
}

/** What a first line such as `sep=;` names, unless the import names another separator than the default, a comma. */
export async function readSeparator(
  handle: FileHandle,
  separator: CsvFormat['separator'],
): Promise<CsvFormat['separator']> {
  if (separator !== ',') return separator
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sepLineBytesMax), 0, sepLineBytesMax, 0)
  return readSepLine(buffer.subarray(0, bytesRead))?.separator ?? separator
}

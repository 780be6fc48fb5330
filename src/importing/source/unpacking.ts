import { isReadAsItIs } from '../../contract/imports/character-sets.ts'
import type { FileHandle } from 'node:fs/promises'
import type { ClaimedImport } from '../../store/imports/claims.ts'
import { readSepLine, sepLineBytesMax } from '../../files/csv/sep-line.ts'
import type { CsvFormat } from '../../files/csv/records.ts'
import type { Spool } from '../../files/storage.ts'
import { UnpackFault } from '../../files/unpacking/limits.ts'
import { openUnpacked } from '../../files/unpacking/open.ts'
import { readPieces } from '../../files/unpacking/pieces.ts'
import { toUtf8 } from '../../files/unpacking/code-pages.ts'
import type { ImportEnvironment } from '../environment.ts'
import { ImportFault } from '../fault.ts'
import { isWorkbook, workbook } from '../../files/csv/format.ts'
import type { OpenedSource } from './open.ts'

type Source = Extract<OpenedSource, { ok: true }>

/** `spoolName`: the file that was written; null if the source is read as it is. */
export type ReadableSource = Source & { spoolName: string | null }

/**
 * Ranges of a file are read by their bytes, so a packed file, a workbook and a file in most character sets are written
 * into the spool as a text in UTF-8 or windows-1252. Closes the source if it opens another. A crash leaves a file
 * that no import names, which the upkeep sweeps.
 * @throws ImportFault if the file cannot be unpacked.
 */
export async function unpackSource(
  { sources: { spool }, scratchDir }: ImportEnvironment,
  claim: ClaimedImport,
  source: Source,
  signal: AbortSignal,
): Promise<ReadableSource> {
  // What a dry run left in the spool is unpacked.
  const isUnpacked = claim.dry_run_id !== null && claim.spool_name !== null
  if (isUnpacked)
    return { ...source, identity: isWorkbook(claim) ? workbook : source.identity, spoolName: null }
  let staysOpen = false
  try {
    const pieces = await openPieces(claim, source, scratchDir)
    if (pieces === null) {
      staysOpen = true
      return { ...source, spoolName: null }
    }
    const file = await writeDraft(spool, claim, pieces.text, signal)
    const handle = await spool.openOnDisk(claim.organization_id, file.name, scratchDir)
    return { ok: true, handle, sizeBytes: file.sizeBytes, identity: pieces.identity, spoolName: file.name }
  } catch (error) {
    throw error instanceof UnpackFault ? new ImportFault(error.message) : error
  } finally {
    if (!staysOpen) await source.handle.close()
  }
}

type Pieces = { text: AsyncIterable<Buffer>; identity: typeof workbook | null }

/** @returns null if the file can be read as it is. */
async function openPieces(claim: ClaimedImport, source: Source, scratchDir: string): Promise<Pieces | null> {
  // A JSON import has a text, whatever its first bytes are.
  const { from, bytes } =
    claim.source_type === 'json'
      ? { from: 'plain', bytes: readPieces(source) }
      : await openUnpacked(source, { scratchDir })
  if (from === 'xlsx') return { text: bytes, identity: workbook }
  const characters = claim.file_format.character_set
  if (!isReadAsItIs(characters)) return { text: toUtf8(bytes, characters), identity: null }
  return from === 'plain' ? null : { text: bytes, identity: null }
}

async function writeDraft(
  spool: Spool,
  claim: ClaimedImport,
  pieces: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<{ name: string; sizeBytes: number }> {
  const draft = await spool.draft(claim.organization_id)
  let isKept = false
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted()
      await draft.write(piece)
    }
    const file = await draft.keep()
    isKept = true
    return file
  } finally {
    if (!isKept) await draft.discard()
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

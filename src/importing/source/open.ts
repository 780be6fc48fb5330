import type { FileHandle } from 'node:fs/promises'
import type { ClaimedImport } from '../../store/imports/claims.ts'
import type { OpenFile, Spool } from '../../files/storage.ts'
import type { workbook } from '../../files/csv/format.ts'
import { download } from '../../outbound/download/fetch.ts'
import { ImportFault } from '../fault.ts'
import { identityOf, isSameFile, openUpload, type FileIdentity } from '../../files/upload-directory.ts'

export type Sources = {
  spool: Spool
  uploadDir: string
  /** `host:port` that may be fetched even at a private address. */
  allow: string[]
  allowLoopback: boolean
}

export type FileToApply = Pick<OpenFile, 'read' | 'close' | 'stat'>

type Identity = FileIdentity | typeof workbook | null

export type OpenedSource<Handle = FileHandle> =
  | { ok: true; handle: Handle; sizeBytes: number; identity: Identity }
  | { ok: false; message: string }

/** To apply ranges. */
export function openSource(sources: Sources, claim: ClaimedImport): Promise<OpenedSource<FileToApply>> {
  return openBy(sources, claim, (name) => sources.spool.open(claim.organization_id, name))
}

/** To split, which reads all of the file, and parts of it again. */
export function openWholeSource(
  sources: Sources,
  claim: ClaimedImport,
  scratchDir: string,
): Promise<OpenedSource> {
  return openBy(sources, claim, (name) => sources.spool.openOnDisk(claim.organization_id, name, scratchDir))
}

async function openBy<Handle extends FileToApply>(
  { uploadDir }: Sources,
  claim: ClaimedImport,
  openSpooled: (name: string) => Promise<Handle>,
): Promise<OpenedSource<Handle | FileHandle>> {
  if (claim.source_type === 'upload_directory' && claim.spool_name === null) {
    return openUpload(uploadDir, claim.organization_id, claim.source_filename ?? '')
  }
  try {
    const name = claim.spool_name ?? claim.upload_file
    if (name === null) return goneSource
    const handle = await openSpooled(name)
    return { ok: true, handle, sizeBytes: (await handle.stat()).size, identity: null }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return goneSource
  }
}

const goneSource = {
  ok: false,
  message: 'The data of this import is no longer on the server; create the import again.',
} as const

/** @throws ImportFault if the file changed since it was split. Spooled files never change and have no identity. */
export function checkUnchanged(claim: ClaimedImport, now: Identity): void {
  if (now === null || isSameFile(claim.file_identity, now)) return
  throw new ImportFault(
    `The file ${claim.source_filename ?? ''} was changed while it was being imported. Rows up to the change were applied; import the new file again.`,
  )
}

/** @throws ImportFault if the import was made from a dry run of another file of this name. */
export function checkAsTried(claim: ClaimedImport, now: Identity): void {
  if (claim.dry_run_id === null || claim.file_identity === null || isSameFile(claim.file_identity, now))
    return
  throw new ImportFault(
    `The file ${claim.source_filename ?? ''} was changed after its dry run. Nothing was imported; start a new dry run.`,
  )
}

export async function checkStillUnchanged(claim: ClaimedImport, handle: FileToApply): Promise<void> {
  if (claim.source_type === 'upload_directory' && claim.spool_name === null)
    checkUnchanged(claim, identityOf(await handle.stat()))
}

export type Fetched = { ok: true; spoolName: string } | { ok: false; retry: boolean; message: string }

export async function fetchSource(
  sources: Sources,
  claim: ClaimedImport,
  signal: AbortSignal,
): Promise<Fetched> {
  const draft = await sources.spool.draft(claim.organization_id)
  let isKept = false
  try {
    const { allow, allowLoopback } = sources
    const result = await download(claim.source_url ?? '', {
      allow,
      allowLoopback,
      organizationId: claim.organization_id,
      signal,
      write: draft.write,
    })
    if (!result.ok) return result
    const file = await draft.keep()
    isKept = true
    return { ok: true, spoolName: file.name }
  } finally {
    if (!isKept) await draft.discard()
  }
}

import type { OpenFile, Spool } from '../../files/storage.ts'
import { readHead } from '../../files/unpacking/pieces.ts'

/** A zip file is read by its directory, in many small pieces, for which it must be on the disk. */
export async function openToUnpack(
  { spool, scratchDir }: { spool: Spool; scratchDir: string },
  organizationId: number,
  name: string,
): Promise<OpenFile> {
  const file = await spool.open(organizationId, name)
  const head = await readHead({ handle: file, sizeBytes: (await file.stat()).size }, 2)
  if (head.toString('latin1') !== 'PK') return file
  await file.close()
  return spool.openOnDisk(organizationId, name, scratchDir)
}

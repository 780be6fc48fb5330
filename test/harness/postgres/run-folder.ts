import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Where the runs of this checkout keep their servers. */
export const folderOnDisk = path.join(checkout, '.vitest-data')

/** Where Linux keeps files in memory. Containers often have 64 MB there. */
const memory = '/dev/shm'
const freeBytesMin = 6e9

/**
 * Where they keep them, and their temporary files, if there is room in memory; else null. On a disk, the thousand files of
 * each copied database and each `initdb` cost a tenth of the processor time of a run.
 */
export async function folderInMemory(): Promise<string | null> {
  const freeBytes = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  if (freeBytes < freeBytesMin) return null
  // A short name, because the path of a socket has at most 107 characters.
  return path.join(memory, `quiver-${createHash('sha256').update(checkout).digest('hex').slice(0, 8)}`)
}

import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Where Linux keeps files in memory. Containers often have 64 MB there. */
const memory = '/dev/shm'
const freeBytesMin = 6e9

/**
 * Where the runs of this checkout keep their servers and temporary files: by day in memory if there is room. On a disk, the
 * thousand files of each copied database and each `initdb` cost a tenth of the processor time of a run.
 */
export async function folderOfRuns(isNight: boolean): Promise<string> {
  const onDisk = path.join(checkout, '.vitest-data')
  // At night tests write gigabytes.
  if (isNight || (await freeBytes(memory)) < freeBytesMin) return onDisk
  // A short name, because the path of a socket has at most 107 characters.
  return path.join(memory, `quiver-${createHash('sha256').update(checkout).digest('hex').slice(0, 8)}`)
}

async function freeBytes(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
}

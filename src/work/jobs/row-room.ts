import { statfs } from 'node:fs/promises'

/**
 * Rows fill the disk of the database, where everybody's writes need it. Its directories that this process can see: DATA_DIR of the
 * embedded one; of one's own if it runs on this machine (src/database/pooling/disks.ts). None: not known.
 */
export type RowDisks = readonly string[]

/** What people wait for, as a campaign, goes on for longer than what rewrites whole lists. */
export const spareBytesOf = { bulk: 256 * 1_048_576, messages: 64 * 1_048_576 }

export class NoRoom extends Error {}

/** @throws NoRoom if less than that is free. A directory that cannot be read any more is not known. */
export async function requireRowRoom(disks: RowDisks, floorBytes: number = spareBytesOf.bulk): Promise<void> {
  if (!(await hasRowRoom(disks, floorBytes)))
    throw new NoRoom(`less than ${floorBytes} bytes are free for rows`)
}

export async function hasRowRoom(disks: RowDisks, floorBytes: number = spareBytesOf.bulk): Promise<boolean> {
  const free = await Promise.all(disks.map((path) => freeBytesOf(path)))
  return free.every((bytes) => bytes >= floorBytes)
}

async function freeBytesOf(path: string): Promise<number> {
  return statfs(path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
}

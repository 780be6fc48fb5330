import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createObjectClient } from '../../files/stored/client.ts'
import type { Storage } from '../../files/open-spool.ts'
import type { Mark } from '../../store/server/database-line.ts'

/** In DATA_DIR: the latest mark of the database that its processes have seen, or that a backup was unpacked there. */
const fileName = 'database_mark'

const restored = 'restored'

const markSchema = z.object({ place: z.string(), line: z.uuid(), number: z.int(), token: z.uuid() })

function parse(text: string): Mark | null {
  try {
    return markSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export async function readMark(dataDir: string): Promise<Mark | typeof restored | null> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => '')
  return text.trim() === restored ? restored : parse(text)
}

export function writeMark(dataDir: string, mark: Mark): Promise<void> {
  return write(dataDir, JSON.stringify(mark))
}

/** The database there lacks what its original did since the backup. */
export function noteRestore(dataDir: string): Promise<void> {
  return write(dataDir, restored)
}

export function forgetMark(dataDir: string): Promise<void> {
  return rm(join(dataDir, fileName), { force: true })
}

async function write(dataDir: string, text: string): Promise<void> {
  const path = join(dataDir, fileName)
  const fresh = `${path}.${randomUUID()}`
  try {
    await writeFile(fresh, `${text}\n`, { mode: 0o600, flush: true })
    await rename(fresh, path)
  } finally {
    await rm(fresh, { force: true })
  }
}

/** All objects have this size, because a reader must know it. */
const objectBytes = 512

/** In an S3 storage, too, because processes there often have no DATA_DIR that lasts. One object for each database. */
export function marksInStorage(storage: Storage) {
  if (typeof storage === 'string') return null
  const patience = { connectMs: 5_000, idleMs: 5_000, requestMs: 10_000, attemptsMax: 2 }
  const client = createObjectClient(storage, patience)
  const keyOf = (place: string) => `database_mark/${place.replace('/', '-')}`
  return {
    read: async (place: string): Promise<Mark | null> =>
      parse((await client.get(keyOf(place), objectBytes))?.toString() ?? ''),
    write: (mark: Mark) =>
      client.put(keyOf(mark.place), Buffer.from(JSON.stringify(mark).padEnd(objectBytes))),
  }
}

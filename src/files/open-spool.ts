import type { SharedScopes } from '../database/driver/connection.ts'
import { createSpool } from './spool.ts'
import type { Spool } from './storage.ts'
import { createChunkSpool } from './stored/chunk-spool.ts'
import { createObjectClient } from './stored/client.ts'
import { chunksInDatabase, databasePlace } from './stored/in-database.ts'
import { chunksInObjects } from './stored/in-objects.ts'
import { placeOfObjects, type ObjectStorage } from './stored/object-storage.ts'

/** `STORAGE_URL`. */
export type Storage = 'disk' | 'database' | ObjectStorage

/** Plain values, because they are passed to threads. */
export type StorageSettings = {
  spoolDir: string
  /** Default: the disk. */
  storage?: Storage
  /** Id of the DATA_DIR; absent: unknown. */
  dataDirectory?: string
}

export function openSpool(
  { spoolDir, storage = 'disk', dataDirectory }: StorageSettings,
  database: SharedScopes,
): Spool {
  const id = dataDirectory ?? null
  if (storage === 'disk') return createSpool(spoolDir, id)
  const chunks =
    storage === 'database'
      ? chunksInDatabase
      : chunksInObjects(createObjectClient(storage), placeOfObjects(storage))
  return createChunkSpool(chunks, database, { root: spoolDir, dataDirectory: id })
}

/** Of the files of processes with this storage. */
export function placeOfFiles(storage: Storage, dataDirectory: string): string {
  if (storage === 'disk') return dataDirectory
  return storage === 'database' ? databasePlace : placeOfObjects(storage)
}

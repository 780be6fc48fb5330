import type { SharedScopes } from '../database/driver/connection.ts'
import { createSpool } from './spool.ts'
import type { Spool } from './storage.ts'
import { createDatabaseSpool, databasePlace } from './database-spool.ts'

/** `STORAGE_URL`. */
export type StorageKind = 'disk' | 'database'

/** Plain values, because they are passed to threads. */
export type StorageSettings = {
  spoolDir: string
  /** Default: the disk. */
  storage?: StorageKind
  /** Id of the DATA_DIR; absent: unknown. */
  dataDirectory?: string
}

export function openSpool(
  { spoolDir, storage = 'disk', dataDirectory }: StorageSettings,
  database: SharedScopes,
): Spool {
  const id = dataDirectory ?? null
  return storage === 'disk'
    ? createSpool(spoolDir, id)
    : createDatabaseSpool(database, { root: spoolDir, dataDirectory: id })
}

/** Of the files of processes with this storage. */
export function placeOfFiles(storage: StorageKind, dataDirectory: string): string {
  return storage === 'disk' ? dataDirectory : databasePlace
}

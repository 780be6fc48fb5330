import { randomBytes } from 'node:crypto'
import type { Scoped, SharedScopes } from '../../database/driver/connection.ts'
import { LeaseLost } from '../../database/lease.ts'
import {
  deleteChunks,
  fenceFile,
  findFileSize,
  findOld,
  findRemoved,
  insertFile,
  keepFile,
  markRemoved,
  type SpoolKey,
} from '../../store/server/spool/rows.ts'
import { createSpool } from '../spool.ts'
import {
  gone,
  SpoolLimitExceeded,
  type FindUnknown,
  type OpenFile,
  type Spool,
  type SpoolDraft,
} from '../storage.ts'
import { copyToDisk, gatherChunks, openFileOf } from './chunks.ts'

export type Chunk = { atByte: number; fence: number; bytes: Buffer }

/** `close` gives its memory back. */
export type Reader = Pick<OpenFile, 'read'> & { close?: () => void }

/** Where the bytes of chunks are. Which chunks a file has is always in the database, which decides who may write. */
export type ChunkStore = {
  place: string
  /** Of a chunk, at most. */
  chunkBytes: number
  /** @returns false if the file was removed, or another one continues it. */
  insert: (sql: Scoped, place: SpoolKey, chunk: Chunk) => Promise<boolean>
  /** Reads whole parts of a file: fewer bytes than wanted only at `size`. */
  reader: (sql: Scoped, place: SpoolKey, size: number) => Reader
  measure: (everywhere: Scoped) => Promise<number>
  /** Deletes bytes that no chunk needs any more; absent: they go with their chunks. */
  collect?: (database: SharedScopes, stop?: AbortSignal) => Promise<void>
}

/**
 * Every process with this database, and access to the chunks, can read the files. Nothing holds a connection for longer than
 * a statement takes. What a crash leaves behind is swept, as on the disk.
 * @param directory of this process: of files that only it uses.
 */
export function createChunkSpool(
  store: ChunkStore,
  database: SharedScopes,
  directory: { root: string; dataDirectory: string | null },
): Spool {
  const sqlOf = ({ organizationId }: SpoolKey) => database.within(organizationId)
  const local = createSpool(directory.root)
  const openPlace = async (place: SpoolKey) => {
    const size = await findFileSize(sqlOf(place), place, store.place)
    if (size === null) throw gone(place.name)
    return openFileOf(store.reader(sqlOf(place), place, size), size)
  }
  const insert = async (organizationId: number, isKept: boolean) => {
    const place = { organizationId, name: randomBytes(16).toString('hex') }
    await insertFile(sqlOf(place), place, { isKept, storage: store.place })
    return place
  }
  return {
    place: store.place,
    dataDirectory: directory.dataDirectory,
    draft: async (organizationId, { limitBytes = Infinity } = {}) => {
      const place = await insert(organizationId, false)
      return draftOf(store, sqlOf(place), place, limitBytes)
    },
    create: async (organizationId) => (await insert(organizationId, true)).name,
    openToWrite: async (organizationId, name, { offsetBytes, fence }) => {
      const place = { organizationId, name }
      const found = await fenceFile(sqlOf(place), place, { offsetBytes, fence, storage: store.place })
      if (found === 'gone') throw gone(name)
      if (found === 'fenced off') throw new LeaseLost(`file ${name}`)
      const { chunkBytes } = store
      const chunks = gatherChunks({
        fromByte: offsetBytes,
        chunkBytes,
        insert: async (atByte, bytes) => {
          if (!(await store.insert(sqlOf(place), place, { atByte, fence, bytes })))
            throw new LeaseLost(`file ${name}`)
        },
      })
      return { write: (chunk) => chunks.write(chunk), sync: chunks.flush, close: async () => {} }
    },
    open: (organizationId, name) => openPlace({ organizationId, name }),
    openOnDisk: async (organizationId, name, scratchDir) => {
      const file = await openPlace({ organizationId, name })
      return copyToDisk(file, scratchDir).finally(() => file.close())
    },
    remove: async (organizationId, name) => {
      const place = { organizationId, name }
      await markRemoved(sqlOf(place), place)
      // The upkeep deletes the rest of large files.
      await deleteChunks(sqlOf(place), place)
    },
    freeBytes: local.freeBytes,
    roomBytes: async () => Infinity,
    disk: async () => ({ ...(await local.disk()), spoolBytes: await store.measure(database.everywhere()) }),
    sweep: (findUnknown, olderThanMs, stop) =>
      sweep(database, store.place, { findUnknown, olderThanMs, stop }),
    collect: async (stop) => store.collect?.(database, stop),
  }
}

function draftOf(store: ChunkStore, sql: Scoped, place: SpoolKey, limitBytes: number): SpoolDraft {
  let sizeBytes = 0
  const chunks = gatherChunks({
    fromByte: 0,
    chunkBytes: store.chunkBytes,
    insert: async (atByte, bytes) => {
      if (!(await store.insert(sql, place, { atByte, fence: 0, bytes }))) throw gone(place.name)
    },
  })
  return {
    name: place.name,
    async write(chunk) {
      if (sizeBytes + chunk.length > limitBytes) throw new SpoolLimitExceeded(limitBytes)
      sizeBytes += chunk.length
      await chunks.write(chunk)
    },
    async keep() {
      await chunks.flush()
      if (!(await keepFile(sql, place))) throw gone(place.name)
      return { name: place.name, sizeBytes }
    },
    async discard() {
      await markRemoved(sql, place)
      await deleteChunks(sql, place)
    },
  }
}

const batchFiles = 500

type Sweep = { findUnknown: FindUnknown; olderThanMs: number; stop: AbortSignal | undefined }

async function sweep(
  database: SharedScopes,
  storage: string,
  { findUnknown, olderThanMs, stop }: Sweep,
): Promise<number> {
  const everywhere = database.everywhere()
  const isStopped = () => stop?.aborted === true
  const limit = batchFiles
  let removed = 0
  for (
    let after: SpoolKey | undefined = { organizationId: 0, name: '' };
    after !== undefined && !isStopped();
  ) {
    const old = await findOld(everywhere, after, { storage, olderThanMs, limit })
    const kept = old.filter(({ isKept }) => isKept)
    const drafts = old.filter(({ isKept }) => !isKept)
    for (const place of [...drafts, ...(kept.length === 0 ? [] : await findUnknown(kept))]) {
      await markRemoved(database.within(place.organizationId), place)
      removed += 1
    }
    after = old.length < limit ? undefined : old.at(-1)
  }
  while (!isStopped()) {
    const places = await findRemoved(everywhere, { storage, limit })
    for (const place of places) {
      const sql = database.within(place.organizationId)
      while (!isStopped() && !(await deleteChunks(sql, place)));
    }
    if (places.length < limit) break
  }
  return removed
}

import { randomBytes, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Scoped, SharedScopes } from '../database/driver/connection.ts'
import { LeaseLost } from '../database/lease.ts'
import { createSpool } from './spool.ts'
import { gone, SpoolLimitExceeded } from './storage.ts'
import type { FindUnknown, OpenFile, Spool, SpoolDraft } from './storage.ts'
import {
  chunkBytes,
  deleteChunks,
  fenceFile,
  findFileSize,
  findOld,
  findParts,
  findRemoved,
  insertChunk,
  insertFile,
  keepFile,
  markRemoved,
  measureStored,
} from '../store/server/spool/rows.ts'
import type { Place } from '../store/server/spool/rows.ts'

export const databasePlace = 'database'

/**
 * The bytes are rows, so that every process with this database can read them. Nothing holds a connection for longer than
 * a chunk takes. What a crash leaves behind is swept, as on the disk.
 * @param directory of this process: of files that only it uses.
 */
export function createDatabaseSpool(
  database: SharedScopes,
  directory: { root: string; dataDirectory: string | null },
): Spool {
  const sqlOf = ({ organizationId }: Place) => database.within(organizationId)
  const local = createSpool(directory.root)
  const openPlace = async (place: Place) => {
    const size = await findFileSize(sqlOf(place), place)
    if (size === null) throw gone(place.name)
    return readerOf(sqlOf(place), place, size)
  }
  return {
    place: databasePlace,
    dataDirectory: directory.dataDirectory,
    draft: async (organizationId, { limitBytes = Infinity } = {}) => {
      const place = { organizationId, name: newName() }
      await insertFile(sqlOf(place), place, false)
      return draftOf(sqlOf(place), place, limitBytes)
    },
    create: async (organizationId) => {
      const place = { organizationId, name: newName() }
      await insertFile(sqlOf(place), place, true)
      return place.name
    },
    openToWrite: async (organizationId, name, { offsetBytes, fence }) => {
      const place = { organizationId, name }
      const found = await fenceFile(sqlOf(place), place, { offsetBytes, fence })
      if (found === 'gone') throw gone(name)
      if (found === 'fenced off') throw new LeaseLost(`file ${name}`)
      const chunks = createChunks(offsetBytes, async (atByte, bytes) => {
        if (!(await insertChunk(sqlOf(place), place, { atByte, fence, bytes })))
          throw new LeaseLost(`file ${name}`)
      })
      return { write: (chunk) => chunks.write(chunk), sync: chunks.flush, close: async () => {} }
    },
    open: (organizationId, name) => openPlace({ organizationId, name }),
    openOnDisk: async (organizationId, name, scratchDir) =>
      copyToDisk(await openPlace({ organizationId, name }), scratchDir),
    remove: async (organizationId, name) => {
      const place = { organizationId, name }
      await markRemoved(sqlOf(place), place)
      // The upkeep deletes the rest of large files.
      await deleteChunks(sqlOf(place), place)
    },
    freeBytes: local.freeBytes,
    roomBytes: async () => Infinity,
    disk: async () => ({ ...(await local.disk()), spoolBytes: await measureStored(database.everywhere()) }),
    sweep: (findUnknown, olderThanMs, stop) => sweep(database, { findUnknown, olderThanMs, stop }),
  }
}

function newName(): string {
  return randomBytes(16).toString('hex')
}

function draftOf(sql: Scoped, place: Place, limitBytes: number): SpoolDraft {
  let sizeBytes = 0
  const chunks = createChunks(0, async (atByte, bytes) => {
    if (!(await insertChunk(sql, place, { atByte, fence: 0, bytes }))) throw gone(place.name)
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

/** Gathers pieces into chunks. The pieces are copied: who writes them may use their memory again. */
function createChunks(fromByte: number, insert: (atByte: number, bytes: Buffer) => Promise<void>) {
  let atByte = fromByte
  let pieces: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes === 0) return
    const chunk = Buffer.concat(pieces)
    await insert(atByte, chunk)
    atByte += chunk.length
    pieces = []
    bytes = 0
  }
  return {
    flush,
    async write(piece: Buffer) {
      for (let from = 0; from < piece.length;) {
        const part = piece.subarray(from, from + chunkBytes - bytes)
        pieces.push(Buffer.from(part))
        bytes += part.length
        from += part.length
        if (bytes === chunkBytes) await flush()
      }
    },
  }
}

function readerOf(sql: Scoped, place: Place, size: number): OpenFile {
  const read: OpenFile['read'] = async (buffer, offset, length, position) => {
    const to = Math.min(position + length, size)
    let end = position
    for (const { at_byte: at, bytes } of position < to
      ? await findParts(sql, place, { from: position, to })
      : []) {
      if (at !== end) break
      bytes.copy(buffer, offset + at - position)
      end += bytes.length
    }
    if (end < to) throw gone(place.name)
    return { bytesRead: Math.max(0, to - position), buffer }
  }
  return {
    read,
    // A file that can be opened never changes.
    stat: async () => ({ size, mtimeMs: 0 }),
    createReadStream: ({ start = 0, end = size - 1 } = {}) =>
      Readable.from(piecesOf(read, { from: start, to: end + 1, pieceBytes: streamBytes })),
    close: async () => {},
  }
}

/** Two of them are in memory for each download, however slow its client is. */
const streamBytes = 131_072

type Pieces = { from: number; to: number; pieceBytes: number }

async function* piecesOf(read: OpenFile['read'], { from, to, pieceBytes }: Pieces): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const length = Math.min(pieceBytes - (at % pieceBytes), to - at)
    const { buffer } = await read(Buffer.allocUnsafe(length), 0, length, at)
    at += length
    yield buffer
  }
}

/** Without a name from the beginning, so that a crash leaves nothing behind. */
async function copyToDisk(file: OpenFile, scratchDir: string): Promise<FileHandle> {
  await mkdir(scratchDir, { recursive: true, mode: 0o700 })
  const path = join(scratchDir, `${randomUUID()}.copy`)
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    await rm(path)
    const { size } = await file.stat()
    const pieces = piecesOf(file.read, { from: 0, to: size, pieceBytes: chunkBytes })
    for await (const piece of pieces) await handle.appendFile(piece)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

const batchFiles = 500

type Sweep = { findUnknown: FindUnknown; olderThanMs: number; stop: AbortSignal | undefined }

async function sweep(database: SharedScopes, { findUnknown, olderThanMs, stop }: Sweep): Promise<number> {
  const everywhere = database.everywhere()
  const isStopped = () => stop?.aborted === true
  let removed = 0
  for (let after: Place | undefined = { organizationId: 0, name: '' }; after !== undefined && !isStopped();) {
    const old = await findOld(everywhere, after, { olderThanMs, limit: batchFiles })
    const kept = old.filter(({ isKept }) => isKept)
    const drafts = old.filter(({ isKept }) => !isKept)
    for (const place of [...drafts, ...(kept.length === 0 ? [] : await findUnknown(kept))]) {
      await markRemoved(database.within(place.organizationId), place)
      removed += 1
    }
    after = old.length < batchFiles ? undefined : old.at(-1)
  }
  while (!isStopped()) {
    const places = await findRemoved(everywhere, batchFiles)
    for (const place of places) {
      const sql = database.within(place.organizationId)
      while (!isStopped() && !(await deleteChunks(sql, place)));
    }
    if (places.length < batchFiles) break
  }
  return removed
}

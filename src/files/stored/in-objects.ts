import { createHash, randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import type { SharedScopes } from '../../database/driver/connection.ts'
import {
  announceObject,
  findObjectChunks,
  findUnneeded,
  forgetObject,
  insertObjectChunk,
  measureObjects,
} from '../../store/server/spool/objects.ts'
import type { ObjectChunk } from '../../store/server/spool/objects.ts'
import type { Place } from '../../store/server/spool/rows.ts'
import { DamagedFile } from '../storage.ts'
import type { OpenFile } from '../storage.ts'
import type { ChunkStore } from './chunk-spool.ts'
import type { ObjectClient } from './client.ts'

/**
 * A writer holds one in memory and a reader two, so that a hundred slow clients take 400 MB at most. Costs of requests, and
 * their latency, ask for more.
 */
const chunkBytes = 2 * 1_048_576

/** Chunks are objects of a storage that speaks S3. The database knows each object before the storage does. */
export function chunksInObjects(client: ObjectClient, place: string): ChunkStore {
  return {
    place,
    chunkBytes,
    insert: async (sql, file, { bytes, ...chunk }) => {
      const object = randomBytes(16).toString('hex')
      await announceObject(sql, file.organizationId, { object, storage: place })
      await client.put(keyOf(file.organizationId, object), bytes)
      return insertObjectChunk(sql, file, {
        ...chunk,
        object,
        sizeBytes: bytes.length,
        sha256: sha256(bytes),
      })
    },
    reader: (sql, file, size) =>
      createReader(size, {
        find: (position) => findObjectChunks(sql, file, { from: position - chunkBytes, limit: windowChunks }),
        get: (chunk) => getChunk(client, file, chunk),
        missing: (position) => damaged(file, `no chunk has byte ${position}`),
      }),
    measure: measureObjects,
    collect: (database, stop) => collect(client, place, database, stop),
  }
}

const windowChunks = 64
/** A truncated answer is asked for again. */
const readsMax = 3

async function getChunk(client: ObjectClient, file: Place, chunk: ObjectChunk): Promise<Buffer> {
  const key = keyOf(file.organizationId, chunk.object)
  for (let reads = 1; ; reads += 1) {
    const bytes = await client.get(key, chunk.sizeBytes)
    if (bytes === null) throw damaged(file, `the object ${key} is missing`)
    if (sha256(bytes).equals(chunk.sha256)) return bytes
    if (reads === readsMax) throw damaged(file, `the object ${key} has other bytes than were stored`)
  }
}

function damaged({ name }: Place, reason: string): DamagedFile {
  return new DamagedFile(
    `A part of the stored file ${name} is missing or damaged (${reason}). Upload or create the file again.`,
  )
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function keyOf(organizationId: number, object: string): string {
  return `${organizationId}/${object}`
}

type Source = {
  /** Chunks in order, of which the first may end before `position`. */
  find: (position: number) => Promise<ObjectChunk[]>
  get: (chunk: ObjectChunk) => Promise<Buffer>
  missing: (position: number) => Error
}

/** Whole chunks are read and held, because a file is read in many small parts, and only whole ones can be verified. */
function createReader(size: number, { find, get, missing }: Source): OpenFile['read'] {
  let known: ObjectChunk[] = []
  let held: { atByte: number; bytes: Promise<Buffer> }[] = []
  let lastEnd = -1
  const findChunk = async (position: number) => {
    const has = ({ atByte, sizeBytes }: ObjectChunk) => atByte <= position && position < atByte + sizeBytes
    if (!known.some(has)) known = await find(position)
    const index = known.findIndex(has)
    const chunk = known[index]
    if (chunk === undefined) throw missing(position)
    return { chunk, next: known[index + 1] }
  }
  const fetch = (chunk: ObjectChunk): Promise<Buffer> => {
    const there = held.find(({ atByte }) => atByte === chunk.atByte)
    if (there !== undefined) return there.bytes
    const bytes = get(chunk)
    const added = { atByte: chunk.atByte, bytes }
    held = [...held.slice(-1), added]
    // One that fails is asked for again; nobody may be waiting for it yet.
    bytes.catch(() => (held = held.filter((one) => one !== added)))
    return bytes
  }
  return async (buffer, offset, length, position) => {
    const to = Math.min(position + length, size)
    const isInOrder = position === lastEnd
    lastEnd = to
    for (let at = position; at < to;) {
      const { chunk, next } = await findChunk(at)
      const bytes = fetch(chunk)
      if (isInOrder && next !== undefined) void fetch(next)
      const found = await bytes
      at += found.copy(buffer, offset + at - position, at - chunk.atByte, to - chunk.atByte)
    }
    return { bytesRead: Math.max(0, to - position), buffer }
  }
}

const batchObjects = 500
const deletionsAtOnce = 8

async function collect(
  client: ObjectClient,
  storage: string,
  database: SharedScopes,
  stop?: AbortSignal,
): Promise<void> {
  const limit = pLimit(deletionsAtOnce)
  while (stop?.aborted !== true) {
    const objects = await findUnneeded(database.everywhere(), { storage, limit: batchObjects })
    await limit.map(objects, async ({ organizationId, object }) => {
      if (stop?.aborted === true) return
      await client.remove(keyOf(organizationId, object))
      await forgetObject(database.within(organizationId), organizationId, object)
    })
    if (objects.length < batchObjects) return
  }
}

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
  type ObjectChunk,
} from '../../store/server/spool/objects.ts'
import type { SpoolKey } from '../../store/server/spool/rows.ts'
import { DamagedFile, type OpenFile } from '../storage.ts'
import type { ChunkStore, Reader } from './chunk-spool.ts'
import type { ObjectClient } from './client.ts'
import { createHeldChunks, type HeldChunk, type HeldChunks } from './held-chunks.ts'

/** A writer holds one in memory. Costs of requests, and their latency, ask for more. */
const chunkBytes = 2 * 1_048_576

/** Chunks are objects of an S3-compatible storage. The database records each object before it is stored. */
export function chunksInObjects(
  client: ObjectClient,
  place: string,
  memory = createHeldChunks({ chunksMax: heldMax, idleMs: 5_000 }),
): ChunkStore {
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
        memory,
      }),
    measure: measureObjects,
    collect: (database, stop) => collect(client, place, database, stop),
  }
}

/** 64 MB in each thread, for one slow client or a thousand. */
const heldMax = 32
const windowChunks = 64
/** A truncated answer is requested again. */
const readsMax = 3

async function getChunk(client: ObjectClient, file: SpoolKey, chunk: ObjectChunk): Promise<Buffer> {
  const key = keyOf(file.organizationId, chunk.object)
  for (let reads = 1; ; reads += 1) {
    const bytes = await client.get(key, chunk.sizeBytes)
    if (bytes === null) throw damaged(file, `the object ${key} is missing`)
    if (sha256(bytes).equals(chunk.sha256)) return bytes
    if (reads === readsMax) throw damaged(file, `the object ${key} has other bytes than were stored`)
  }
}

function damaged({ name }: SpoolKey, reason: string): DamagedFile {
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
  memory: HeldChunks
}

/** Whole chunks are read and held, because a file is read in many small parts, and only whole ones can be verified. */
function createReader(size: number, { find, get, missing, memory }: Source): Reader {
  let known: ObjectChunk[] = []
  let held: HeldChunk[] = []
  let lastEnd = -1
  let isClosed = false
  const findChunk = async (position: number) => {
    const has = ({ atByte, sizeBytes }: ObjectChunk) => atByte <= position && position < atByte + sizeBytes
    if (!known.some(has)) known = await find(position)
    const index = known.findIndex(has)
    const chunk = known[index]
    if (chunk === undefined) throw missing(position)
    return { chunk, next: known[index + 1] }
  }
  const close = () => {
    isClosed = true
    release(held)
  }
  const release = (given: readonly HeldChunk[]) => {
    held = held.filter((one) => !given.includes(one))
    for (const one of given) memory.release(one)
  }
  const fetch = async (chunk: ObjectChunk): Promise<Buffer> => {
    const there = held.find(({ atByte }) => atByte === chunk.atByte)
    if (there?.bytes != null) {
      memory.touch(there)
      return there.bytes
    }
    // Before it waits for a place, so that it does not wait for itself.
    release(held)
    let bytes: Promise<Buffer> | undefined
    const place = await memory.hold(chunk.atByte, () => (bytes = get(chunk)))
    held.push(place)
    if (isClosed) close()
    return bytes ?? fetch(chunk)
  }
  const fetchAhead = (chunk: ObjectChunk, current: ObjectChunk) => {
    if (isClosed || held.some(({ atByte, bytes }) => atByte === chunk.atByte && bytes !== null)) return
    release(held.filter(({ atByte }) => atByte !== current.atByte))
    const place = memory.holdAhead(chunk.atByte, () => get(chunk))
    if (place !== null) held.push(place)
  }
  const read: OpenFile['read'] = async (buffer, offset, length, position) => {
    const to = Math.min(position + length, size)
    const isInOrder = position === lastEnd
    lastEnd = to
    for (let at = position; at < to;) {
      const { chunk, next } = await findChunk(at)
      const found = await fetch(chunk)
      if (isInOrder && next !== undefined) fetchAhead(next, chunk)
      at += found.copy(buffer, offset + at - position, at - chunk.atByte, to - chunk.atByte)
    }
    return { bytesRead: Math.max(0, to - position), buffer }
  }
  return { read, close }
}

const batchObjects = 500
const deletionsAtOnce = 8

/** Ends at the first deletion that fails: a storage that does not answer must not hold up the other duties. */
async function collect(
  client: ObjectClient,
  storage: string,
  database: SharedScopes,
  stop?: AbortSignal,
): Promise<void> {
  const limit = pLimit(deletionsAtOnce)
  const failed = new AbortController()
  const end = AbortSignal.any([failed.signal, ...(stop === undefined ? [] : [stop])])
  while (!end.aborted) {
    const objects = await findUnneeded(database.everywhere(), { storage, limit: batchObjects })
    const deletions = limit.map(objects, async ({ organizationId, object }) => {
      if (end.aborted) return
      await client.remove(keyOf(organizationId, object), end)
      await forgetObject(database.within(organizationId), organizationId, object)
    })
    await deletions.catch((error: unknown) => {
      failed.abort()
      if (stop?.aborted !== true) throw error
    })
    if (objects.length < batchObjects) return
  }
}

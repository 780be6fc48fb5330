import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { anObjectStorage, refuse, type Fault } from '../../../test/harness/files/object-storage.ts'
import { aWorkFolder } from '../../../test/harness/importing/stories.ts'
import { spoolFile } from '../../../test/harness/records/spooled.ts'
import { insertOrganization } from '../../store/conditions/system-organization.ts'
import { createChunkSpool } from './chunk-spool.ts'
import { checkObjectStorage, createObjectClient } from './client.ts'
import { createHeldChunks } from './held-chunks.ts'
import { chunksInObjects } from './in-objects.ts'
import { placeOfObjects } from './object-storage.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const hour = 3_600_000
const everything = async () => []
const patience = { connectMs: 20_000, idleMs: 20_000, requestMs: 60_000, attemptsMax: 2 }

async function aSpool() {
  const { sql } = await aDatabase()
  const storage = await anObjectStorage()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const root = join(await aWorkFolder(), 'spool')
  const chunks = chunksInObjects(
    createObjectClient(storage.settings, patience),
    placeOfObjects(storage.settings),
  )
  const spool = createChunkSpool(chunks, sql, { root, dataDirectory: 'here' })
  /** As if so much time had gone by. */
  const age = (time: string) => sql`update stored_objects set delete_at = delete_at - ${time}::interval`
  const known = async () => {
    const [row] = await sql<[{ count: number }]>`select count(*) as count from stored_objects`
    return row.count
  }
  return { sql, storage, spool, id: organizationId, age, known }
}

test('answers that break off, SlowDown, and a connection that ends are asked again', async () => {
  const { storage, spool, id } = await aSpool()
  const whole = randomBytes(3_000_000)
  let faults = 0
  const once = (fault: Fault) => {
    let isFirst = true
    storage.answer((request, response) => {
      if (!isFirst) return false
      isFirst = false
      faults += 1
      return fault(request, response)
    })
  }
  const slowDown: Fault = (_request, response) => refuse(response, 503, 'SlowDown')
  const hangUp: Fault = ({ socket }) => (socket.destroy(), true)
  once(slowDown)
  const { name } = await spoolFile(spool, id, whole)
  for (const fault of [() => 'cut' as const, slowDown, hangUp]) {
    once(fault)
    expect((await buffer((await spool.open(id, name)).createReadStream())).equals(whole)).toBe(true)
  }
  expect(faults).toBe(4)
})

test('a storage that stays away is an error that says so, and costs no byte that was stored before', async () => {
  const { storage, spool, id } = await aSpool()
  const name = await spool.create(id)
  const first = await spool.openToWrite(id, name, { offsetBytes: 0, fence: 1 })
  await first.write(Buffer.from('one,'), 0)
  await first.sync()
  await first.write(Buffer.from('lost'), 4)
  storage.answer((_request, response) => refuse(response, 503, 'SlowDown'))
  await expect(first.sync()).rejects.toMatchObject({
    code: 'STORAGE_AWAY',
    message: expect.stringContaining('s3://files/quiver/test at http://127.0.0.1'),
  })
  storage.recover()
  const second = await spool.openToWrite(id, name, { offsetBytes: 4, fence: 2 })
  await second.write(Buffer.from('two'), 4)
  await second.sync()
  expect(await text((await spool.open(id, name)).createReadStream())).toBe('one,two')
})

test('a storage that takes no time limit is left after ours', async () => {
  const storage = await anObjectStorage()
  storage.answer(() => true)
  const client = createObjectClient(storage.settings, { ...patience, idleMs: 50, requestMs: 300 })
  await expect(client.put('1/x', Buffer.from('x'))).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  storage.answer((_request, response) => {
    response.writeHead(200, { 'content-length': '9' }).write('half')
    return true
  })
  await expect(client.get('1/x', 9)).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
})

test.each([
  ['changed bytes', 'replace', 'has other bytes'],
  ['missing bytes', 'cut', 'does not have its'],
  ['lost objects', 'lose', 'is missing'],
] as const)('%s are an error, never a file that looks whole', async (_name, fault, sentence) => {
  const { storage, spool, id } = await aSpool()
  const whole = randomBytes(5_000_000)
  const { name } = await spoolFile(spool, id, whole)
  for (const object of await storage.objects()) {
    const bytes = await storage.read(object)
    if (fault === 'lose') await storage.lose(object)
    else if (fault === 'cut') await storage.replace(object, bytes.subarray(1))
    else await storage.replace(object, Buffer.from(bytes.map((byte, at) => (at === 700 ? byte ^ 1 : byte))))
  }
  const file = await spool.open(id, name)
  await expect(file.read(Buffer.alloc(9), 0, 9, 2_500_000)).rejects.toThrow(sentence)
})

test('without the right to list, a lost object is damage, and a storage that denies all of them is away', async () => {
  const { storage, spool, id } = await aSpool()
  const { name } = await spoolFile(spool, id, 'email\n')
  const [object = ''] = await storage.objects()
  await storage.lose(object)
  let deniesAll = false
  storage.answer(async ({ method, url = '' }, response) => {
    const isThere = (await storage.objects()).some((one) => url.includes(one))
    const isDenied =
      method === 'GET' && (deniesAll || url.includes(object) || !(isThere || url.includes('/check/')))
    return isDenied && refuse(response, 403, 'AccessDenied')
  })
  const read = async () => text((await spool.open(id, name)).createReadStream())
  await expect(read()).rejects.toMatchObject({
    name: 'DamagedFile',
    message: expect.stringContaining(`${object} is missing, or the storage denies access to it alone`),
  })
  deniesAll = true
  await expect(read()).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
})

test('a file of another storage is not found, and not damaged', async () => {
  const { sql, storage, spool, id } = await aSpool()
  const other = { ...storage.settings, prefix: 'elsewhere' }
  const chunks = chunksInObjects(createObjectClient(other, patience), placeOfObjects(other))
  const elsewhere = createChunkSpool(chunks, sql, { root: await aWorkFolder(), dataDirectory: 'here' })
  const { name } = await spoolFile(spool, id, 'email\n')
  await expect(elsewhere.open(id, name)).rejects.toMatchObject({ code: 'ENOENT' })
  const place = { offsetBytes: 0, fence: 9 }
  await expect(elsewhere.openToWrite(id, name, place)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await text((await spool.open(id, name)).createReadStream())).toBe('email\n')
})

test('many slow downloads share the memory of a few, and each gets all of its bytes', async () => {
  const { storage, sql, id } = await aSpool()
  const client = createObjectClient(storage.settings, patience)
  // What nothing holds is collected, so this counts what is held.
  const living = new Set<WeakRef<Buffer>>()
  const counted = {
    ...client,
    get: async (key: string, sizeBytes: number) => {
      const bytes = await client.get(key, sizeBytes)
      if (bytes !== null) living.add(new WeakRef(bytes))
      return bytes
    },
  }
  const memory = createHeldChunks({ chunksMax: 2, idleMs: 100 })
  const chunks = chunksInObjects(counted, placeOfObjects(storage.settings), memory)
  const spool = createChunkSpool(chunks, sql, { root: await aWorkFolder(), dataDirectory: 'here' })
  const whole = randomBytes(2_500_000)
  const { name } = await spoolFile(spool, id, whole)
  const streams = await Promise.all(
    Array.from({ length: 6 }, async () => (await spool.open(id, name)).createReadStream()),
  )
  const readers = streams.map((stream) => stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>)
  const begun = await Promise.all(readers.map(async (reader) => (await reader.next()).value as Buffer))
  collectGarbage()
  expect([...living].filter((one) => one.deref() !== undefined).length).toBeLessThanOrEqual(2)
  const [gone, ...others] = readers
  await gone?.return?.()
  const rest = await Promise.all(
    others.map(async (reader, at) => {
      const pieces = [begun[at + 1] ?? Buffer.alloc(0)]
      for (let next = await reader.next(); next.done !== true; next = await reader.next())
        pieces.push(next.value)
      return Buffer.concat(pieces).equals(whole)
    }),
  )
  expect(rest).toEqual(others.map(() => true))
  await setTimeout(0)
  collectGarbage()
  expect([...living].filter((one) => one.deref() !== undefined)).toHaveLength(0)
})

test('a deletion that a silent storage does not answer ends with the first, and with the stop', async () => {
  const { sql, storage, spool, id, age, known } = await aSpool()
  for (const content of ['one', 'two', 'three']) {
    const { name } = await spoolFile(spool, id, content)
    await spool.remove(id, name)
  }
  await age('10 minutes')
  const stop = new AbortController()
  storage.answer(({ method }) => {
    if (method === 'DELETE') stop.abort()
    return method === 'DELETE'
  })
  const beganMs = performance.now()
  await spool.collect(stop.signal)
  // The patience of other requests is a minute.
  expect(performance.now() - beganMs).toBeLessThan(4_000)
  const impatient = createObjectClient(storage.settings, { ...patience, requestMs: 200 })
  const chunks = chunksInObjects(impatient, placeOfObjects(storage.settings))
  const other = createChunkSpool(chunks, sql, { root: await aWorkFolder(), dataDirectory: 'here' })
  await sql`
    insert into stored_objects (organization_id, object, storage, delete_at)
    select ${id}, 'o' || n, ${placeOfObjects(storage.settings)}, now() - interval '1 hour' from generate_series(1, 40) n`
  storage.requests.length = 0
  storage.answer(({ method }) => method === 'DELETE')
  // The second would see deletions that the first one left running.
  for (let run = 0; run < 2; run += 1)
    await expect(other.collect()).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  expect(storage.requests.length).toBeLessThanOrEqual(16)
  expect(await known()).toBe(43)
})

test('what no file needs is deleted, whether it was replaced, removed, left by a crash, or half written', async () => {
  const { sql, storage, spool, id, age, known } = await aSpool()
  const draft = await spool.draft(id)
  await draft.write(Buffer.from('half'))
  storage.answer(async ({ method }) => {
    if (method === 'PUT') await spool.remove(id, draft.name)
    return false
  })
  // As after a kill: the storage has the object, and no chunk names it.
  await expect(draft.keep()).rejects.toMatchObject({ code: 'ENOENT' })
  storage.recover()
  const kept = await spoolFile(spool, id, 'kept')
  const removed = await spoolFile(spool, id, 'removed')
  const name = await spool.create(id)
  const first = await spool.openToWrite(id, name, { offsetBytes: 0, fence: 1 })
  await first.write(Buffer.from('beyond the offset'), 0)
  await first.sync()
  await spool.openToWrite(id, name, { offsetBytes: 0, fence: 2 })
  await spool.remove(id, removed.name)
  expect(await storage.objects()).toHaveLength(4)
  await spool.collect()
  expect(await storage.objects()).toHaveLength(4)
  await age('10 minutes')
  await spool.collect()
  expect(await storage.objects()).toHaveLength(2)
  await age('1 hour')
  await spool.collect()
  expect(await storage.objects()).toHaveLength(1)
  expect(await known()).toBe(1)
  await sql`update stored_files set created_at = created_at - interval '1 day', kept_at = kept_at - interval '1 day'`
  await spool.sweep(everything, hour)
  expect(await text((await spool.open(id, kept.name)).createReadStream())).toBe('kept')
  expect((await spool.disk()).spoolBytes).toBe(4)
})

test('an object that took longer than an hour does not become a part of a file', async () => {
  const { storage, spool, id, age } = await aSpool()
  const draft = await spool.draft(id)
  await draft.write(Buffer.from('late'))
  storage.answer(async ({ method }) => {
    if (method === 'PUT') await age('1 hour')
    return false
  })
  await expect(draft.keep()).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a start is refused with what to do, and a storage that is away is not a refusal', async () => {
  const { settings, requests, objects, answer } = await anObjectStorage()
  expect(await checkObjectStorage(settings)).toBeNull()
  expect(await objects()).toEqual([])
  expect(requests.map((request) => request.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE'])
  const other = { accessKeyId: 'another', secretAccessKey: 'never shown to anybody' }
  for (const [storage, sentence] of [
    [{ ...settings, credentials: other }, '(InvalidAccessKeyId): check AWS_ACCESS_KEY_ID'],
    [{ ...settings, bucket: 'elsewhere' }, '(NoSuchBucket): create the bucket'],
  ] as const) {
    const fault = await checkObjectStorage(storage)
    expect(fault).toMatchObject({ isRefusal: true, sentence: expect.stringContaining(sentence) })
    expect(fault?.sentence).not.toContain(other.secretAccessKey)
  }
  answer((_request, response) => refuse(response, 403, 'SignatureDoesNotMatch'))
  expect((await checkObjectStorage(settings))?.sentence).toContain('check AWS_SECRET_ACCESS_KEY')
  answer((_request, response) => refuse(response, 403, 'AccessDenied'))
  expect(await checkObjectStorage(settings)).toMatchObject({ isRefusal: true })
  answer((request) => (request.socket.destroy(), true))
  expect(await checkObjectStorage(settings)).toMatchObject({ isRefusal: false })
})

import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { array, assert, asyncProperty, integer, nat, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aWorkFolder } from '../../../test/harness/importing/stories.ts'
import { byDay } from '../../../test/harness/night.ts'
import { spoolFile } from '../../../test/harness/records/spooled.ts'
import { SpoolLimitExceeded, type FindUnknown } from '../storage.ts'
import { insertOrganization } from '../../store/conditions/system-organization.ts'
import { openSpool } from '../open-spool.ts'
import { anObjectStorage } from '../../../test/harness/files/object-storage.ts'
import { chunkBytes, deleteChunks, markRemoved } from '../../store/server/spool/rows.ts'

const kinds = ['disk', 'database', 'objects'] as const

async function aSpool(kind: (typeof kinds)[number]) {
  const { sql } = await aDatabase()
  const storage = kind === 'objects' ? (await anObjectStorage()).settings : kind
  const folder = await aWorkFolder()
  const ids = [await insertOrganization(sql, 'A', 'UTC'), await insertOrganization(sql, 'B', 'UTC')] as const
  const spool = openSpool({ spoolDir: join(folder, 'spool'), storage, dataDirectory: 'here' }, sql)
  const counts = async () => {
    const [row] = await sql<[{ files: number; chunks: number }]>`
      select (select count(*) from stored_files) as files, (select count(*) from stored_file_chunks) as chunks`
    return row
  }
  const age = (name: string) =>
    sql.begin(async (sql) => {
      await sql`
      update stored_files set created_at = created_at - interval '2 hours', kept_at = kept_at - interval '2 hours'
      where name = ${name}`
      await sql`update stored_file_chunks set written_at = written_at - interval '2 hours' where name = ${name}`
    })
  return { sql, spool, folder, ids, counts, age }
}

const everything: FindUnknown = async () => []
const nothing: FindUnknown = async (files) => [...files]
const hour = 3_600_000

test.each(kinds)(
  'every part of a file is read as it was written, whatever the pieces were: %s',
  async (kind) => {
    const { spool, ids, folder } = await aSpool(kind)
    const whole = randomBytes(3 * chunkBytes + 4321)
    await assert(
      asyncProperty(
        integer({ min: 0, max: whole.length }),
        array(integer({ min: 1, max: chunkBytes + 5 }), { maxLength: 6 }),
        array(tuple(nat(whole.length + 9), nat(chunkBytes + 9)), { minLength: 1, maxLength: 4 }),
        async (size, pieces, reads) => {
          const draft = await spool.draft(ids[0])
          let at = 0
          for (const piece of [...pieces, size]) {
            // The writer uses the memory of a piece again.
            const bytes = Buffer.from(whole.subarray(at, Math.min(size, at + piece)))
            await draft.write(bytes)
            at += bytes.length
            bytes.fill(0)
          }
          const kept = await draft.keep()
          expect(kept.sizeBytes).toBe(at)
          const file = await spool.open(ids[0], kept.name)
          expect((await file.stat()).size).toBe(at)
          for (const [from, length] of reads) {
            const { bytesRead, buffer: read } = await file.read(Buffer.alloc(length), 0, length, from)
            expect(
              read.subarray(0, bytesRead).equals(whole.subarray(from, Math.min(at, from + length))),
            ).toBe(true)
          }
          expect((await buffer(file.createReadStream())).equals(whole.subarray(0, at))).toBe(true)
          await spool.remove(ids[0], kept.name)
        },
      ),
      { numRuns: byDay(3, 200) },
    )
    const { name } = await spoolFile(spool, ids[0], whole)
    const part = (await spool.open(ids[0], name)).createReadStream({ start: 1_000_000, end: 2_099_999 })
    expect((await buffer(part)).equals(whole.subarray(1_000_000, 2_100_000))).toBe(true)
    const onDisk = await spool.openOnDisk(ids[0], name, join(folder, 'scratch'))
    expect((await onDisk.stat()).size).toBe(whole.length)
    expect((await buffer(onDisk.createReadStream({ start: 0 }))).equals(whole)).toBe(true)
    if (kind !== 'disk') expect(await readdir(join(folder, 'scratch'))).toEqual([])
  },
)

test.each(kinds)(
  'a file is of one organization, has an end, and is gone when removed or never kept: %s',
  async (kind) => {
    const { spool, ids, counts } = await aSpool(kind)
    const { name } = await spoolFile(spool, ids[0], 'email\n')
    await expect(spool.open(ids[1], name)).rejects.toMatchObject({ code: 'ENOENT' })
    await spool.remove(ids[1], name)
    expect(await text((await spool.open(ids[0], name)).createReadStream())).toBe('email\n')
    await expect(spoolFile(spool, ids[0], 'too long', { limitBytes: 7 })).rejects.toThrow(SpoolLimitExceeded)
    const draft = await spool.draft(ids[0])
    await draft.write(Buffer.from('half'))
    await expect(spool.open(ids[0], draft.name)).rejects.toMatchObject({ code: 'ENOENT' })
    await spool.remove(ids[0], draft.name)
    await expect(draft.keep()).rejects.toMatchObject({ code: 'ENOENT' })
    if (kind !== 'disk') await draft.discard()
    const file = await spool.open(ids[0], name)
    await spool.remove(ids[0], name)
    await spool.remove(ids[0], name)
    await expect(spool.open(ids[0], name)).rejects.toMatchObject({ code: 'ENOENT' })
    // Shorter than promised would be a whole file to a reader.
    if (kind === 'database')
      await expect(file.read(Buffer.alloc(9), 0, 9, 0)).rejects.toMatchObject({ code: 'ENOENT' })
    await file.close()
    expect(await counts()).toEqual({ files: 0, chunks: 0 })
  },
)

const chunked = ['database', 'objects'] as const

test.each(chunked)(
  'of two who continue a file the later one writes, and what the earlier one wrote beyond it is gone: %s',
  async (kind) => {
    const { spool, ids } = await aSpool(kind)
    const name = await spool.create(ids[0])
    const first = await spool.openToWrite(ids[0], name, { offsetBytes: 0, fence: 1 })
    await first.write(Buffer.from('one,'), 0)
    await first.sync()
    await first.write(Buffer.from('lost'), 4)
    await first.sync()
    const second = await spool.openToWrite(ids[0], name, { offsetBytes: 4, fence: 2 })
    await first.write(Buffer.from('late'), 8)
    await expect(first.sync()).rejects.toMatchObject({ name: 'LeaseLost' })
    await expect(spool.openToWrite(ids[0], name, { offsetBytes: 0, fence: 1 })).rejects.toMatchObject({
      name: 'LeaseLost',
    })
    await second.write(Buffer.from('two'), 4)
    await second.sync()
    expect(await text((await spool.open(ids[0], name)).createReadStream())).toBe('one,two')
    await spool.remove(ids[0], name)
    await expect(spool.openToWrite(ids[0], name, { offsetBytes: 7, fence: 3 })).rejects.toMatchObject({
      code: 'ENOENT',
    })
  },
)

test('the sweep removes drafts of a crash, files that no row names, and the rest of large ones, and no others', async () => {
  const { sql, spool, ids, counts, age } = await aSpool('database')
  const known = await spoolFile(spool, ids[0], 'known')
  const forgotten = await spoolFile(spool, ids[1], 'forgotten')
  const fresh = await spoolFile(spool, ids[1], 'fresh')
  const dead = await spool.draft(ids[0])
  const living = await spool.draft(ids[0])
  for (const draft of [dead, living]) await draft.write(Buffer.alloc(chunkBytes))
  for (const { name } of [known, forgotten, dead]) await age(name)
  await sql`update stored_files set created_at = created_at - interval '2 hours' where name = ${living.name}`
  expect(await spool.sweep(everything, hour)).toBe(1)
  const asked: unknown[] = []
  const findUnknown: FindUnknown = async (files) => {
    asked.push(...files.map(({ organizationId, name }) => [organizationId, name]))
    return files.filter(({ name }) => name !== known.name)
  }
  expect(await spool.sweep(findUnknown, hour)).toBe(1)
  expect(asked).toEqual([
    [ids[0], known.name],
    [ids[1], forgotten.name],
  ])
  const large = await spoolFile(spool, ids[0], Buffer.from('x'))
  await sql`
    insert into stored_file_chunks (organization_id, name, at_byte, bytes)
    select ${ids[0]}, ${large.name}, n, 'x'::bytea from generate_series(1, 150) n`
  const place = { organizationId: ids[0], name: large.name }
  await markRemoved(sql, place)
  expect(await deleteChunks(sql, place)).toBe(false)
  expect(await spool.sweep(nothing, 24 * hour)).toBe(0)
  await living.keep()
  for (const name of [known.name, living.name]) await spool.remove(ids[0], name)
  await spool.remove(ids[1], fresh.name)
  expect(await counts()).toEqual({ files: 0, chunks: 0 })
})

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createSpool } from '../../../src/files/spool.ts'
import { spooledFiles } from '../../../src/upkeep/spooled-files.ts'
import { aCompleteUpload } from '../../harness/files/complete-uploads.ts'
import { zipOf } from '../../harness/files/packed.ts'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'
import { settingsOf } from '../../harness/importing/stories.ts'
import { aWorkerProcess } from '../../harness/importing/worker-processes.ts'
import { until } from '../../harness/core/until.ts'
import { byDay, nightly } from '../../harness/night.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'

const csv = 'Email\nann@example.com\nbob@example.com\nnobody\n'

const spoolOf = ({ folder }: ImportApi) => createSpool(join(folder, 'spool'), 'here')

function anUpload(api: ImportApi, content: Buffer | string, { missing = 0, owner = api.a } = {}) {
  const { organizationId } = owner
  return aCompleteUpload(api.sql, spoolOf(api), { organizationId, content: Buffer.from(content), missing })
}

const spooled = (api: ImportApi) => readdir(join(api.folder, 'spool', String(api.organizationId)))

async function imported(api: ImportApi, source: object, more: object = {}) {
  const { status, body } = await api.create({ file_source: source, ...more })
  expect([status, body.error_message]).toEqual([200, null])
  await api.work()
  const { state, error_message, stats } = await api.show(body.data.id)
  return { state, error_message, added: stats.subscribers.added, failed: stats.subscribers.failed }
}

const whole = { state: 'finished', error_message: null, added: 2, failed: 1 }

test('an upload is imported by its id, and shown with the name as uploaded', async () => {
  const api = await anImportApi()
  const id = await anUpload(api, csv)
  const { body } = await api.create({ file_source: { type: 'upload', id } })
  const source = { type: 'upload', id, filename: 'List of May.csv.gz', url: null }
  expect(body.data.file_source).toEqual(source)
  await api.work()
  expect(await api.show(body.data.id)).toMatchObject({ state: 'finished', file_source: source })
})

test('several imports use one upload: a dry run, the real one, another', async () => {
  const api = await anImportApi()
  for (const content of [csv, gzipSync(csv), await zipOf(['list.csv', csv])]) {
    await api.sql`delete from subscribers`
    await api.sql`update subscriber_counts set active = 0`
    const id = await anUpload(api, content)
    const source = { type: 'upload', id }
    expect(await imported(api, source, { dry_run: true })).toEqual(whole)
    expect(await imported(api, source)).toEqual(whole)
    expect(await imported(api, source)).toEqual({ ...whole, added: 0 })
  }
})

test('a dry run of a packed upload becomes the import of the same rows', async () => {
  const api = await anImportApi()
  const id = await anUpload(api, gzipSync(csv))
  const { body } = await api.create({ file_source: { type: 'upload', id }, dry_run: true })
  await api.work()
  const real = await api.call<{ id: number }>('POST', `subscriber_imports/${body.data.id}/import`)
  expect(real.status).toBe(200)
  await api.work()
  const { state, stats } = await api.show(real.body.data.id)
  expect([state, stats.subscribers.added, stats.subscribers.failed]).toEqual(['finished', 2, 1])
})

test('packed files of the upload directory are imported; only what upkeep does not know is left', async () => {
  const api = await anImportApi()
  const directory = join(api.folder, 'uploads', String(api.organizationId))
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'a.csv'), gzipSync(csv))
  expect(await imported(api, { type: 'upload_directory', filename: 'a.csv' })).toEqual(whole)
  expect(await spooled(api)).toEqual([])
})

test('a packed file in another encoding and with semicolons is read as the import says', async () => {
  const api = await anImportApi()
  const text = Buffer.from('Name;Email\nÄnne;ann@example.com\nBob;bob@example.com\nx;nobody\n', 'latin1')
  const id = await anUpload(api, gzipSync(text))
  const fields = {
    column_mapping: ['', 'email'],
    file_format: { character_set: 'windows-1252', csv_field_separator: ';' },
  }
  expect(await imported(api, { type: 'upload', id }, fields)).toEqual(whole)
})

describe('is refused or fails with a sentence:', () => {
  test('an upload that is not complete, missing, or another organization’s', async () => {
    const api = await anImportApi()
    const open = await anUpload(api, csv, { missing: 5 })
    const foreign = await anUpload(api, csv, { owner: api.b })
    const problem = (id: unknown) => api.problemOf({ file_source: { type: 'upload', id } })
    expect(await problem(open)).toBe(
      `422 file_source.id is an upload of which ${csv.length} of ${csv.length + 5} bytes have arrived: finish it first`,
    )
    const missing = '422 file_source.id must be the id of an upload of the organization; it may have expired'
    expect(await problem(foreign)).toBe(missing)
    expect(await problem(9999)).toBe(missing)
    expect(await problem('word')).toContain('422 file_source.id')
  })

  test('a file that cannot be unpacked, before anybody is changed', async () => {
    const api = await anImportApi()
    const files: [Buffer, string][] = [
      [await zipOf(['a.csv', csv], ['b.csv', csv]), 'contains 2 files'],
      [gzipSync(csv).subarray(0, 30), 'ends too early'],
      [gzipSync(Buffer.alloc(80 * 1024 ** 2, 65)), 'more than 250 times its size'],
      [gzipSync(gzipSync(csv)), 'contains another packed file'],
    ]
    for (const [content, sentence] of files) {
      const id = await anUpload(api, content)
      const { state, error_message } = await imported(api, { type: 'upload', id })
      expect([state, error_message]).toEqual(['failed', expect.stringContaining(sentence)])
    }
    expect(await api.sql`select id from subscribers`).toHaveLength(0)
    expect(await spooled(api)).toHaveLength(files.length)
  })
})

describe('an upload is purged', () => {
  const purge = async (api: ImportApi) => {
    const spool = spoolOf(api)
    await spooledFiles.run({ ...upkeepEnvironment(api.sql), spool }, new AbortController().signal)
    return (await api.sql<{ id: number }[]>`select id from uploads order by id`).map(({ id }) => id)
  }
  const usedAgo = (api: ImportApi, id: number, hours: number) =>
    api.sql`update uploads set used_at = now() - ${hours} * interval '1 hour' where id = ${id}`

  test('with its file, a day after its last byte', async () => {
    const api = await anImportApi()
    const [old, young] = [await anUpload(api, csv), await anUpload(api, csv)]
    await usedAgo(api, old, 24.1)
    await usedAgo(api, young, 23.9)
    expect(await purge(api)).toEqual([young])
    expect(await spooled(api)).toHaveLength(1)
  })

  test('a day after the end of the last import that used it', async () => {
    const api = await anImportApi()
    const id = await anUpload(api, csv)
    const { body } = await api.create({
      begins_at: '2099-01-01T00:00:00Z',
      file_source: { type: 'upload', id },
    })
    await usedAgo(api, id, 100)
    expect(await purge(api)).toEqual([id])
    await api.call('POST', `subscriber_imports/${body.data.id}/cancel`)
    expect(await purge(api)).toEqual([id])
    await api.sql`update jobs set finished_at = now() - interval '24.1 hours'`
    expect(await purge(api)).toEqual([])
    expect(await spooled(api)).toEqual([])
  })
})

nightly('workers that are killed while they unpack change nothing; the next one unpacks again', async () => {
  const api = await anImportApi()
  const filler = () => randomBytes(12_000).toString('base64')
  const rows = Array.from({ length: 2_000 }, (_, index) => `p${index}@example.com,${filler()}\n`)
  const id = await anUpload(api, gzipSync(`Email,Filler\n${rows.join('')}`, { level: 1 }))
  const { body } = await api.create({ file_source: { type: 'upload', id }, column_mapping: ['email', ''] })
  const parts = async () => (await spooled(api)).filter((name) => name.endsWith('.part'))
  const kills = byDay(1, 2)
  for (let kill = 1; kill <= kills; kill += 1) {
    const worker = aWorkerProcess(settingsOf(api.url, api.folder))
    await until(async () => (await parts()).length === kill)
    await worker.kill()
    expect(await parts()).toHaveLength(kill)
    expect((await api.show(body.data.id)).state).toBe('splitting')
  }
  await api.work()
  expect(await api.show(body.data.id)).toMatchObject({
    state: 'finished',
    stats: { number_of_records: 2_000, subscribers: { added: 2_000, failed: 0 } },
  })
  // The upload, and what the killed workers left for upkeep.
  expect(await spooled(api)).toHaveLength(1 + kills)
})

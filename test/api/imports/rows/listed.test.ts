import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RowFiles } from '../../../../src/actions/imports/row-changes.ts'
import { findImportRows } from '../../../../src/actions/imports/rows.ts'
import { findImport } from '../../../../src/actions/imports/states.ts'
import { previewUndo, type UndoPreview } from '../../../../src/actions/imports/undo.ts'
import type { ImportRowRecord } from '../../../../src/contract/imports/rows.ts'
import type { Caller } from '../../../../src/store/callers.ts'
import { eraseAddresses } from '../../../../src/store/erasure/subscribers.ts'
import { listUploads } from '../../../../src/files/upload-directory.ts'
import { aField } from '../../../harness/core/records.ts'
import { anImportApi, type ImportApi } from '../../../harness/importing/api.ts'

const smallRanges = { rangeSize: { rows: 3, bytes: 1_000_000 }, lanes: 2 }

async function rowsOf(api: ImportApi, id: number, query = ''): Promise<ImportRowRecord[]> {
  const rows: ImportRowRecord[] = []
  for (let token = ''; ;) {
    const path = `subscriber_imports/${id}/rows?per_page=2${query}${token}`
    const { body } = await api.call<ImportRowRecord[]>('GET', path)
    expect(body.error_message).toBeNull()
    rows.push(...body.data)
    const next = (body as { next_page_token?: string | null }).next_page_token ?? null
    if (next === null) return rows
    token = `&page_token=${next}`
  }
}

const inShort = (rows: ImportRowRecord[]) =>
  rows.map(({ row_number, address, classification }) => `${row_number} ${address} ${classification}`)

const file = 'Email,Name\nann@x.org,Ann\nbad,Bert\nben@x.org,Ben\nANN@x.org,Anna\ncem@x.org,Cem\n'

async function imported(api: ImportApi, fields: object = {}): Promise<number> {
  const { body } = await api.create({
    column_mapping: ['email', 'Name'],
    file_source: { type: 'json', content: file },
    ...fields,
  })
  expect(body.error_message).toBeNull()
  await api.work(smallRanges)
  return body.data.id
}

test('the rows of an import are in the order of the file, each once, by class and by a part of the address', async () => {
  const api = await anImportApi()
  await aField(api.sql, api.organizationId, api.listId, { name: 'Name' })
  const id = await imported(api)
  expect(inShort(await rowsOf(api, id))).toEqual([
    '1 ann@x.org added',
    '2 bad failed',
    '3 ben@x.org added',
    '4 ANN@x.org skipped_duplicate',
    '5 cem@x.org added',
  ])
  expect(inShort(await rowsOf(api, id, '&classification=added'))).toHaveLength(3)
  expect(inShort(await rowsOf(api, id, '&q=Ann@X'))).toEqual([
    '1 ann@x.org added',
    '4 ANN@x.org skipped_duplicate',
  ])
  const [failed] = await rowsOf(api, id, '&q=VALID')
  expect(failed).toMatchObject({
    cells: ['bad', 'Bert'],
    error: 'email is not a valid address',
    changes: null,
  })
  const { body } = await api.call('GET', `subscriber_imports/${id}/rows?q=x.org&per_page=1`)
  expect(body).toMatchObject({ num_records: 4, num_records_is_exact: true })
})

test('a search whose rows take too long to count has at least those of its page', async () => {
  const api = await anImportApi()
  await aField(api.sql, api.organizationId, api.listId, { name: 'Name' })
  const id = await imported(api)
  // Of a range that the import does not have: only the count reads it.
  await api.sql`
    insert into import_logs (organization_id, import_id, range_number, classification, content)
    select ${api.organizationId}, ${id}, 1000, 'failed', jsonb_agg(jsonb_build_array(n || '@x.org', 'wrong'))::text
    from generate_series(1, 20000) n`
  const find = async (countMs?: number) => {
    const caller = { organization_id: api.organizationId, permissions: null } as Caller
    const row = await findImport(api.sql, caller, { id, listId: undefined })
    const order = {
      files: {} as RowFiles,
      classification: undefined,
      search: 'x.org',
      page: { afterId: 0, limit: 2 },
      ...(countMs === undefined ? {} : { countMs }),
    }
    const { rows, count } = await findImportRows(api.sql, caller, row, order)
    return { rows: rows.length, count }
  }
  expect(await find(1)).toEqual({ rows: 2, count: { records: 2, isExact: false } })
  expect(await find()).toEqual({ rows: 2, count: { records: 20_004, isExact: true } })
})

test('rows keep their numbers when an address is erased, and rows of an earlier version have none', async () => {
  const api = await anImportApi()
  await aField(api.sql, api.organizationId, api.listId, { name: 'Name' })
  const id = await imported(api)
  await api.sql.begin((sql) =>
    eraseAddresses(sql, api.organizationId, [{ key: 'ann@x.org', hmac: Buffer.alloc(32) }]),
  )
  expect(inShort(await rowsOf(api, id))).toEqual(['2 bad failed', '3 ben@x.org added', '5 cem@x.org added'])
  await api.sql`update import_ranges set classes = null`
  const rows = await rowsOf(api, id)
  expect(inShort(rows).toSorted()).toEqual([
    'null bad failed',
    'null ben@x.org added',
    'null cem@x.org added',
  ])
})

test('an updated row shows what changes before the import, and what has changed after it', async () => {
  const api = await anImportApi()
  await aField(api.sql, api.organizationId, api.listId, { name: 'Name' })
  await imported(api)
  const content = 'Email,Name\nann@x.org,Ann\nben@x.org,Benjamin\ndan@x.org,Dan\n'
  const order = { overwrite: true, file_source: { type: 'json', content } }
  const dryRun = await imported(api, { ...order, dry_run: true })
  const changesOf = async (id: number) => (await rowsOf(api, id)).map(({ changes }) => changes)
  const benjamin = [{ name: 'Name', before: 'Ben', after: 'Benjamin' }]
  expect(await changesOf(dryRun)).toEqual([
    [],
    benjamin,
    [
      { name: 'status', before: null, after: 'active' },
      { name: 'Name', before: null, after: 'Dan' },
    ],
  ])
  const { body } = await api.call<{ id: number }>('POST', `subscriber_imports/${dryRun}/import`)
  await api.work(smallRanges)
  expect(await changesOf(body.data.id)).toEqual([[], benjamin, null])
})

/** As calls that have no time for more than one piece of what the import has kept. */
async function previewInParts(api: ImportApi, id: number): Promise<UndoPreview[]> {
  const caller = { organization_id: api.organizationId } as Caller
  const parts: UndoPreview[] = []
  for (let continuation: string | null | undefined; continuation !== null;) {
    const given = { id, listId: undefined, seconds: 0, continuation }
    const part = await previewUndo(api.sql, { caller }, given)
    parts.push(structuredClone(part))
    continuation = part.continuation
  }
  return parts
}

test('the preview of an undo counts what the undo then does', async () => {
  const api = await anImportApi()
  await aField(api.sql, api.organizationId, api.listId, { name: 'Name' })
  await imported(api)
  const content = 'Email,Name\nben@x.org,Benjamin\ncem@x.org,Cemil\ndan@x.org,Dan\neve@x.org,Eve\n'
  const id = await imported(api, { overwrite: true, file_source: { type: 'json', content } })
  await api.sql`update subscribers set custom_fields = '{}' where key in ('cem@x.org', 'eve@x.org')`
  const before = await api.sql`select * from subscribers order by id`
  const { body } = await api.call<{ people: number; examined: number; counters: object }>(
    'GET',
    `subscriber_imports/${id}/undo`,
  )
  expect(body.data).toMatchObject({ people: 4, examined: 4 })
  expect(body.data.counters).toMatchObject({ removed: 1, restored: 1, left_changed: 2 })
  expect(await api.sql`select * from subscribers order by id`).toEqual(before)
  const parts = await previewInParts(api, id)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.map(({ examined }) => examined)).toEqual([...new Set(parts.map(({ examined }) => examined))])
  expect(parts.at(-1)).toEqual(body.data)
  const wrong = await api.call('GET', `subscriber_imports/${id}/undo?continuation=1_2`)
  expect([wrong.status, wrong.body.error_message]).toEqual([
    400,
    'continuation is not one of an answer to this call',
  ])
  await api.call('POST', `subscriber_imports/${id}/undo`)
  await api.workUntil(async () => (await api.show(id)).undo?.state === 'finished')
  expect((await api.show(id)).undo?.counters).toEqual(body.data.counters)
})

test('files that an import can use are listed, newest first; links and hidden files are not', async () => {
  const { folder } = await anImportApi()
  const directory = join(folder, 'uploads', '7')
  expect(await listUploads(join(folder, 'uploads'), 7, 10)).toEqual([])
  await mkdir(join(directory, 'folder'), { recursive: true })
  for (const name of ['a.csv', '.hidden', 'b.csv']) await writeFile(join(directory, name), 'Email\n')
  const names = (await listUploads(join(folder, 'uploads'), 7, 10)).map(({ filename }) => filename)
  expect(names.toSorted()).toEqual(['a.csv', 'b.csv'])
  expect(await listUploads(join(folder, 'uploads'), 7, 1)).toHaveLength(1)
})

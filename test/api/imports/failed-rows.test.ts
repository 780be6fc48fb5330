import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import { aField } from '../../harness/core/records.ts'
import { anImportApi } from '../../harness/importing/api.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'

const content = [
  'sep=;',
  `'Äddress';'Born; or ''founded''';Note`,
  `ann@example.com;01/02/1990;kept`,
  `' bo@example.com ';'31/31/1990';'two\nlines, "quoted" ; and ''single'''`,
  `no address;03/04/1991;  spaces  `,
  `cy@example.com;05/06/1992;more;cells`,
  `dee@example.com;odd`,
].join('\r\n')

const fields = {
  column_mapping: ['email', 'Born', ''],
  file_source: { type: 'json', content },
  file_format: { csv_field_enclosure: "'", date_format: 'dmy' },
}

const failedRows = [
  [' bo@example.com ', '31/31/1990', `two\nlines, "quoted" ; and 'single'`],
  ['no address', '03/04/1991', '  spaces  '],
  ['cy@example.com', '05/06/1992', 'more', 'cells'],
  ['dee@example.com', 'odd'],
]

/** An API with a finished import, four of whose rows have failed. */
async function aFailedImport(more: object = {}) {
  const api = await anImportApi()
  const bornId = await aField(api.sql, api.organizationId, api.listId, { name: 'Born', field_type: 'date' })
  const { id } = (await api.create({ ...fields, ...more })).body.data
  await api.work({ rangeSize: { rows: 2, bytes: 10_000 } })
  const again = async (given: object = {}, sourceId = id) => {
    const file_source = { type: 'failed_rows', import_id: sourceId }
    return api.call<ImportRecord>('POST', api.path, { subscriber_import: { file_source, ...given } })
  }
  const problemOf = async (given: object = {}, sourceId = id) => {
    const { status, body } = await again(given, sourceId)
    return body.success ? 'accepted' : `${status} ${body.error_message}`
  }
  const spooled = async () => {
    const folder = join(api.folder, 'spool', String(api.organizationId))
    const [name, ...others] = await readdir(folder)
    expect(others).toEqual([])
    return readFile(join(folder, name ?? ''), 'utf8')
  }
  return { ...api, id, bornId, again, problemOf, spooled }
}

test('failed rows become a file of their own: the header and the cells as they were, without the error', async () => {
  const { again, sql, url, folder, spooled, id } = await aFailedImport()
  const made = (await again()).body.data
  expect(made).toMatchObject({
    state: 'scheduled',
    column_mapping: ['email', 'Born', ''],
    file_source: { type: 'failed_rows', import_id: id, filename: `import-${id}-failed.csv`, url: null },
    file_format: {
      csv_has_headers: true,
      character_set: 'utf-8',
      csv_field_separator: ',',
      csv_field_enclosure: '"',
      date_format: 'dmy',
    },
  })
  await run(someSteps(url, folder), await claimed(sql, 'prepare'))
  const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',') + '\n'
  const header = ['Äddress', `Born; or 'founded'`, 'Note']
  expect(await spooled()).toBe([header, ...failedRows].map(line).join(''))
})

test('once the cause is mended, the failed rows are imported, and what fails again is logged as before', async () => {
  const { again, work, show, read, sql, bornId, id } = await aFailedImport()
  const log = async (importId: number) =>
    (await read(`subscriber_imports/${importId}/logs/failed?raw=true`)).text
  const { id: same } = (await again()).body.data
  await work({ rangeSize: { rows: 3, bytes: 10_000 } })
  expect((await show(same)).stats.subscribers).toMatchObject({ added: 0, failed: 4 })
  expect(await log(same)).toBe(await log(id))
  await sql`update custom_fields set field_type = 'text' where id = ${bornId}`
  const { id: mended } = (await again({ column_mapping: ['email', 'Born', '', ''] }, same)).body.data
  await work()
  expect((await show(mended)).stats.subscribers).toMatchObject({ added: 3, failed: 1 })
  const rows = await sql<{ key: string; born: string }[]>`
    select key, custom_fields ->> ${String(bornId)} as born from subscribers where key <> 'ann@example.com' order by key`
  expect(rows.map(({ key, born }) => [key, born])).toEqual([
    ['bo@example.com', '31/31/1990'],
    ['cy@example.com', '05/06/1992'],
    ['dee@example.com', 'odd'],
  ])
})

test('rules and settings of the first import hold unless others are given; a file without header stays without', async () => {
  const rule = { column: 3, status: 'unsubscribed', when: ['out'] }
  const { again, work, sql } = await aFailedImport({
    file_source: {
      type: 'json',
      content: 'ann@example.com;odd;out\nodd;01/02/1990;x\nbo@example.com;odd;in\n',
    },
    file_format: {
      csv_has_headers: false,
      csv_field_separator: ';',
      date_format: 'dmy',
      status_columns: [rule],
    },
  })
  const made = (await again({ file_format: { date_format: 'mdy' } })).body.data
  expect(made.file_format).toMatchObject({
    csv_has_headers: false,
    date_format: 'mdy',
    csv_field_separator: ',',
  })
  await sql`update custom_fields set field_type = 'text'`
  await work()
  const statuses = await sql<
    { line: string }[]
  >`select key || ' ' || status as line from subscribers order by key`
  expect(statuses.map(({ line }) => line)).toEqual(['ann@example.com unsubscribed', 'bo@example.com active'])
})

test('failed rows are inspected like a file, with the meanings that their columns had', async () => {
  const { call, path, id, sql, work, show } = await aFailedImport()
  const inspected = async (given: object = {}) => {
    const file_source = { type: 'failed_rows', import_id: id }
    const { status, body } = await call<Inspection>('POST', `${path}/inspect`, {
      subscriber_import: { file_source, create_custom_fields: true, ...given },
    })
    return body.success ? body.data : `${status} ${body.error_message}`
  }
  const found = (await inspected()) as Inspection
  expect(found).toMatchObject({
    filename: `import-${id}-failed.csv`,
    is_whole: true,
    rows_read: 4,
    format: { date_format: { value: 'dmy' }, csv_has_headers: { value: true } },
  })
  expect(found.rows.map((cells) => cells.slice(0, 5))).toEqual(failedRows)
  expect(found.columns.map(({ header, field }) => [header, field])).toEqual([
    ['Äddress', 'email'],
    [`Born; or 'founded'`, 'Born'],
    ['Note', ''],
    ['', ''],
  ])
  expect(await inspected({ file_format: { date_format: 'mdy', csv_field_separator: ';' } })).toMatchObject({
    format: { date_format: { value: 'mdy' }, csv_field_separator: { value: ',' } },
  })
  await sql`update custom_fields set field_type = 'text'`
  const { body } = await call<ImportRecord>('POST', path, { subscriber_import: found.subscriber_import })
  expect(body.error_message).toBeNull()
  await work()
  expect((await show(body.data.id)).stats.subscribers).toMatchObject({ added: 3, failed: 1 })
  await sql`update subscriber_imports set logs_purged_at = now() where id = ${id}`
  expect(await inspected()).toBe(
    `422 the failed rows of subscriber import ${id} are gone: they are kept for 7 days`,
  )
})

test('a dry run has failed rows, too, and failed rows can be tried before they are imported', async () => {
  const { again, work, show, call, sql } = await aFailedImport({ dry_run: true })
  await sql`update custom_fields set field_type = 'text'`
  const { id } = (await again({ dry_run: true })).body.data
  await work()
  expect(await show(id)).toMatchObject({ dry_run: true, stats: { subscribers: { added: 2, failed: 2 } } })
  const real = (await call<ImportRecord>('POST', `subscriber_imports/${id}/import`)).body.data
  expect(real.file_source).toMatchObject({ type: 'failed_rows' })
  await work()
  expect((await show(real.id)).stats.subscribers).toMatchObject({ added: 2, failed: 2 })
})

test('an import without failed rows, a purged one, an unfinished one and one of others are refused', async () => {
  const { problemOf, create, id, sql, work, b, call } = await aFailedImport()
  const waiting = (await create({ begins_at: '2031-01-01' })).body.data.id
  expect(await problemOf({}, waiting)).toBe(
    `422 subscriber import ${waiting} is scheduled: wait until it has ended, or cancel it`,
  )
  await call('POST', `subscriber_imports/${waiting}/cancel`)
  expect(await problemOf({}, waiting)).toBe(`422 subscriber import ${waiting} has no failed rows`)
  const good = (await create()).body.data.id
  await work()
  expect(await problemOf({}, good)).toBe(`422 subscriber import ${good} has no failed rows`)
  const unknown = '422 file_source.import_id must be the id of a subscriber import of the organization'
  expect(await problemOf({}, 987_654)).toBe(unknown)
  const [list] = await sql<{ id: number }[]>`
    insert into mailing_lists (organization_id, name) values (${b.organizationId}, 'Theirs') returning id`
  const theirs = await call(
    'POST',
    `mailing_lists/${list?.id}/subscriber_imports`,
    { subscriber_import: { file_source: { type: 'failed_rows', import_id: id } } },
    b,
  )
  expect([theirs.status, theirs.body.error_message]).toEqual([422, unknown.slice(4)])
  expect(await problemOf({ column_mapping: ['email', 'Town', ''] })).toMatch(/column_mapping names Town/)
  await sql`update subscriber_imports set logs_purged_at = now() where id = ${id}`
  expect(await problemOf()).toBe(
    `422 the failed rows of subscriber import ${id} are gone: they are kept for 7 days`,
  )
})

test('rows that are purged before they are read fail the import; nothing is imported', async () => {
  const { again, id, sql, work, show } = await aFailedImport()
  const made = (await again()).body.data
  await sql`delete from import_logs where import_id = ${id} and range_number > 0`
  await sql`update subscriber_imports set logs_purged_at = now() where id = ${id}`
  await work()
  expect(await show(made.id)).toMatchObject({
    state: 'failed',
    error_message: `The failed rows of subscriber import ${id} were purged before they could be read.`,
  })
})

test('a header that was erased meanwhile is replaced, and takes no row with it', async () => {
  const { again, sql, id, work, show } = await aFailedImport()
  const made = (await again()).body.data
  await sql`update subscriber_imports set header_cells = null where id = ${id}`
  await work()
  expect((await show(made.id)).stats.number_of_records).toBe(4)
})

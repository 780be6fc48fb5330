import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, onTestFinished, test } from 'vitest'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import { aField } from '../../harness/core/records.ts'
import { workbookOf } from '../../harness/files/workbooks.ts'
import { startUrlSource } from '../../harness/fakes/url-source.ts'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'
import { spooledFiles } from '../../harness/importing/url-imports.ts'

const people =
  'sep=;\nE-Mail;Vorname;HASOPTEDOUTOFEMAIL\nann@example.com;Änne;0\nben@example.com;Ben;1\nann@example.com;Anna;0\n'

function inspect(api: ImportApi, fields: object) {
  return api.call<Inspection>('POST', `${api.path}/inspect`, { subscriber_import: fields })
}

const json = (content: string) => ({ type: 'json', content, filename: 'people.csv' })

test('what an inspection answers can be posted as an import, and nobody who had opted out becomes active', async () => {
  const api = await anImportApi()
  await aField(api.sql, api.organizationId, api.listId, { name: 'First name' })
  const { body } = await inspect(api, { file_source: json(people), create_custom_fields: true })
  const { columns, decisions, warnings, subscriber_import } = body.data
  expect(columns.map(({ field, certainty }) => [field, certainty])).toEqual([
    ['email', 'certain'],
    ['First name', 'likely'],
    ['', 'likely'],
  ])
  expect([decisions, warnings]).toEqual([[], []])
  const created = await api.create({ ...subscriber_import, file_source: json(people) })
  expect(created.body.error_message).toBeNull()
  await api.work()
  const rows = await api.sql`select key, status from subscribers order by key`
  expect([...rows]).toEqual([
    { key: 'ann@example.com', status: 'active' },
    { key: 'ben@example.com', status: 'unsubscribed' },
  ])
  expect(await spooledFiles(api.folder)).toEqual([])
})

test('a file of the upload directory is inspected with the character set of its last byte', async () => {
  const api = await anImportApi()
  const directory = join(api.folder, 'uploads', String(api.organizationId))
  await mkdir(directory, { recursive: true })
  const long = `email,name\n${'a@example.com,Anna\n'.repeat(100_000)}`
  await writeFile(join(directory, 'late.csv'), Buffer.from(`${long}b@example.com,Zoë\n`, 'latin1'))
  const file_source = { type: 'upload_directory', filename: 'late.csv' }
  const { body } = await inspect(api, { file_source })
  expect(body.data).toMatchObject({ is_whole: false, filename: 'late.csv' })
  expect(body.data.format.character_set.value).toBe('windows-1252')
  expect(body.data.subscriber_import.file_source).toEqual(file_source)
  const missing = await inspect(api, { file_source: { ...file_source, filename: 'none.csv' } })
  expect([missing.status, missing.body.error_message]).toEqual([
    422,
    expect.stringContaining('not in the upload directory'),
  ])
})

test('of a url only the beginning is downloaded, with the guards of imports', async () => {
  const api = await anImportApi()
  const source = await startUrlSource()
  onTestFinished(() => source.close())
  // Never ends: an inspection that read all of it would not, either.
  const url = source.url('/endless')
  const { body } = await inspect(api, { file_source: { type: 'url', url } })
  expect(body.error_message).toBeNull()
  expect(body.data).toMatchObject({ is_whole: false })
  expect(body.data.subscriber_import).toMatchObject({
    column_mapping: ['email'],
    file_source: { type: 'url', url },
  })
  await source.quiet()
  const guarded = await inspect(api, { file_source: { type: 'url', url: 'http://169.254.169.254/latest' } })
  expect(guarded.status).toBe(422)
})

test('a packed file behind a url is unpacked, up to a size, and leaves nothing behind', async () => {
  const api = await anImportApi()
  const source = await startUrlSource()
  onTestFinished(() => source.close())
  const inspected = (path: string) => inspect(api, { file_source: { type: 'url', url: source.url(path) } })
  const { body } = await inspected('/members.csv.gz')
  expect(body.error_message).toBeNull()
  expect(body.data).toMatchObject({ is_whole: true, rows_read: 2, filename: 'members.csv.gz' })
  const endless = await inspected('/endless.gz')
  expect([endless.status, endless.body.error_message]).toEqual([
    422,
    expect.stringContaining('packed and larger than 32 MB'),
  ])
  await source.quiet()
  expect(await spooledFiles(api.folder)).toEqual([])
})

test('each file that cannot be imported gets a sentence, and leaves nothing behind', async () => {
  const api = await anImportApi()
  for (const [content, words] of [
    ['', 'people.csv is empty'],
    ['%PDF-1.4', 'PDF'],
    ['email,name\nann@example.com,"Ann\n', 'is never closed'],
    [`email${','.repeat(10_000)}`, 'more than 10000 columns'],
  ] as const) {
    const { status, body } = await inspect(api, { file_source: json(content) })
    expect([status, body.error_message]).toEqual([422, expect.stringContaining(words)])
  }
  const header = await inspect(api, { file_source: json('email,name\n') })
  expect(header.body.data.warnings).toEqual([expect.stringContaining('a header and no rows')])
  expect(await spooledFiles(api.folder)).toEqual([])
})

test('a workbook of one huge text is refused in a sentence, by its inspection and by its import', async () => {
  const api = await anImportApi()
  const directory = join(api.folder, 'uploads', String(api.organizationId))
  await mkdir(directory, { recursive: true })
  // 60 MB in runs, as programs that mark words write them: in memory, the text would be joined again for each of them.
  const runs = Array.from({ length: 120 }, () => `<r><t>${'b'.repeat(500_000)}</t></r>`)
  const rows = '<row><c t="s"><v>0</v></c></row>'
  const workbook = await workbookOf({ rows, strings: ['<si>', ...runs, '</si>'] })
  await writeFile(join(directory, 'runs.xlsx'), workbook)
  const file_source = { type: 'upload_directory', filename: 'runs.xlsx' }
  const sentence = 'The workbook has a cell of more than 32767 characters'
  const { status, body } = await inspect(api, { file_source })
  expect([status, body.error_message]).toEqual([422, expect.stringContaining(sentence)])
  const { body: created } = await api.create({ file_source })
  await api.work()
  expect(await api.show(created.data.id)).toMatchObject({
    state: 'failed',
    error_message: expect.stringContaining(sentence),
  })
  expect(await spooledFiles(api.folder)).toEqual([])
})

test('UTF-16 is refused where the content is in the request, which is UTF-8', async () => {
  const api = await anImportApi()
  expect(await api.problemOf({ file_format: { character_set: 'utf-16' } })).toBe(
    '422 file_format.character_set must be UTF-8: the content of a request is in UTF-8',
  )
})

test('a file of a Mac with a title above its header is imported by the proposal, with the right names', async () => {
  const api = await anImportApi()
  const field = await aField(api.sql, api.organizationId, api.listId, { name: 'First name' })
  const directory = join(api.folder, 'uploads', String(api.organizationId))
  await mkdir(directory, { recursive: true })
  const rows = ['ann@example.com;Änne;', 'no address;Bärbel;', 'jo@example.com;Jürgen;abgemeldet']
  const text = ['Kunden 2024', '', 'E-Mail;Vorname;Hinweis', ...rows].join('\r\n')
  await writeFile(join(directory, 'mac.csv'), iconv.encode(text, 'macintosh'))
  const file_source = { type: 'upload_directory', filename: 'mac.csv' }
  const { body } = await inspect(api, { file_source })
  expect(body.data.skipped_lines).toEqual(['Kunden 2024', ''])
  expect(body.data.subscriber_import.file_format).toMatchObject({ skip_lines: 2, character_set: 'macintosh' })
  const created = await api.create(body.data.subscriber_import)
  expect(created.body.error_message).toBeNull()
  await api.work()
  const people =
    await api.sql`select key, status, custom_fields ->> ${String(field)} as name from subscribers order by key`
  expect([...people]).toEqual([
    { key: 'ann@example.com', status: 'active', name: 'Änne' },
    { key: 'jo@example.com', status: 'unsubscribed', name: 'Jürgen' },
  ])
  const { body: shown } = await api.call<ImportRecord>('GET', `/subscriber_imports/${created.body.data.id}`)
  expect(shown.data.file_format.skip_lines).toBe(2)
})

test('a byte that the character set of an import does not have fails the import, with its line', async () => {
  const api = await anImportApi()
  const directory = join(api.folder, 'uploads', String(api.organizationId))
  await mkdir(directory, { recursive: true })
  await writeFile(
    join(directory, 'sjis.csv'),
    Buffer.from('email\r\na@example.com\r\n\u0082\u00ff\r\n', 'latin1'),
  )
  const created = await api.create({
    file_source: { type: 'upload_directory', filename: 'sjis.csv' },
    column_mapping: ['email'],
    file_format: { character_set: 'shift_jis' },
  })
  await api.work()
  const { body } = await api.call<ImportRecord>('GET', `/subscriber_imports/${created.body.data.id}`)
  expect([body.data.state, body.data.error_message]).toEqual([
    'failed',
    expect.stringMatching(/^Line 3 \(byte 23\) is not valid Shift_JIS\. Save the file as UTF-8/),
  ])
})

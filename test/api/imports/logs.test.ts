import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'
import { aField } from '../../harness/core/records.ts'
import { classifications } from '../../../src/contract/imports/states.ts'

/** Runs an import of the content. @returns the path of its logs. */
async function imported(api: ImportApi, content: string, fields: object = {}): Promise<string> {
  const { body } = await api.create({ file_source: { type: 'json', content }, ...fields })
  expect(body.error_message).toBeNull()
  await api.work()
  return `subscriber_imports/${body.data.id}/logs`
}

async function expectNoLog(api: ImportApi, path: string): Promise<void> {
  const { status, body } = await api.call('GET', path)
  expect([path, status, body.error_code, body.data]).toEqual([path, 404, 'not_found', null])
  expect(body.error_message).toBe('subscriber import log not found')
}

test('a log of addresses has one trimmed address a line, in file order', async () => {
  const api = await anImportApi()
  const path = await imported(
    api,
    'Email\r\n Zoe@Example.com \r\nbad\r\nann@example.com\r\nZOE@example.com\r\n"ben@example.com"',
  )
  const { status, headers, text } = await api.read(`${path}/added`)
  expect([status, text]).toEqual([200, 'Zoe@Example.com\nann@example.com\nben@example.com\n'])
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="import-\d+-added\.txt"$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect((await api.read(`${path}/skipped_duplicate`)).text).toBe('ZOE@example.com\n')
})

test('a log of many ranges is one text in file order', async () => {
  const api = await anImportApi()
  const addresses = Array.from({ length: 57 }, (_, index) => `p${index}@example.com\n`)
  const { body } = await api.create({
    file_source: { type: 'json', content: addresses.join('') },
    file_format: { csv_has_headers: false },
  })
  await api.work({ rangeSize: { rows: 3, bytes: 1_000_000 }, lanes: 4 })
  expect((await api.read(`subscriber_imports/${body.data.id}/logs/added`)).text).toBe(addresses.join(''))
})

test('there is no log before the start, of an empty or unknown class, or after the purge', async () => {
  const api = await anImportApi()
  const waiting = (await api.create({ begins_at: '2031-01-01' })).body.data
  for (const name of classifications) await expectNoLog(api, `subscriber_imports/${waiting.id}/logs/${name}`)
  await api.call('POST', `subscriber_imports/${waiting.id}/cancel`)
  await expectNoLog(api, `subscriber_imports/${waiting.id}/logs/added`)

  const path = await imported(api, 'Email\nann@example.com\n')
  for (const name of classifications) if (name !== 'added') await expectNoLog(api, `${path}/${name}`)
  for (const name of ['ADDED', 'skipped', 'all', 'constructor', '__proto__', '%00', 'added%2F']) {
    const { status, body } = await api.call('GET', `${path}/${name}`)
    expect([status, body.error_code]).toEqual([404, 'not_found'])
  }
  await api.sql`delete from import_logs`
  await expectNoLog(api, `${path}/added`)
})

describe('the failed log', () => {
  const file = [
    'Email,Name,Note',
    'nobody,"He said ""no"", twice","two\nlines"',
    '=cmd|calc,+1,-1.5',
    '@sum(1),"\tx","\rx\r=1"',
    'ann@example.com,+x,-x,fourth',
    '"torn"x,y,\'z',
    '',
  ].join('\n')
  const cells = [
    ['nobody', 'He said "no", twice', 'two\nlines', 'email is not a valid address'],
    ['=cmd|calc', '+1', '-1.5', 'email is not a valid address'],
    ['@sum(1)', '\tx', '\rx\r=1', 'email is not a valid address'],
    ['ann@example.com', '+x', '-x', 'fourth', 'has 4 cells where 3 columns are mapped'],
    ['"torn"x', 'y', "'z", 'row has text behind a closing quote'],
  ]
  const mapping = { column_mapping: ['email', '', ''] }
  // Spreadsheets end a row at any of these line ends.
  const read = (text: string): string[][] =>
    parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] })

  test('has the cells of each row and then the error, no header, and nothing that a spreadsheet runs', async () => {
    const api = await anImportApi()
    const { status, headers, text } = await api.read(`${await imported(api, file, mapping)}/failed`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="import-\d+-failed\.csv"$/)
    const isRun = (cell: string) => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell)
    expect(read(text)).toEqual(cells.map((row) => row.map((cell) => (isRun(cell) ? `'${cell}` : cell))))
    expect(text.endsWith('\n')).toBe(true)
  })

  test('has exactly the cells of the file with raw=1', async () => {
    const api = await anImportApi()
    const path = await imported(api, file, mapping)
    expect(read((await api.read(`${path}/failed?raw=1`)).text)).toEqual(cells)
    expect((await api.read(`${path}/failed?raw=0`)).text).toBe((await api.read(`${path}/failed`)).text)
  })

  test('is CSV with commas and double quotes, in UTF-8, whatever the format of the file', async () => {
    const api = await anImportApi()
    const path = await imported(api, 'nobody\t\'caf\u00e9, "bar"\'\n', {
      column_mapping: ['email', ''],
      file_format: { csv_has_headers: false, csv_field_separator: '\t', csv_field_enclosure: "'" },
    })
    const { text } = await api.read(`${path}/failed`)
    expect(text).toBe('nobody,"café, ""bar""",email is not a valid address\n')
  })

  test('escapes the error too, and contains all problems of a row', async () => {
    const api = await anImportApi()
    await aField(api.sql, api.organizationId, api.listId, { name: '=Sum', field_type: 'number' })
    const path = await imported(api, 'x,y,z\nann@example.com,many,\nnobody,many,gone\n', {
      column_mapping: ['email', '=sum', 'status'],
    })
    const { text } = await api.read(`${path}/failed`)
    expect(read(text).map((row) => row.at(-1))).toEqual([
      "'=Sum must be a whole number",
      'email is not a valid address, =Sum must be a whole number, ' +
        'status must be one of active, unsubscribed, scomp, bounced, deactivated',
    ])
  })
})

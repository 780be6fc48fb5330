import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { guarded } from '../../src/contract/values/spelling/formulas.ts'
import { fieldTypes, type FieldType, type FieldValue } from '../../src/contract/lists/field-values.ts'
import type { Sql } from '../../src/database/driver/connection.ts'
import { anExportApi, type ExportApi } from '../harness/exporting/stories.ts'
import { aField, aList, someOptions } from '../harness/core/records.ts'

const hostile = [
  '=1+1',
  '@SUM(A1)',
  '+1',
  '-1',
  ' leading and trailing ',
  '\ttab\t',
  'a,b;c|d\te',
  '"',
  '""',
  'say "hi"',
  "'",
  "it''s",
  'two\nlines',
  'carriage\rreturn',
  'both\r\n',
  '\n',
  '\\',
  '\\.',
  '\\N',
  'NULL',
  'sep=;',
  '\uFEFFmark',
  '\u0001\u0002\u007f',
  'Zoë 👩‍👩‍👧 שלום \u202Ereversed',
  '00123',
  "E'\\x41'; drop table subscribers; --",
].filter((text) => /\S/.test(text))

const options = ['Red', 'Light', 'blue', 'Light,blue', 'O\'Neil; "x"', 'a|b']

const values: Record<FieldType, FieldValue[]> = {
  text: hostile,
  text_multiline: hostile.toReversed(),
  number: [0, -7, 9_007_199_254_740_991],
  decimal: [1.234, -0.000001, 99_999.9999999999, 0],
  date: ['2024-02-29', '0001-01-01', '2011-02-03'],
  day_of_year: ['02-29', '01-12'],
  select_single_dropdown: options,
  select_single_radio: options,
  select_multiple_checkboxes: [options, ['Light', 'blue'], ['a|b']],
  boolean: [true, false],
}

const statuses = ['active', 'unsubscribed', 'scomp', 'bounced', 'deactivated']
const instants = ['2026-03-29T01:30:00.123Z', '0001-06-01T00:00:00Z', '9999-12-30T23:59:59.999Z']
const times = [...instants, null]
const ips = ['192.0.2.1', '2001:db8::1', null]

/** Global fields, so that both lists have the same. @returns the id of the field of each type. */
async function someFields({ sql, organizationId }: ExportApi): Promise<Record<FieldType, number>> {
  const ids = {} as Record<FieldType, number>
  for (const type of fieldTypes) {
    const name = type === 'text' ? 'A "text", with; all|of\tit' : type
    ids[type] = await aField(sql, organizationId, null, { name, field_type: type })
    if (type.startsWith('select')) await someOptions(sql, organizationId, ids[type], options)
  }
  return ids
}

async function somePeople(
  { sql, organizationId, listId }: ExportApi,
  fieldIds: Record<FieldType, number>,
  keyOf: (index: number) => string | null,
): Promise<void> {
  for (let index = 0; index < 2 * hostile.length; index += 1) {
    const pick = <Value>(all: readonly Value[]) => all[index % all.length] as Value
    // Every second one lacks every other value.
    const fields = fieldTypes.flatMap((type, place) =>
      index >= hostile.length && (index + place) % 2 === 0 ? [] : [[fieldIds[type], pick(values[type])]],
    )
    const address = index % 3 === 0 ? `Mixed.Case+${index}@Example.com` : `o'neil+${index}@example.com`
    const key = keyOf(index) ?? address.toLowerCase()
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key, email, status, subscribe_time, subscribe_ip,
        remove_time, remove_ip, confirm_time, confirmed, email_format, custom_fields)
      values (${organizationId}, ${listId}, ${key}, nullif(${address}, ${key}), ${pick(statuses)}, ${pick(instants)},
        ${pick(ips)}, ${times[(index + 1) % 4] ?? null}, ${ips[(index + 1) % 3] ?? null},
        ${times[(index + 2) % 4] ?? null}, ${pick([true, false, null])},
        ${pick(['html', 'text', 'both', null])}, ${sql.json(Object.fromEntries(fields))})`
  }
}

async function contentsOf(sql: Sql, listId: number): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select jsonb_pretty(to_jsonb(s) - '{id,mailing_list_id,created_at}'::text[]) as row
    from subscribers s where mailing_list_id = ${listId} order by key`
  return rows.map(({ row }) => row)
}

async function importInto(
  api: ExportApi,
  listId: number,
  content: string,
  fields: { column_mapping: unknown; file_format: object },
): Promise<void> {
  const path = `mailing_lists/${listId}/subscriber_imports`
  const { status, body } = await api.call('POST', path, {
    subscriber_import: { ...fields, file_source: { type: 'json', content } },
  })
  if (status !== 200) throw new Error(`the import was refused: ${body.error_message}`)
  await api.importAll()
  const [row] =
    await api.sql`select state, error_message, failed from import_jobs where id = ${String(body.data.id)}`
  expect(row).toEqual({ state: 'finished', error_message: null, failed: 0 })
}

const attributes = { has_format: true, has_confirmed: true }

test.each([
  [',', '"', false, true],
  [';', "'", true, false],
  ['\t', '"', false, false],
  ['|', "'", false, true],
])(
  'an export with separator %j and quote %j, packed: %j, guarded: %j, imports into an empty list with equal contents',
  { timeout: 180_000 },
  async (separator, enclosure, gzip, isGuarded) => {
    const api = await anExportApi(attributes)
    await somePeople(api, await someFields(api), () => null)
    const csv = { csv_field_separator: separator, csv_field_enclosure: enclosure, guard_formulas: isGuarded }
    const bytes = await api.fileOf({ file_format: { ...csv, gzip } })
    const [made] = await api.sql<{ id: number; columns: { name: string }[]; records_exported: number }[]>`
      select e.id, e.columns, j.progress as records_exported from subscriber_exports e join jobs j on j.organization_id = e.organization_id and j.id = e.id`
    expect(made?.records_exported).toBe(2 * hostile.length)
    const empty = await aList(api.sql, api.organizationId, { name: 'Empty', ...attributes })
    await importInto(api, empty, (gzip ? gunzipSync(bytes) : bytes).toString(), {
      column_mapping: made?.columns.map(({ name }) => name),
      file_format: csv,
    })
    expect(await contentsOf(api.sql, empty)).toEqual(await contentsOf(api.sql, api.listId))
  },
)

test('no cell of a guarded export begins as a formula, wherever a spreadsheet begins a cell', async () => {
  const api = await anExportApi(attributes)
  await somePeople(api, await someFields(api), () => null)
  await aField(api.sql, api.organizationId, null, { name: '=title', field_type: 'text' })
  await api.sql`update subscribers set key = '=' || key, email = '=' || email where id % 2 = 0`
  const text = (await api.fileOf({ file_format: { guard_formulas: true } })).toString()
  const cells = parse(text).flat()
  expect(cells).toContain("'=title")
  expect(cells).toContain("'=1+1")
  expect(cells.filter((cell) => /^'=.*@example\.com$/i.test(cell)).length).toBeGreaterThan(10)
  expect(cells.filter((cell) => guarded(cell) !== cell && !cell.startsWith("'"))).toEqual([])
  expect(text.split('\n')[1]).toMatch(/^"/)
})

test('a list whose key is a custom field keeps its keys', async () => {
  const api = await anExportApi(attributes)
  const fieldIds = await someFields(api)
  const keyId = await aField(api.sql, api.organizationId, null, { name: 'Customer', required: true })
  await somePeople(api, fieldIds, (index) => `key ${index}`)
  // Two people with one address.
  await api.sql`update subscribers set email = 'same@example.com' where key in ('key 3', 'key 4')`
  await api.sql`update subscribers set custom_fields = custom_fields || ('{"' || ${keyId}::integer || '":"' || upper(key) || '"}')::jsonb`
  const empty = await aList(api.sql, api.organizationId, { name: 'Empty', ...attributes })
  await api.sql`update mailing_lists set primary_key_custom_field_id = ${keyId} where organization_id = ${api.organizationId}`
  const content = (await api.fileOf()).toString()
  const [made] = await api.sql<{ columns: { name: string }[] }[]>`select columns from subscriber_exports`
  const columns = made?.columns.map(({ name }) => name)
  await importInto(api, empty, content, { column_mapping: columns, file_format: {} })
  expect(await contentsOf(api.sql, empty)).toEqual(await contentsOf(api.sql, api.listId))
})

test('JSON lines have every value in its type, and names as they are', async () => {
  const api = await anExportApi(attributes)
  const fieldIds = await someFields(api)
  await somePeople(api, fieldIds, () => null)
  const text = (await api.fileOf({ file_format: { type: 'jsonl' } })).toString()
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const rows = await api.sql<Record<string, unknown>[]>`
    select coalesce(email, key) as email, status, confirmed, email_format, subscribe_ip, remove_ip, custom_fields,
      to_json(subscribe_time) as subscribe_time, to_json(remove_time) as remove_time,
      to_json(confirm_time) as confirm_time
    from subscribers order by id`
  const names = await api.sql<{ id: number; name: string }[]>`select id, name from custom_fields order by id`
  const expected = rows.map(({ custom_fields: fields, ...row }) => ({
    ...row,
    custom_fields: Object.fromEntries(
      names.map(({ id, name }) => [name, (fields as Record<string, FieldValue>)[id] ?? null]),
    ),
  }))
  expect(lines).toEqual(expected)
})

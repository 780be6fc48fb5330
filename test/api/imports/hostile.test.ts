import { expect, test } from 'vitest'
import { anImportApi, leastImport } from '../../harness/importing/api.ts'
import { aField, someOptions } from '../../harness/core/records.ts'

/** Values that no member expects. Each must get an answer, not an internal error. */
const hostile: unknown[] = [
  null, true, 0, -1, 1.5, 1e308, 2_147_483_648, 9_007_199_254_740_992, -9_007_199_254_740_992, '', ' ', '\0', 'a\0b',
  '\ud800', 'x'.repeat(10_000), '😀'.repeat(64), "'; drop table subscribers; --", '%00', 'infinity', 'tomorrow',
  '2014-02-30', '9999-12-31T23:59:59-15:59', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00+15:59', '0001-01-01', '١٢٣',
  [], [null], [[[]]], ['email', 'email'], {}, { value: { value: null } }, { constructor: { prototype: {} } },
  { toString: 1 }, { toJSON: 'x' }, { '': '' }, { length: 1e9 },
] // oxfmt-ignore

const members = {
  '': ['begins_at', 'overwrite', 'autoresponders', 'overwrite_what', 'overwrite_when_status', 'column_mapping',
    'default_custom_fields', 'file_source', 'file_format', 'subscriber_defaults', 'id', 'state', '__proto__'],
  autoresponders: ['subscription', 'api'],
  'autoresponders.subscription': ['trigger', 'also_trigger_on_updated_subscribers'],
  'autoresponders.api': ['trigger_new', 'trigger_updated'],
  'autoresponders.api.trigger_new': ['id', 'name'],
  overwrite_what: ['custom_fields', 'confirmed', 'format', 'status', 'autoresponder', 'toString'],
  overwrite_when_status: ['active', 'unsubscribed', 'bounced', 'deactivated', 'scomp', 'constructor'],
  file_format: ['csv_has_headers', 'character_set', 'csv_field_separator', 'csv_field_enclosure', 'date_format'],
  file_source: ['type', 'content', 'filename', 'url'],
  subscriber_defaults: ['status', 'confirmed', 'format'],
} // oxfmt-ignore

/** The value at a dotted path of the record, in nested hashes. */
function at(place: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = place.split('.')
  return { [first]: rest.length === 0 ? value : at(rest.join('.'), value) }
}

async function anApiInTokyo() {
  const api = await anImportApi()
  await api.sql`update organizations set time_zone = 'Asia/Tokyo'`
  await api.sql`update mailing_lists set has_confirmed = true, has_format = true`
  return api
}

test('no value of any member of an import is an internal error, and an accepted import can be read again', async () => {
  const api = await anApiInTokyo()
  for (const [hash, names] of Object.entries(members)) {
    for (const name of names) {
      for (const value of hostile) {
        const fields = hash === '' ? { [name]: value } : at(`${hash}.${name}`, value)
        if (hash === 'file_source' && name !== 'type') {
          Object.assign(fields['file_source'] ?? {}, {
            type: name === 'content' ? 'json' : name === 'url' ? 'url' : 'upload_directory',
          })
        }
        const { status, body } = await api.create(fields)
        expect([hash, name, value, status < 500]).toEqual([hash, name, value, true])
        if (status === 200) expect(await api.show(body.data.id)).toEqual(body.data)
      }
    }
  }
  for (let page = 0; page < 3; page += 1) {
    expect((await api.call('GET', `subscriber_imports?page=${page}`)).status).toBe(200)
  }
})

test('no default of a custom field is an internal error', async () => {
  const api = await anApiInTokyo()
  const types = ['text', 'text_multiline', 'number', 'date', 'day_of_year', 'select_single_dropdown',
    'select_single_radio', 'select_multiple_checkboxes', 'boolean'] as const // oxfmt-ignore
  for (const type of types) {
    const id = await aField(api.sql, api.organizationId, api.listId, { name: type, field_type: type })
    if (type.startsWith('select'))
      await someOptions(api.sql, api.organizationId, id, ['1', '\u0130', '__proto__'])
    for (const value of [...hostile, { value: '\0' }, { value: 'x', name: '\ud800' }, ['\0'], '\u0130']) {
      const { status, body } = await api.create({ default_custom_fields: { [type]: value } })
      expect([type, value, status < 500]).toEqual([type, value, true])
      if (status === 200) expect(body.data.default_custom_fields).toEqual({ [type]: value })
    }
  }
})

test('no file is an internal error of a worker: every import ends', async () => {
  const api = await anApiInTokyo()
  for (const value of hostile) {
    if (typeof value === 'string' && value.isWellFormed()) {
      await api.create({ file_source: { type: 'json', content: `${value}\n${value},${value}\n` } })
    }
  }
  await api.work()
  const rows = await api.sql<{ state: string }[]>`select distinct state from import_jobs`
  expect(rows.map(({ state }) => state)).toEqual(['finished'])
})

test('rejects bodies that are not records', async () => {
  const api = await anImportApi()
  for (const body of [[], 'x', 5, null, { subscriber_import: [] }, { subscriber_import: 5 }]) {
    const { status, body: answer } = await api.call('POST', api.path, body)
    expect([body, status, answer.error_code]).toEqual([body, 400, 'invalid_request'])
  }
  const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`)
  const { status } = await api.call('POST', api.path, { ...leastImport, default_custom_fields: { x: deep } })
  expect(status).toBe(400)
})

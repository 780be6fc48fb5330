import { join } from 'node:path'
import { expect, test } from 'vitest'
import { subscriberImportRoutes } from '../../src/http/imports/routes.ts'
import { createSpool } from '../../src/files/spool.ts'
import { aWorkFolder, settingsOf, workUntilEnded } from '../harness/importing/stories.ts'
import { aField, aList, someOptions } from '../harness/core/records.ts'
import { aSubscriberApi } from '../harness/records/subscribers.ts'
import type { Api } from '../harness/core/api.ts'
import { storedFields } from '../harness/oracle/stored-fields.ts'

/** Values of a subscriber as both a JSON body and a CSV row can give them. */
const addresses = [
  'Ann@Example.com', ' ben@example.com ', '\u00a0carl@example.com\u2003', 'dora@BÜCHER.example', 'Emil@bu\u0308cher.example',
  'fritz@xn--bcher-kva.example', 'g..h@example.com', '.i@example.com', "o'neil+tag=1/2%@example.com", 'j@a_b.example',
  'k@example', 'l@127.0.0.1', 'm@-a.example', 'n@a..example', 'o@ex ample.com', '"p q"@example.com', 'q@@example.com',
  'r@example.com.', 'ß@example.com', 'S@STRASSE.example', 't@straße.example', 'u@ＥＸ.example', 'v@example.com\n', '@', '',
  `${'w'.repeat(256)}@example.com`, `${'x'.repeat(257)}@example.com`, `y@${'a.'.repeat(127)}de`, `z@${'a.'.repeat(200)}de`,
] // oxfmt-ignore

const times = [
  '2014-01-02', '01/02/2014', '1994-03-11T14:30:47-06:00', 'March 11, 1994 14:30', '11 March 1994', '03-11-1994 2:30pm',
  '03/11/1994 2:30:47pm', '2015-03-08 02:30', '2015-11-01 01:30', '2014-02-30', '13/13/2014', '24:00', 'now', 'tomorrow',
  'infinity', 'epoch', '0', '', ' ', '2014-01-02T25:00:00Z', '11.03.1994', '94-03-11', '9999-12-31', '0001-01-01',
] // oxfmt-ignore

const machines = [
  '192.0.2.1', ' 192.0.2.1 ', '2001:DB8::1', '::ffff:192.0.2.1', '010.1.1.1', '192.0.2.1/24', 'localhost', '1.2.3', '',
] // oxfmt-ignore

const fieldTexts = [
  'a', ' a ', '', ' ', '5', '-5', '007', '1.5', 'true', '1', '2014-01-02', '03/11', 'March 11', 'Red', 'red',
  'Red,Blue', 'Blue;red', 'x'.repeat(300), '"quoted" \\ \t', '😀', '__proto__', 'null', '\\N', '\u001f',
] // oxfmt-ignore

const kinds = ['text', 'text_multiline', 'number', 'date', 'day_of_year', 'select_single_dropdown', 'select_single_radio',
  'select_multiple_checkboxes', 'boolean'] as const // oxfmt-ignore

type Given = { email: string; [attribute: string]: string }

function* everyValue(): Generator<Given> {
  for (const email of addresses) yield { email }
  let count = 0
  const next = () => `p${count++}@example.com`
  for (const name of ['subscribe_time', 'remove_time', 'confirm_time']) {
    // Without a status, a row with a time of removal is unsubscribed.
    for (const text of times) yield { email: next(), status: 'active', [name]: text }
  }
  for (const name of ['subscribe_ip', 'remove_ip'])
    for (const text of machines) yield { email: next(), [name]: text }
  for (const kind of kinds) for (const text of fieldTexts) yield { email: next(), [kind]: text }
}

const ownColumns = [
  'email',
  'status',
  'subscribe_time',
  'remove_time',
  'confirm_time',
  'subscribe_ip',
  'remove_ip',
]

async function aListWithFields({ sql, a }: Api, hasKey: boolean): Promise<number> {
  const listId = await aList(sql, a.organizationId)
  for (const kind of kinds) {
    const isKey = hasKey && kind === 'text'
    const id = await aField(sql, a.organizationId, listId, { name: kind, field_type: kind, required: isKey })
    if (kind.startsWith('select')) await someOptions(sql, a.organizationId, id, ['Red', 'Blue'])
    if (isKey) await sql`update mailing_lists set primary_key_custom_field_id = ${id} where id = ${listId}`
  }
  return listId
}

async function byApi(api: Api, listId: number, given: Given): Promise<boolean> {
  const entries = Object.entries(given)
  const own = Object.fromEntries(entries.filter(([name]) => ownColumns.includes(name)))
  const custom_fields = Object.fromEntries(entries.filter(([name]) => !ownColumns.includes(name)))
  const body = { subscriber: { ...own, custom_fields } }
  return (await api.call('POST', `mailing_lists/${listId}/subscribers`, body)).body.success
}

async function byFile(api: Api, listId: number, folder: string, rows: Given[]): Promise<boolean[]> {
  const columns = [...ownColumns, ...kinds]
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map((row) => columns.map((name) => quoted(row[name] ?? '')).join(','))
  const { body } = await api.call<{ id: number }>('POST', `mailing_lists/${listId}/subscriber_imports`, {
    column_mapping: columns,
    file_format: { csv_has_headers: false },
    file_source: { type: 'json', content: lines.join('\n') },
  })
  await workUntilEnded(settingsOf(api.url, folder), api.sql)
  const log = (await api.read(`subscriber_imports/${body.data.id}/logs/added`)).text
  const added = new Set(log.trimEnd().split('\n'))
  return rows.map(({ email }) => added.has(email.trim()))
}

/** Subscribers as they are stored, times of adding as null, fields by name. */
async function stored({ sql }: Api, listId: number) {
  const fields = await storedFields(sql, listId)
  const rows = await sql<{ key: string }[]>`
    select key, email, status, nullif(subscribe_time, created_at) as subscribed, subscribe_ip, remove_time, remove_ip,
      confirm_time, confirmed, email_format
    from subscribers where mailing_list_id = ${listId} order by key`
  return rows.map((row) => ({ ...row, fields: fields.get(row.key) }))
}

test.each([false, true])(
  'a subscriber in a file is accepted, rejected and stored as by the API; with a primary key field: %s',
  async (hasKey) => {
    const folder = await aWorkFolder()
    const spool = createSpool(join(folder, 'spool'))
    const api = await aSubscriberApi((route) =>
      subscriberImportRoutes(route, { spool, jsonBytesMax: 1_000_000 }),
    )
    await api.sql`update organizations set time_zone = 'America/Chicago'`
    const lists = [await aListWithFields(api, hasKey), await aListWithFields(api, hasKey)] as const
    const rows = [...everyValue()].map((row, index) => (hasKey ? { text: `Key ${index}`, ...row } : row))
    const accepted: boolean[] = []
    for (const row of rows) accepted.push(await byApi(api, lists[0], row))
    const taken = await byFile(api, lists[1], folder, rows)
    const told = (row: Given, is: boolean | undefined) => `${JSON.stringify(row).slice(0, 200)} ${is}`
    expect(rows.map((row, index) => told(row, taken[index]))).toEqual(
      rows.map((row, index) => told(row, accepted[index])),
    )
    expect(accepted.filter(Boolean).length).toBeGreaterThan(100)
    expect(await stored(api, lists[1])).toEqual(await stored(api, lists[0]))
  },
)

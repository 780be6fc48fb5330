import { expect, test } from 'vitest'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'
import { aField, someOptions } from '../../harness/core/records.ts'
import { until } from '../../harness/importing/stories.ts'
import { lockCustomFields } from '../../../src/store/lists/custom-fields.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'
import { storedFields } from '../../harness/oracle/stored-fields.ts'

/** `create_custom_fields`: fields that an import creates on its list. */

const content =
  'Email,City,Plan\nann@example.com,Ulm,gold\nbob@example.com,Bonn,silver\ncarl@example.com,Kiel,tin\n'
const city = { name: 'City', field_type: 'text' }
const plan = { name: 'Plan', field_type: 'select_single_dropdown', options: ['Gold', 'Silver'] } as const
const order = {
  column_mapping: ['email', 'City', 'plan'],
  create_custom_fields: [city, plan],
  file_source: { type: 'json', content },
}

async function fieldsOf({ sql, listId }: ImportApi): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from custom_fields where mailing_list_id = ${listId} and deleted_at is null order by id`
  return rows.map(({ name }) => name)
}

async function valuesOf({ sql, listId }: ImportApi) {
  const fields = await storedFields(sql, listId)
  return [...fields]
    .map(([key, values]) => ({ key, fields: values }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

test('creates the fields, fills them and shows their ids', async () => {
  const api = await anImportApi()
  const { body } = await api.create({ ...order, default_custom_fields: { CITY: 'Rome' } })
  expect(body.error_message).toBeNull()
  const shown = (id: number | null, other: number | null) => [
    { name: 'City', field_type: 'text', custom_field_id: id },
    { name: 'Plan', field_type: 'select_single_dropdown', custom_field_id: other },
  ]
  expect(body.data.create_custom_fields).toEqual(shown(null, null))
  expect(await fieldsOf(api)).toEqual([])
  await api.work()
  const after = await api.show(body.data.id)
  const ids = (await api.sql<{ id: number }[]>`select id from custom_fields order by id`).map(({ id }) => id)
  expect(after).toMatchObject({ state: 'finished', create_custom_fields: shown(ids[0]!, ids[1]!) })
  expect(after.stats.subscribers).toMatchObject({ added: 2, failed: 1 })
  expect(await valuesOf(api)).toEqual([
    { key: 'ann@example.com', fields: { City: 'Ulm', Plan: 'Gold' } },
    { key: 'bob@example.com', fields: { City: 'Bonn', Plan: 'Silver' } },
  ])
  const events = await api.sql`
    select kind, import_id, subject_id from audit_events where kind like 'custom_field.%' order by id`
  expect([...events]).toEqual(
    ids.map((id) => ({ kind: 'custom_field.created', import_id: body.data.id, subject_id: id })),
  )
})

test('an import without new fields does not show the member', async () => {
  const api = await anImportApi()
  const { body } = await api.create({ create_custom_fields: [] })
  expect(Object.keys(body.data)).not.toContain('create_custom_fields')
  expect(Object.keys((await api.create()).body.data)).not.toContain('create_custom_fields')
})

test('fields follow the rules of the custom field endpoint, by name in the sentence', async () => {
  const api = await anImportApi()
  await aField(api.sql, api.organizationId, api.listId, { name: 'Score', field_type: 'number' })
  const of = (...create_custom_fields: object[]) => api.problemOf({ create_custom_fields })
  expect(await of(city, { ...city, name: 'city' })).toBe('422 create_custom_fields names city twice')
  expect(await of({ name: 'Data1x', field_type: 'text' })).toContain('accepted')
  expect(await of({ name: 'email', field_type: 'text' })).toBe(
    '422 create_custom_fields.0.name is the name of a built-in field',
  )
  expect(await of({ name: 'X', field_type: 'colour' })).toContain(
    'create_custom_fields.0.field_type must be one of',
  )
  expect(await of({ name: 'X', field_type: 'select_single_radio' })).toBe(
    '422 create_custom_fields: options cannot be blank (X)',
  )
  expect(await of({ name: 'score', field_type: 'text' })).toBe(
    '422 create_custom_fields names score with the type text, but the list has a field of this name with the type number; choose another name, or leave it out to use the existing field',
  )
  expect(await of({ name: 'score', field_type: 'number' })).toContain('accepted')
  expect(await api.problemOf({ ...order, create_custom_fields: [city] })).toContain(
    '422 column_mapping names plan, which is neither',
  )
  expect(await api.problemOf({ ...order, default_custom_fields: { Plan: 'tin' } })).toContain(
    '422 default_custom_fields.Plan',
  )
})

test('a caller needs the permission to create custom fields as well', async () => {
  const api = await anImportApi()
  const send = async (actions: string[], body: object) => {
    const permissions = { subscriber: ['import'], custom_field: actions }
    const caller = await aSession(api, api.organizationId, { permissions } as object)
    return api.call('POST', api.path, { subscriber_import: body }, caller)
  }
  const refused = await send(['update'], order)
  expect([refused.status, refused.body.error_message]).toEqual([
    403,
    'this call needs the permission custom_field.create',
  ])
  expect((await send([], { ...order, create_custom_fields: [], column_mapping: ['email'] })).status).toBe(200)
  expect((await send(['create'], order)).status).toBe(200)
})

test('a file that cannot be read creates no field', async () => {
  const api = await anImportApi()
  const file_source = { type: 'json', content: `${content}"dora@example.com,Genf,gold\n` }
  const { body } = await api.create({ ...order, file_source })
  await api.work()
  const failed = await api.show(body.data.id)
  expect(failed).toMatchObject({ state: 'failed', error_message: expect.stringContaining('never closes') })
  expect(failed.create_custom_fields?.map((field) => field.custom_field_id)).toEqual([null, null])
  expect(await fieldsOf(api)).toEqual([])
})

test('of two imports that create a field, the second uses it if the type is the same, and fails otherwise', async () => {
  const api = await anImportApi()
  const ids: number[] = []
  for (const field of [city, { ...city, name: 'CITY' }, { ...city, field_type: 'number' }]) {
    const { body } = await api.create({
      column_mapping: ['email', 'City', ''],
      create_custom_fields: [field],
      file_source: { type: 'json', content },
    })
    ids.push(body.data.id)
  }
  await api.work()
  const [first, second, third] = await Promise.all(ids.map(api.show))
  expect([first?.state, second?.state, third?.state]).toEqual(['finished', 'finished', 'failed'])
  expect(second?.create_custom_fields?.[0]?.custom_field_id).toBe(
    first?.create_custom_fields?.[0]?.custom_field_id,
  )
  expect(third?.error_message).toBe(
    'The custom fields of the list have changed since the import was created: create_custom_fields names City with the type number, but the list has a field of this name with the type text; choose another name, or leave it out to use the existing field. Nothing was imported; create the import again with the fields as they are now.',
  )
  expect(await fieldsOf(api)).toEqual(['City'])
})

test('a field that appears while the file is split is used, and the rows are judged by its rules', async () => {
  const api = await anImportApi()
  const { body } = await api.create(order)
  let working: Promise<void> | undefined
  await api.sql.begin(async (sql) => {
    await lockCustomFields(sql, api.organizationId)
    working = api.work()
    await until(async () => (await countWaiting(api.sql)) > 0)
    const { name, field_type } = plan
    const id = await aField(sql, api.organizationId, api.listId, { name, field_type })
    await someOptions(sql, api.organizationId, id, ['Gold', 'Silver', 'Tin'])
  })
  await working
  const after = await api.show(body.data.id)
  expect(after).toMatchObject({
    state: 'finished',
    error_message: null,
    stats: { subscribers: { added: 3 } },
  })
  expect(await fieldsOf(api)).toEqual(['Plan', 'City'])
})

test('a mapped field that was renamed before the file is split fails the import with a sentence', async () => {
  const api = await anImportApi()
  const id = await aField(api.sql, api.organizationId, api.listId, { name: 'Town' })
  const { body } = await api.create({
    column_mapping: ['email', 'Town', 'plan'],
    create_custom_fields: [plan],
    file_source: { type: 'json', content },
  })
  await api.sql`update custom_fields set name = 'Place' where id = ${id}`
  await api.work()
  const failed = await api.show(body.data.id)
  expect(failed.state).toBe('failed')
  expect(failed.error_message).toContain(
    'The custom fields of the list have changed since the import was created: column_mapping names Town, which is neither',
  )
  expect(await fieldsOf(api)).toEqual(['Place'])
})

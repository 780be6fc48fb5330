import { describe, expect, test } from 'vitest'
import type { CustomField } from '../../../src/contract/lists/custom-fields.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { anImport } from '../../harness/records/lists.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'

const aServer = () => anApi(customFieldRoutes)
const show = (api: Api, id: number) => api.call<CustomField>('GET', `custom_fields/${id}`)
const update = (api: Api, id: number, attributes: object) =>
  api.call<CustomField>('PUT', `custom_fields/${id}`, { custom_field: attributes })
const remove = (api: Api, id: number) => api.call('DELETE', `custom_fields/${id}`)

describe('an update of a custom field', () => {
  test('changes only what it names', async () => {
    const api = await aServer()
    const attributes = { name: 'Town', required: true, maximum_length: 9, instructions: 'Where?' }
    const id = await aField(api.sql, api.a.organizationId, null, attributes)
    const { data: before } = (await show(api, id)).body
    const changed = await update(api, id, { maximum_length: null, instructions: 'Where do you live?' })
    expect(changed.body.data).toEqual({ ...before, maximum_length: null, instructions: 'Where do you live?' })
    expect(await show(api, id)).toEqual(changed)
    expect((await update(api, id, changed.body.data)).body.data).toEqual(changed.body.data)
  })

  test('reaches the fields of the list and the global ones below the list, and all fields by their id', async () => {
    const api = await aServer()
    const listId = await aList(api.sql, api.a.organizationId)
    const own = await aField(api.sql, api.a.organizationId, listId, { name: 'Own' })
    const global = await aField(api.sql, api.a.organizationId, null, { name: 'Global' })
    for (const path of [
      `mailing_lists/${listId}/custom_fields/${own}`,
      `mailing_lists/${listId}/custom_fields/${global}`,
      `custom_fields/${own}`,
      `custom_fields/${global}`,
    ]) {
      expect((await api.call<CustomField>('PUT', path, { required: true })).body.data.required).toBe(true)
      expect((await api.call<CustomField>('PUT', path, { required: false })).body.data.required).toBe(false)
    }
  })

  test('changes nothing when it is rejected', async () => {
    const api = await aServer()
    const id = await aField(api.sql, api.a.organizationId, null, { name: 'Town' })
    const before = await show(api, id)
    for (const [attributes, problem] of [
      [{ field_type: 'number', name: 'City' }, 'field_type cannot be changed'],
      [
        { name: 'City', minimum_length: 2, maximum_length: 1 },
        'minimum_length must not be greater than maximum_length',
      ],
      [{ name: '' }, 'name cannot be blank'],
    ] as const) {
      expect((await update(api, id, attributes)).body).toMatchObject({
        error_code: 'validation_failed',
        error_message: problem,
      })
    }
    expect(await show(api, id)).toEqual(before)
  })

  test('cannot make the primary key of an undeleted list optional', async () => {
    const api = await aServer()
    const listId = await aList(api.sql, api.a.organizationId)
    const id = await aField(api.sql, api.a.organizationId, null, { name: 'Number', required: true })
    await api.sql`update mailing_lists set primary_key_custom_field_id = ${id} where id = ${listId}`
    expect((await update(api, id, { required: false })).body.error_message).toBe(
      'required cannot be false while the field is the primary key of a mailing list',
    )
    expect((await update(api, id, { name: 'Member number' })).status).toBe(200)
    await api.sql`update mailing_lists set deleted_at = now() where id = ${listId}`
    expect((await update(api, id, { required: false })).status).toBe(200)
  })

  test('changes the order and spelling of options; those that remain keep their ids', async () => {
    const api = await aServer()
    const select = {
      name: 'Color',
      field_type: 'select_multiple_checkboxes',
      options: ['Red', 'Blue', 'Green'],
    }
    const { data: field } = (await api.call<CustomField>('POST', 'custom_fields', select)).body
    const ids = new Map(field.options?.map((option) => [option.name, option.id]))
    const { body } = await update(api, field.id, { options: ['Yellow', { name: 'GREEN' }, 'Red'] })
    expect(body.data.options).toEqual([
      { id: expect.any(Number), index: 1, name: 'Yellow' },
      { id: ids.get('Green'), index: 2, name: 'GREEN' },
      { id: ids.get('Red'), index: 3, name: 'Red' },
    ])
    expect([...ids.values()]).not.toContain(body.data.options?.[0]?.id)
    expect((await update(api, field.id, { required: true })).body.data.options).toEqual(body.data.options)
    expect((await update(api, field.id, { options: [] })).body.error_message).toBe('options cannot be blank')
  })
})

describe('deleting a custom field', () => {
  test('hides it; it is listed with the deleted ones of its list', async () => {
    const api = await aServer()
    const organizationId = api.a.organizationId
    await api.sql`update organizations set time_zone = 'America/Chicago' where id = ${organizationId}`
    const listId = await aList(api.sql, organizationId)
    const own = await aField(api.sql, organizationId, listId, { name: 'Own' })
    const global = await aField(api.sql, organizationId, null, { name: 'Global' })
    const { data: shown } = (await show(api, own)).body
    expect(await remove(api, own)).toEqual({
      status: 200,
      body: { success: true, data: null, error_code: null, error_message: null },
    })
    expect((await show(api, own)).body.error_message).toBe('custom field not found')
    expect((await remove(api, own)).body.error_message).toBe('custom field not found')
    await api.call('DELETE', `mailing_lists/${listId}/custom_fields/${global}`)
    await api.sql`update custom_fields set deleted_at = '2015-03-09T15:34:04.567Z'`

    const ofList = await api.call<CustomField[]>('GET', `mailing_lists/${listId}/custom_fields/deleted`)
    expect(ofList.body.data[0]).toEqual({ ...shown, deleted_at: '2015-03-09T10:34:04-05:00' })
    expect(ofList.body).toMatchObject({ data: [{ id: own }, { id: global }], num_records: 2 })
    const globals = await api.call<CustomField[]>('GET', 'custom_fields/deleted')
    expect(globals.body).toMatchObject({ data: [{ id: global }], num_records: 1 })
    expect((await api.call('GET', `mailing_lists/${listId}/custom_fields`)).body.num_records).toBe(0)
    const events = await api.sql`select kind, api_key_id, subject_id from audit_events order by id`
    expect([...events]).toEqual([
      { kind: 'custom_field.deleted', api_key_id: api.a.apiKeyId, subject_id: own },
      { kind: 'custom_field.deleted', api_key_id: api.a.apiKeyId, subject_id: global },
    ])
  })

  test('is rejected while it is in use, and the error names the users', async () => {
    const api = await aServer()
    const organizationId = api.a.organizationId
    const listId = await aList(api.sql, organizationId)
    const otherList = await aList(api.sql, organizationId)
    const id = await aField(api.sql, organizationId, listId, { name: 'Town', required: true })
    await api.sql`update mailing_lists set primary_key_custom_field_id = ${id} where id = ${listId}`
    const mapping = { column_mapping: ['email', '', 'TOWN'] }
    const mapped = await anImport(api.sql, organizationId, listId, mapping)
    const defaulted = await anImport(api.sql, organizationId, listId, {
      default_custom_fields: { town: 'Graz' },
    })
    await anImport(api.sql, organizationId, listId, { column_mapping: ['email', 'Towns'] })
    await anImport(api.sql, organizationId, listId, {
      ...mapping,
      state: 'failed',
      finished_at: '2020-01-01',
    })
    await anImport(api.sql, organizationId, otherList, mapping)

    expect(await remove(api, id)).toEqual({
      status: 422,
      body: {
        success: false,
        data: {
          dependencies: [
            { type: 'MailingList', id: listId },
            { type: 'SubscriberImport', id: mapped },
            { type: 'SubscriberImport', id: defaulted },
          ],
        },
        error_code: 'validation_failed',
        error_message: 'custom field cannot be deleted while it is in use',
      },
    })
    expect((await show(api, id)).status).toBe(200)
    await api.sql`update mailing_lists set primary_key_custom_field_id = null`
    await api.sql`update jobs set state = 'cancelled', finished_at = now() where finished_at is null`
    expect((await remove(api, id)).status).toBe(200)
  })

  test('that is global checks the imports of all lists', async () => {
    const api = await aServer()
    const organizationId = api.a.organizationId
    const id = await aField(api.sql, organizationId, null, { name: 'Town' })
    const mapping = { column_mapping: ['email', 'Town'] }
    await anImport(api.sql, api.b.organizationId, await aList(api.sql, api.b.organizationId), mapping)
    const importId = await anImport(api.sql, organizationId, await aList(api.sql, organizationId), mapping)
    expect((await remove(api, id)).body.data).toEqual({
      dependencies: [{ type: 'SubscriberImport', id: importId }],
    })
  })
})

describe('promoting a custom field', () => {
  const promote = (api: Api, body: object) => api.call<CustomField>('POST', 'custom_fields/promote', body)

  test('makes it a global one, with any wrapper', async () => {
    const api = await aServer()
    const path = `mailing_lists/${await aList(api.sql, api.a.organizationId)}/custom_fields`
    const add = async (name: string) => {
      const select = { name, field_type: 'select_single_radio', options: ['Red'] }
      return (await api.call<CustomField>('POST', path, select)).body.data
    }
    const fields = [await add('A'), await add('B'), await add('C')]
    const promoted = [
      await promote(api, { custom_field_promoter: { custom_field_id: fields[0]?.id } }),
      await promote(api, { promote: { custom_field_id: fields[1]?.id } }),
      await promote(api, { custom_field_id: String(fields[2]?.id) }),
    ]
    const globals = fields.map((field) => ({ ...field, mailing_list_id: null, is_global: true }))
    expect(promoted.map((answer) => answer.body.data)).toEqual(globals)
    expect((await api.call('GET', 'custom_fields')).body.data).toEqual(globals)
  })

  test('is rejected for a global field, and if another list has a field of that name', async () => {
    const api = await aServer()
    const organizationId = api.a.organizationId
    const refusal = async (id: number) => (await promote(api, { custom_field_id: id })).body.error_message
    expect(await refusal(await aField(api.sql, organizationId, null, { name: 'Global' }))).toBe(
      'custom_field_id is already a global field',
    )
    const id = await aField(api.sql, organizationId, await aList(api.sql, organizationId), { name: 'Town' })
    await aField(api.sql, organizationId, await aList(api.sql, organizationId), { name: 'TOWN' })
    expect(await refusal(id)).toBe('name has already been taken')
    await api.sql`update custom_fields set deleted_at = now() where name = 'TOWN'`
    expect(await refusal(id)).toBeNull()
  })

  test('needs the id of a field', async () => {
    const api = await aServer()
    for (const body of [{}, { promote: null }, { promote: {} }, { custom_field_promoter: {} }]) {
      expect((await promote(api, body)).body.error_message).toMatch(/^custom_field_id must be/)
    }
  })
})

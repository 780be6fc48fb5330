import { describe, expect, test } from 'vitest'
import type { CustomField } from '../../../src/contract/lists/custom-fields.ts'
import { anApi, type Actor, type Api } from '../../harness/core/api.ts'
import { aList, aRemoteList } from '../../harness/core/records.ts'
import { findFieldRules } from '../../../src/store/lists/custom-fields.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'

const aServer = () => anApi(customFieldRoutes)
const text = { name: 'Town', field_type: 'text' }

const create = (api: Api, path: string, attributes: object, as?: Actor) =>
  api.call<CustomField>('POST', path, { custom_field: attributes }, as)

async function names(api: Api, path: string): Promise<string[]> {
  return (await api.call<CustomField[]>('GET', path)).body.data.map((field) => field.name)
}

describe('a custom field', () => {
  test('has only the attributes of its type', async () => {
    const api = await aServer()
    const listId = await aList(api.sql, api.a.organizationId)
    const path = `mailing_lists/${listId}/custom_fields`
    const lengths = { default_string: '', minimum_length: null, maximum_length: null }
    const options = [{ id: expect.any(Number), index: 1, name: 'A' }]
    for (const [field_type, own] of Object.entries({
      text: { ...lengths, interpolation_html_encode: true, interpolation_url_encode: true },
      text_multiline: { ...lengths, number_of_rows: null },
      number: { default_integer: null, minimum_value: null, maximum_value: null },
      date: {},
      day_of_year: {},
      select_single_dropdown: { options },
      select_single_radio: { options },
      select_multiple_checkboxes: { options },
      boolean: { default_boolean: false },
    })) {
      const created = await create(api, path, { name: field_type, field_type, options: ['A'] })
      expect(created.status).toBe(200)
      expect(created.body).toEqual({
        success: true,
        data: {
          id: expect.any(Number),
          mailing_list_id: listId,
          name: field_type,
          field_type,
          required: false,
          instructions: '',
          is_global: false,
          ...own,
        },
        error_code: null,
        error_message: null,
      })
      expect(await api.call('GET', `${path}/${created.body.data.id}`)).toEqual(created)
    }
  })

  test('keeps every attribute', async () => {
    const api = await aServer()
    for (const given of [
      {
        ...text,
        required: true,
        instructions: 'Where you live',
        default_string: 'Graz',
        minimum_length: 2,
        maximum_length: 30,
        interpolation_html_encode: false,
        interpolation_url_encode: false,
      },
      { name: 'Note', field_type: 'text_multiline', number_of_rows: 4 },
      {
        name: 'Age',
        field_type: 'number',
        default_integer: 18,
        minimum_value: -Number.MAX_SAFE_INTEGER,
        maximum_value: Number.MAX_SAFE_INTEGER,
      },
      { name: 'Member', field_type: 'boolean', default_boolean: true },
    ]) {
      const { body } = await create(api, 'custom_fields', given)
      expect(body.data).toMatchObject({ ...given, mailing_list_id: null, is_global: true })
    }
  })

  test('may be sent without its wrapper', async () => {
    const api = await aServer()
    expect((await api.call('POST', 'custom_fields', text)).body.data).toMatchObject(text)
  })

  test('may belong to a remote list', async () => {
    const api = await aServer()
    const path = `mailing_lists/${await aRemoteList(api.sql)}/custom_fields`
    expect((await create(api, path, text, api.system)).status).toBe(200)
  })

  test('is not created by a rejected call', async () => {
    const api = await aServer()
    const { status, body } = await create(api, 'custom_fields', { name: 'email', field_type: 'color' })
    expect(status).toBe(422)
    expect(body).toMatchObject({ data: null, error_code: 'validation_failed' })
    expect(body.error_message).toMatch(
      /^name is the name of a built-in field, field_type must be one of text,/,
    )
    expect(await names(api, 'custom_fields')).toEqual([])
  })
})

test('the fields of a list are its own and the global ones, by id; the global ones are listed alone too', async () => {
  const api = await aServer()
  const listId = await aList(api.sql, api.a.organizationId)
  const path = `mailing_lists/${listId}/custom_fields`
  await create(api, path, { ...text, name: 'C' })
  await create(api, 'custom_fields', { ...text, name: 'B' })
  await create(api, path, { ...text, name: 'A' })
  await create(api, `mailing_lists/${await aList(api.sql, api.a.organizationId)}/custom_fields`, text)
  await create(api, 'custom_fields', text, api.b)
  expect(await names(api, path)).toEqual(['C', 'B', 'A'])
  expect(await names(api, 'custom_fields')).toEqual(['B'])
  const { body } = await api.call<CustomField[]>('GET', `${path}?per_page=2&page=1`)
  expect(body.data.map((field) => field.name)).toEqual(['A'])
  expect(body).toMatchObject({ page: 1, per_page: 2, num_records: 3, num_pages: 2 })
})

describe('the name of a custom field', () => {
  const taken = 'name has already been taken'

  test('is unique among the fields of a list and the global fields, ignoring case', async () => {
    const api = await aServer()
    const path = `mailing_lists/${await aList(api.sql, api.a.organizationId)}/custom_fields`
    const other = `mailing_lists/${await aList(api.sql, api.a.organizationId)}/custom_fields`
    const add = async (where: string, name: string) =>
      (await create(api, where, { ...text, name })).body.error_message
    expect(await add(path, 'Städte')).toBeNull()
    expect(await add(path, 'STÄDTE')).toBe(taken)
    expect(await add('custom_fields', 'städte')).toBe(taken)
    expect(await add(other, 'Städte')).toBeNull()
    expect(await add('custom_fields', 'Age')).toBeNull()
    expect(await add('custom_fields', 'AGE')).toBe(taken)
    expect(await add(path, 'age')).toBe(taken)
  })

  test('is free again when the field is deleted', async () => {
    const api = await aServer()
    const { id } = (await create(api, 'custom_fields', text)).body.data
    await api.call('DELETE', `custom_fields/${id}`)
    expect((await create(api, 'custom_fields', text)).status).toBe(200)
  })

  test('is given to one of many concurrent calls, on a list or globally', async () => {
    const api = await aServer()
    const path = `mailing_lists/${await aList(api.sql, api.a.organizationId)}/custom_fields`
    const places = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? path : 'custom_fields'))
    const answers = await Promise.all(places.map((place) => create(api, place, text)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.error_message === taken)).toHaveLength(9)
  })

  test('can be changed to another spelling of itself, not to the name of another field', async () => {
    const api = await aServer()
    const { id } = (await create(api, 'custom_fields', text)).body.data
    await create(api, 'custom_fields', { ...text, name: 'Age' })
    const rename = (name: string) => api.call<CustomField>('PUT', `custom_fields/${id}`, { name })
    expect((await rename('TOWN')).body.data.name).toBe('TOWN')
    expect((await rename('age')).body.error_message).toBe(taken)
  })
})

test('the validation rules of a list come from its own and the global fields, without deleted ones', async () => {
  const api = await aServer()
  const listId = await aList(api.sql, api.a.organizationId)
  const path = `mailing_lists/${listId}/custom_fields`
  const select = { name: 'Color', field_type: 'select_single_radio', options: ['Red', 'Blue'] }
  const color = (await create(api, path, { ...select, required: true })).body.data.id
  const town = (await create(api, 'custom_fields', { ...text, minimum_length: 1, maximum_length: 9 })).body
    .data.id
  const deleted = (await create(api, path, { name: 'Age', field_type: 'number' })).body.data.id
  await api.call('DELETE', `custom_fields/${deleted}`)
  await create(api, `mailing_lists/${await aList(api.sql, api.a.organizationId)}/custom_fields`, text)
  await create(api, 'custom_fields', { ...text, name: 'Foreign' }, api.b)
  const limits = { minimum_length: null, maximum_length: null, minimum_value: null, maximum_value: null }
  const none = { ...limits, number_of_rows: null, default_value: '' }
  expect([...(await findFieldRules(api.sql, api.a.organizationId, listId))]).toEqual([
    { id: color, ...select, required: true, ...none },
    { id: town, ...text, required: false, ...none, minimum_length: 1, maximum_length: 9, options: [] },
  ])
})

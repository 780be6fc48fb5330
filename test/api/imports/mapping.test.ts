import { describe, expect, test } from 'vitest'
import { anImportApi } from '../../harness/importing/api.ts'
import { aField, aList, someOptions } from '../../harness/core/records.ts'

describe('column_mapping', () => {
  test('accepts every subscriber field and the custom fields of the list and of the organization, in any case', async () => {
    const api = await anImportApi()
    await aField(api.sql, api.organizationId, api.listId, { name: 'First Name' })
    await aField(api.sql, api.organizationId, null, { name: 'Score', field_type: 'number' })
    const column_mapping = [
      'EMAIL',
      'status',
      'confirmed',
      'email_format',
      'subscribe_time',
      'Subscribe_IP',
      'remove_time',
      'remove_ip',
      'confirm_time',
      '',
      'FIRST name',
      ' score ',
      '',
    ]
    const { body } = await api.create({ column_mapping })
    expect(body.error_message).toBeNull()
    expect(body.data.column_mapping).toEqual(column_mapping)
  })

  test('needs email exactly once and no name twice', async () => {
    const api = await anImportApi()
    await aField(api.sql, api.organizationId, api.listId, { name: 'Name' })
    for (const [column_mapping, problem] of [
      [['Name'], 'column_mapping must name email'],
      [['', ''], 'column_mapping must name email'],
      [['email', 'Email'], 'column_mapping names Email twice'],
      [['email', 'name', 'NAME '], 'column_mapping names NAME  twice'],
      [['email', 'status', 'Status'], 'column_mapping names Status twice'],
      [[], 'column_mapping cannot be empty'],
      [null, 'column_mapping must be an array'],
      ['email', 'column_mapping must be an array'],
      [{ 0: 'email' }, 'column_mapping must be an array'],
      [['email', null], 'column_mapping.1 must be a string'],
      [['email', 5], 'column_mapping.1 must be a string'],
      [['email', '\u0000'], 'column_mapping.1 contains a character that cannot be stored'],
    ] as const) {
      expect(await api.problemOf({ column_mapping })).toBe(`422 ${problem}`)
    }
  })

  test('rejects unknown and deleted fields, and those of other lists and organizations', async () => {
    const api = await anImportApi()
    const other = await aList(api.sql, api.organizationId)
    await aField(api.sql, api.organizationId, other, { name: 'Of another list' })
    await aField(api.sql, api.b.organizationId, null, { name: 'Of another organization' })
    await aField(api.sql, api.organizationId, api.listId, { name: 'Gone', deleted_at: new Date() })
    for (const name of ['Of another list', 'Of another organization', 'Gone', 'Unknown', '__proto__', 'id']) {
      expect(await api.problemOf({ column_mapping: ['email', name] })).toBe(
        `422 column_mapping names ${name}, which is neither a subscriber field nor a custom field of the list`,
      )
    }
  })

  test('must name the primary key of a list that has one', async () => {
    const api = await anImportApi()
    const id = await aField(api.sql, api.organizationId, api.listId, { name: 'Customer', required: true })
    await api.sql`update mailing_lists set primary_key_custom_field_id = ${id} where id = ${api.listId}`
    expect(await api.problemOf({})).toBe(
      '422 column_mapping must name Customer, the primary key of the mailing list',
    )
    expect(await api.problemOf({ column_mapping: ['customer'] })).toBe('422 column_mapping must name email')
    expect((await api.create({ column_mapping: ['customer', 'email'] })).status).toBe(200)
  })

  test('has up to 10,000 columns', async () => {
    const api = await anImportApi()
    const columns = (count: number) => ['email', ...Array.from({ length: count - 1 }, () => '')]
    expect((await api.create({ column_mapping: columns(10_000) })).status).toBe(200)
    expect(await api.problemOf({ column_mapping: columns(10_001) })).toBe(
      '422 column_mapping must be at most 10000 elements',
    )
  })
})

describe('status_columns', () => {
  test('are answered as they were sent, and only if they were', async () => {
    const api = await anImportApi()
    const status_columns = [
      { column: 2, status: 'unsubscribed', unless: ['', 'false'] },
      { column: 2, status: 'bounced', when: ['bounced'] },
    ]
    const column_mapping = ['email', '']
    const { body } = await api.create({ column_mapping, file_format: { status_columns } })
    expect(body.data.file_format).toMatchObject({ status_columns })
    const without = await api.create({ file_format: {} })
    expect(without.body.data.file_format).not.toHaveProperty('status_columns')
  })

  test('name a column of the mapping and a rule, and never make anybody active', async () => {
    const api = await anImportApi()
    const rule = { column: 1, status: 'unsubscribed', when: ['x'] }
    for (const [changes, problem] of [
      [{ column: 2 }, ' names column 2, but column_mapping has 1'],
      [{ column: 0 }, '.0.column must be a whole number between 1 and 10000'],
      [{ status: 'active' }, '.0.status must be one of unsubscribed, bounced, scomp, deactivated'],
      [{ unless: ['y'] }, '.0 must not have both when and unless'],
      [{ when: null }, '.0 must have when or unless'],
      [{ when: [] }, '.0.when cannot be empty'],
    ] as const) {
      const file_format = { status_columns: [{ ...rule, ...changes }] }
      expect(await api.problemOf({ column_mapping: ['email'], file_format })).toBe(
        `422 file_format.status_columns${problem}`,
      )
    }
  })
})

describe('default_custom_fields', () => {
  test('are answered as they were sent: texts, numbers, booleans, arrays, hashes as in answers', async () => {
    const api = await anImportApi()
    const { sql, organizationId, listId } = api
    await aField(sql, organizationId, listId, { name: 'Name' })
    await aField(sql, organizationId, listId, { name: 'constructor' })
    await aField(sql, organizationId, listId, { name: 'toString' })
    await aField(sql, organizationId, null, { name: 'Score', field_type: 'number' })
    await aField(sql, organizationId, listId, { name: 'Member', field_type: 'boolean' })
    await aField(sql, organizationId, listId, { name: 'Since', field_type: 'date' })
    const boxes = await aField(sql, organizationId, listId, {
      name: 'Interests',
      field_type: 'select_multiple_checkboxes',
    })
    await someOptions(sql, organizationId, boxes, ['Cars', 'Dogs'])
    for (const default_custom_fields of [
      { NAME: 'x', score: 5, member: true, since: '2020-01-02', interests: ['dogs'] },
      { Name: { name: 'Name', type: 'text', value: 'x' }, Score: '5', Member: '1', Interests: 'Cars' },
      { Name: null, Score: '', Member: null, Interests: [] },
      { constructor: 'x', toString: 'y' },
      {},
    ]) {
      const { body } = await api.create({ default_custom_fields })
      expect(body.error_message).toBeNull()
      expect(body.data.default_custom_fields).toEqual(default_custom_fields)
    }
  })

  test('must name fields of the list and obey their rules', async () => {
    const api = await anImportApi()
    const { sql, organizationId, listId } = api
    await aField(sql, organizationId, listId, { name: 'Name', required: true, maximum_length: 5 })
    await aField(sql, organizationId, listId, { name: 'Score', field_type: 'number' })
    const boxes = await aField(sql, organizationId, listId, {
      name: 'Interests',
      field_type: 'select_multiple_checkboxes',
    })
    await someOptions(sql, organizationId, boxes, ['Cars'])
    for (const [default_custom_fields, problem] of [
      [{ Name: 'x', ' name ': 'y' }, 'default_custom_fields names  name  twice'],
      [{ Unknown: 'x' }, 'default_custom_fields names Unknown, which is not a custom field of the list'],
      [{ Name: 'too long' }, 'default_custom_fields.Name must be at most 5 characters'],
      [{ Name: 5 }, 'default_custom_fields.Name must be a string'],
      [{ Score: 'many' }, 'default_custom_fields.Score must be a whole number'],
      [{ Interests: ['Boats'] }, 'default_custom_fields.Interests is not one of the options'],
      [{ Interests: [5] }, 'default_custom_fields.Interests must be an array of strings'],
      [
        { Name: 'x', Other: 1, Score: 1.5 },
        'default_custom_fields names Other, which is not a custom field of the list, ' +
          'default_custom_fields.Score must be a whole number',
      ],
    ] as const) {
      expect(await api.problemOf({ default_custom_fields })).toBe(`422 ${problem}`)
    }
  })

  test('cannot contain characters that cannot be stored, even in ignored members', async () => {
    const api = await anImportApi()
    await aField(api.sql, api.organizationId, api.listId, { name: 'Name' })
    for (const value of [
      'a\u0000',
      '\ud800',
      { value: 'a', name: '\u0000' },
      { value: 'a', x: [['\udfff']] },
    ]) {
      expect(await api.problemOf({ default_custom_fields: { Name: value } })).toMatch(
        /^422 default_custom_fields.* contains a character that cannot be stored/,
      )
    }
  })

  test('change no prototype', async () => {
    const api = await anImportApi()
    await aField(api.sql, api.organizationId, api.listId, { name: '__proto__' })
    const hash = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": 1}}}',
    )
    await api.create({ default_custom_fields: hash, overwrite_what: hash })
    const { status } = await api.create({ column_mapping: ['email', '__proto__'] })
    expect(status).toBe(200)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

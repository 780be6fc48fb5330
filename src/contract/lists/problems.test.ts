import { describe, expect, test } from 'vitest'
import type { FieldRules } from './field-values.ts'
import { changedListProblems, mergePreview, newListProblems, primaryKeyProblems } from './problems.ts'

const list = {
  custom_headers_enabled: false,
  custom_headers: '',
  primary_key_custom_field_id: null,
  preview_custom_field_data: {},
  is_remote_list: false,
}
const remoteList = { ...list, is_remote_list: true }

const field = (attributes: Partial<FieldRules>): FieldRules => ({
  id: 1,
  name: 'Town',
  field_type: 'text',
  required: false,
  minimum_length: null,
  maximum_length: null,
  minimum_value: null,
  maximum_value: null,
  options: [],
  ...attributes,
})

describe('custom headers that are switched on', () => {
  const problem = 'custom_headers cannot be blank while custom_headers_enabled is true'

  test('must be there when a list is created', () => {
    expect(newListProblems({ name: 'L', custom_headers_enabled: true }, false)).toEqual([problem])
    expect(
      newListProblems({ name: 'L', custom_headers_enabled: true, custom_headers: 'X-A: b' }, false),
    ).toEqual([])
  })

  test('are judged with what is there when it is changed', () => {
    const withHeaders = { ...list, custom_headers: 'X-A: b' }
    const enabled = { ...withHeaders, custom_headers_enabled: true }
    expect(changedListProblems(list, { custom_headers_enabled: true })).toEqual([problem])
    expect(changedListProblems(withHeaders, { custom_headers_enabled: true })).toEqual([])
    expect(changedListProblems(enabled, { custom_headers: '' })).toEqual([problem])
    expect(changedListProblems(enabled, { custom_headers: '', custom_headers_enabled: false })).toEqual([])
  })
})

describe('a remote list', () => {
  const remote = { name: 'L', is_remote_list: true }
  const both = 'database_connection_id and database_connection_name cannot both be given'

  test('exists on the System Organization only', () => {
    const problem = 'is_remote_list is possible on the System Organization only'
    expect(newListProblems({ ...remote, database_connection_id: 1 }, false)).toEqual([problem])
    expect(newListProblems({ ...remote, database_connection_id: 1 }, true)).toEqual([])
  })

  test.each([{}, { database_connection_id: null }, { database_connection_name: ' ' }])(
    'needs a database connection: %j is none',
    (connection) => {
      expect(newListProblems({ ...remote, ...connection }, true)).toEqual([
        'database_connection_id cannot be blank for a remote list',
      ])
    },
  )

  test('has its connection by id or by name, not both', () => {
    const connection = { database_connection_id: 1, database_connection_name: 'Warehouse' }
    expect(newListProblems({ ...remote, ...connection }, true)).toEqual([both])
    expect(changedListProblems(remoteList, connection)).toEqual([both])
    expect(changedListProblems(remoteList, { database_connection_name: 'Warehouse' })).toEqual([])
  })

  test('stays one, and no other list becomes one', () => {
    const problem = 'is_remote_list cannot be changed'
    expect(changedListProblems(remoteList, { is_remote_list: false })).toEqual([problem])
    expect(changedListProblems(list, { is_remote_list: true })).toEqual([problem])
    expect(changedListProblems(remoteList, { is_remote_list: true })).toEqual([])
    expect(changedListProblems(list, { is_remote_list: false, database_connection_id: null })).toEqual([])
  })

  test('is the only kind of list with a connection', () => {
    expect(newListProblems({ name: 'L', database_connection_id: 1 }, true)).toEqual([
      'database_connection_id is possible on remote lists only',
    ])
    expect(changedListProblems(list, { database_connection_name: 'Warehouse' })).toEqual([
      'database_connection_name is possible on remote lists only',
    ])
  })
})

describe('the primary key', () => {
  const change = (id: number | null, rules: FieldRules[], isInUse = false, current: number | null = null) =>
    primaryKeyProblems(
      { ...list, primary_key_custom_field_id: current },
      { primary_key_custom_field_id: id },
      rules,
      isInUse,
    )
  const problem = 'primary_key_custom_field_id must be a required text or number field of the list'

  test.each(['text', 'number'] as const)('may be a required %s field', (field_type) => {
    expect(change(1, [field({ required: true, field_type })])).toEqual([])
  })

  test.each([
    { required: false },
    { required: true, field_type: 'text_multiline' },
    { required: true, field_type: 'date' },
    { required: true, field_type: 'select_single_radio' },
    { required: true, id: 2 },
  ] as const)('may not be %j', (attributes) => {
    expect(change(1, [field(attributes)])).toEqual([problem])
  })

  test('may go back to the address', () => {
    expect(change(null, [], false, 1)).toEqual([])
  })

  test('is fixed while the list is in use, but may be repeated', () => {
    const rules = [field({ required: true })]
    const fixed = /cannot be changed while the list has subscribers, unfinished imports or web forms$/
    expect(change(1, rules, true)).toEqual([expect.stringMatching(fixed)])
    expect(change(null, rules, true, 1)).toEqual([expect.stringMatching(fixed)])
    expect(change(1, rules, true, 1)).toEqual([])
    expect(primaryKeyProblems(list, {}, rules, true)).toEqual([])
  })
})

describe('preview values', () => {
  const rules = [
    field({ id: 1, name: 'Town', required: true }),
    field({ id: 2, name: 'Age', field_type: 'number', maximum_value: 99 }),
    field({ id: 3, name: 'Colors', field_type: 'select_multiple_checkboxes', options: ['Red', 'Blue'] }),
  ]
  const merge = (given: Record<string, unknown>, current = {}) =>
    mergePreview(current, { preview_custom_field_data: given }, rules)

  test('are laid over what is there, by the ids of the fields', () => {
    const given = { town: 'Graz', Colors: ['blue', 'red'], Age: { name: 'Age', type: 'number', value: 7 } }
    expect(merge(given, { 1: 'Wien', 9: 'kept' })).toEqual({
      values: { 1: 'Graz', 2: 7, 3: ['Red', 'Blue'], 9: 'kept' },
      problems: [],
    })
  })

  test.each([null, '', ' ', { value: null }])('%j takes a value away, of a required field too', (nothing) => {
    expect(merge({ Town: nothing }, { 1: 'Graz', 2: 7 })).toEqual({ values: { 2: 7 }, problems: [] })
  })

  test('must be of a field of the list and fit its rules', () => {
    expect(merge({ Age: 100, Street: 'x', constructor: 'x' }).problems).toEqual([
      'preview_custom_field_data.Age must be at most 99',
      'preview_custom_field_data.Street is not a custom field of the list',
      'preview_custom_field_data.constructor is not a custom field of the list',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { readClauses } from '../../../src/contract/segments/clauses.ts'
import { aField, someOptions } from '../../harness/core/records.ts'
import { active, aSegmentList } from '../../harness/records/segments.ts'

const field = (test: object, name = 'Town') => ({ type: 'custom_field', custom_field: { name }, ...test })
const contains = (value: unknown) => field({ operator: 'contains', value })
const consent = { type: 'consent', operator: 'given' }
const did = { type: 'activity', activity: 'opened', operator: 'did' }

describe('a clause', () => {
  test.each([
    ['an operator of no field', field({ operator: '= 1 or', value: 1 }), 'operator must be one of is, is_not'],
    ['no value', field({ operator: 'contains' }), 'value cannot be blank'],
    ['a value too many', field({ operator: 'is_blank', value: 'x' }), 'value is not possible with the operator is_blank'],
    ['NUL', contains('a\0b'), 'value contains a character that cannot be stored'],
    ['half a surrogate pair', contains('a\ud83c'), 'value contains a character that cannot be stored'],
    ['a long text', contains('x'.repeat(1001)), 'value must be at most 1000 characters long'],
    ['a nested value', contains({ $gt: '' }), 'value must be a number'],
    ['no field', { type: 'custom_field', operator: 'is_blank' }, 'clauses.0.custom_field must be {"id": 7} or {"name": "…"}'],
    ['no end of a range', field({ operator: 'is_between', from: 1 }), 'to cannot be blank'],
    ['too many values', field({ operator: 'is_any_of', values: Array(101).fill('x') }), 'values must be at most 100'],
    ['no values', field({ operator: 'is_any_of', values: [] }), 'values must be at least 1'],
    ['an operator of another kind', { type: 'subscriber_email_domain', operator: 'contains', value: 'x' }, 'operator must be one of is, is_not, is_any_of'],
    ['no domain', { type: 'subscriber_email_domain', operator: 'is', value: 'a@b' }, 'value must be a domain such as'],
    ['no format', { type: 'subscriber_email_format', operator: 'is_any_of', values: ['pdf'] }, 'value must be one of the options: html, text, both'],
    ['no activity', { ...did, activity: 'read' }, 'activity must be one of was_sent, opened'],
    ['two scopes', { ...did, last_days: 3, last_campaigns: 2 }, 'last_days is not possible beside another one of'],
    ['a link that was opened', { ...did, url: 'https://example.com' }, 'url is possible with the activity clicked only'],
    ['zero days', { ...did, last_days: 0 }, 'last_days must be a whole number between 1 and 36500'],
    ['an import by name', { type: 'import', operator: 'added_by', import: { name: 'x' } }, 'import.id must be a whole number'],
    ['a consent without an operator', { type: 'consent' }, 'operator must be one of given, not_given'],
    ['a version of no form', { ...consent, min_version: 2 }, 'min_version is possible with a web_form only'],
    ['two versions', { ...consent, web_form: { id: 1 }, version: 1, min_version: 1 }, 'min_version is not possible beside version'],
    ['version zero', { ...consent, web_form: { id: 1 }, version: 0 }, 'version must be a whole number between 1 and'],
    ['a form without a name', { ...consent, web_form: {} }, 'web_form must have an id or a name'],
    ['a day of a consent', { ...consent, value: '2026-01-01' }, 'value is not a known attribute'],
    ['an empty not', { type: 'not', clauses: [] }, 'clauses must be at least 1'],
  ])('with %s is refused in words', (_what, clause, message) => {
    expect(() => readClauses('clauses', [clause])).toThrow(message)
  }) // oxfmt-ignore

  test('may be 500 at most and ten levels deep, whatever groups are used', () => {
    const nested = (levels: number) => {
      let clause: object = contains('x')
      for (let level = 1; level < levels; level += 1)
        clause = { type: level % 2 === 0 ? 'not' : 'all', clauses: [clause] }
      return clause
    }
    expect(readClauses('clauses', [nested(10)])).toHaveLength(1)
    expect(() => readClauses('clauses', [nested(11)])).toThrow('10 levels deep')
    const many = Array.from({ length: 500 }, (_, number) => contains(`x${number}`))
    expect(readClauses('clauses', many)).toHaveLength(500)
    expect(() => readClauses('clauses', [...many, contains('y')])).toThrow('at most 500 clauses')
  })
})

test('the type of a field decides what can be asked of it, and options are kept as the field spells them', async () => {
  const { sql, organizationId, listId, create } = await aSegmentList()
  const fields = [
    ['Town', 'text'],
    ['Score', 'number'],
    ['Since', 'date'],
    ['Birthday', 'day_of_year'],
    ['Colour', 'select_single_radio'],
    ['Vip', 'boolean'],
  ] as const
  for (const [name, field_type] of fields) await aField(sql, organizationId, listId, { name, field_type })
  const [colour] = await sql<[{ id: number }]>`select id from custom_fields where name = 'Colour'`
  await someOptions(sql, organizationId, colour.id, ['Red', 'Dark blue'])
  const refusals = [
    [field({ operator: 'in_last_days', value: 3 }), 'of the text field “Town” the operator must be one of is, is_not'],
    [field({ operator: 'is', value: '1.5' }, 'Score'), 'of the number field “Score” the value must be a whole number'],
    [field({ operator: 'is', value: '2024-02-30' }, 'Since'), 'of the date field “Since” the value must be a date such as'],
    [field({ operator: 'is_between', from: '2024-02-02', to: '2024-02-01' }, 'Since'), 'the from must not be greater than to'],
    [field({ operator: 'anniversary_in_next_days', value: 367 }, 'Birthday'), 'must be a whole number between 0 and 366'],
    [field({ operator: 'is_any_of', values: ['Green'] }, 'Colour'), 'must be one of the options: Red, Dark blue'],
    [field({ operator: 'is', value: 'maybe' }, 'Vip'), 'the value must be true or false'],
    [field({ operator: 'is_blank' }, 'Gone'), 'clauses name a custom field that does not exist on the mailing list of the segment'],
  ] as const // oxfmt-ignore
  for (const [clause, message] of refusals) {
    const { body } = await create([clause])
    expect(body.error_code).toBe('validation_failed')
    expect(body.error_message).toContain(message)
  }
  const good = [
    field({ operator: 'is_at_least', value: ' +7 ' }, 'Score'),
    field({ operator: 'is_after', value: '12/31/1999' }, 'Since'),
    field({ operator: 'is_any_of', values: ['DARK BLUE', 'dark blue '] }, 'colour'),
    field({ operator: 'is', value: '1' }, 'Vip'),
  ]
  const { data } = (await create(good)).body
  const values = (data.clauses as Record<string, unknown>[]).map(
    ({ type: _type, custom_field: _field, ...test }) => test,
  )
  expect(values).toEqual([
    { operator: 'is_at_least', value: 7 },
    { operator: 'is_after', value: '1999-12-31' },
    { operator: 'is_any_of', values: ['Dark blue'] },
    { operator: 'is', value: true },
  ])
  expect(data.description).toContain('(Subscribers who have a value for “Score” of at least 7)')
})

test('500 clauses about fields, and signs that mean something in patterns, are one statement that finds the one person', async () => {
  const { call, sql, organizationId, listId, path } = await aSegmentList()
  const town = await aField(sql, organizationId, listId, { name: 'Town' })
  const odd = `50%_\\ "O'Hara" -- ; ГОРОД ẞ 🎂`
  for (const [key, value] of [
    ['a@example.com', odd],
    ['b@example.com', '50x_y'],
  ]) {
    await sql`insert into subscribers ${sql({ organization_id: organizationId, mailing_list_id: listId, key: key ?? '' })}`
    await sql`update subscribers set custom_fields = ${sql.json({ [town]: value ?? '' })} where key = ${key ?? ''}`
  }
  const parts = ['50%_', '_\\ ', '"o\'HARA"', '-- ;', 'город', 'SS', '🎂', 'ß']
  const count = async (clauses: object[]) => {
    const { body } = await call<{ count: number }>('POST', `${path}/preview`, { segment: { clauses } })
    return body.data.count
  }
  const found = await Promise.all(parts.map((part) => count([contains(part)])))
  expect(found).toEqual([1, 1, 1, 1, 1, 0, 1, 1])
  const many = Array.from({ length: 498 }, (_, number) => contains(`${number}?`))
  expect(await count([{ type: 'any', clauses: [...many, contains('50%_')] }])).toBe(1)
  const values = (number: number) => Array.from({ length: 100 }, (_, place) => `${number} ${place} \u{e000}`)
  const lists = many.map((clause, number) => ({
    ...clause,
    operator: 'is_none_of',
    value: undefined,
    values: values(number),
  }))
  expect(
    await count([
      { type: 'all', clauses: lists },
      { ...contains(''), operator: 'is_any_of', value: undefined, values: ['?', odd.toLowerCase()] },
    ]),
  ).toBe(1)
})

test('clauses about messages, imports and consent may be 20 different ones, with those of the segments that they name', async () => {
  const { create } = await aSegmentList()
  const opened = (days: number) => ({ ...did, last_days: days })
  const ten = Array.from({ length: 10 }, (_, number) => opened(number + 1))
  expect((await create(ten, 'Ten')).status).toBe(200)
  const inTen = { type: 'in_segment', operator: 'is_in', segment: { name: 'ten' } }
  const others = Array.from({ length: 10 }, (_, number) => opened(number + 11))
  expect((await create([inTen, ...others, active], 'Twenty')).status).toBe(200)
  const { body } = await create([inTen, ...others, { type: 'not', clauses: [consent] }], 'More')
  expect(body.error_message).toBe(
    'clauses have 21 different clauses about messages, imports and consent: at most 20 are possible',
  )
})

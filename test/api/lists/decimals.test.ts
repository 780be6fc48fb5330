import { expect, test } from 'vitest'
import { aSegmentList } from '../../harness/records/segments.ts'

type Field = { id: number; minimum_value: number; maximum_value: number; default_decimal: number }
type Person = { id: number; custom_fields: Record<string, { value: unknown }> }

test('a decimal field keeps each number exactly, within its bounds, and segments compare it as a number', async () => {
  const { call, listId, create, sql } = await aSegmentList()
  const input = {
    name: 'Revenue',
    field_type: 'decimal',
    minimum_value: '-0,5',
    maximum_value: 1000.25,
    default_decimal: 0.1,
  }
  const made = await call<Field>('POST', `mailing_lists/${listId}/custom_fields`, { custom_field: input })
  expect(made.body.error_message).toBeNull()
  expect(made.body.data).toMatchObject({ minimum_value: -0.5, maximum_value: 1000.25, default_decimal: 0.1 })
  const changed = await call<Field>('PUT', `custom_fields/${made.body.data.id}`, {
    custom_field: { minimum_value: -0.25 },
  })
  expect(changed.body.data).toMatchObject({ minimum_value: -0.25, maximum_value: 1000.25 })

  const add = (name: string, value: unknown) =>
    call<Person>('POST', `mailing_lists/${listId}/subscribers`, {
      subscriber: { email: `${name}@example.com`, custom_fields: { Revenue: value } },
    })
  const given: [string, unknown, number][] = [
    ['ann', 0.1, 0.1],
    ['ben', '0,30', 0.3],
    ['cid', '1.000,25', 1000.25],
    ['dora', '99.999', 99.999],
  ]
  for (const [name, value, stored] of given) {
    const { body } = await add(name, value)
    expect([name, body.data?.custom_fields['Revenue']?.value ?? body.error_message]).toEqual([name, stored])
  }
  const texts = await sql<{ text: string }[]>`
    select custom_fields ->> ${String(made.body.data.id)} as text from subscribers order by id`
  expect(texts.map(({ text }) => text)).toEqual(['0.1', '0.3', '1000.25', '99.999'])
  for (const [value, problem] of [
    ['1,234', 'Revenue could mean 1234 or 1.234; write it as 1234.56'],
    [1000.26, 'Revenue must be between -0.25 and 1000.25'],
    ['5 €', 'Revenue has a currency sign; leave it out'],
    ['many', 'Revenue must be a number such as 1234.56'],
    [0.1 + 0.2, 'Revenue must have at most 15 digits, 10 of them after the decimal separator'],
  ] as const) {
    expect((await add('eve', value)).body.error_message).toBe(problem)
  }

  const found = async (test: object) => {
    const { body } = await create(
      [{ type: 'custom_field', custom_field: { name: 'Revenue' }, ...test }],
      JSON.stringify(test),
    )
    expect(body.error_message).toBeNull()
    const people = await call<{ email: string }[]>(
      'GET',
      `mailing_lists/${listId}/subscribers?segment_id=${body.data.id}`,
    )
    return people.body.data.map(({ email }) => email.split('@')[0])
  }
  expect(await found({ operator: 'is', value: '0,3' })).toEqual(['ben'])
  expect(await found({ operator: 'is_at_least', value: 99.999 })).toEqual(['cid', 'dora'])
  expect(await found({ operator: 'is_between', from: 0.2, to: '99.9990' })).toEqual(['ben', 'dora'])
})

import { expect, test } from 'vitest'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { anApi } from '../../harness/core/api.ts'
import { aField, aList } from '../../harness/core/records.ts'

test('fields exchange their places, and new ones come last', async () => {
  const { call, sql, a } = await anApi(customFieldRoutes)
  const listId = await aList(sql, a.organizationId)
  const other = await aList(sql, a.organizationId, { name: 'Other' })
  const made = (name: string, list: number | null) => aField(sql, a.organizationId, list, { name })
  const [one, shared, two] = [
    await made('One', listId),
    await made('Shared', null),
    await made('Two', listId),
  ]
  const foreign = await made('Foreign', other)
  const path = `mailing_lists/${listId}/custom_fields`
  const order = async (ids: number[]) => {
    const { body } = await call<{ id: number }[]>('PUT', `${path}/order`, { custom_field_ids: ids })
    return body.success ? body.data.map(({ id }) => id) : body.error_message
  }
  expect(await order([two, shared, one])).toEqual([two, shared, one])
  const three = await made('Three', listId)
  expect(await order([one, two])).toEqual([one, shared, two, three])
  const { body } = await call<{ id: number }[]>('GET', path)
  expect(body.data.map(({ id }) => id)).toEqual([one, shared, two, three])
  for (const ids of [
    [one, one],
    [one, foreign],
    [one, 999],
  ]) {
    expect(await order(ids)).toBe('custom_field_ids must be different ids of custom fields of the list')
  }
})

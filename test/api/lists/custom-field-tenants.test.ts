import { expect, test } from 'vitest'
import { anApi } from '../../harness/core/api.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'

test('the fields and lists of another organization are answered like missing ones', async () => {
  const api = await anApi(customFieldRoutes)
  const b = api.b.organizationId
  const ownList = await aList(api.sql, api.a.organizationId)
  const otherOwnList = await aList(api.sql, api.a.organizationId)
  const foreignList = await aList(api.sql, b)
  const foreign = await aField(api.sql, b, null, { name: 'Foreign' })
  const foreignOfList = await aField(api.sql, b, foreignList, { name: 'Foreign too' })
  const ofOtherList = await aField(api.sql, api.a.organizationId, otherOwnList, { name: 'Elsewhere' })
  const missing = 2_000_000_000
  const field = { name: 'F', field_type: 'text' }
  for (const [method, path, ids, body] of [
    ['GET', 'custom_fields/:id', [foreign, foreignOfList], undefined],
    ['PUT', 'custom_fields/:id', [foreign, foreignOfList], { name: 'Stolen' }],
    ['PUT', 'custom_fields/:id', [foreign, foreignOfList], { name: '' }],
    ['DELETE', 'custom_fields/:id', [foreign, foreignOfList], undefined],
    ['GET', `mailing_lists/${ownList}/custom_fields/:id`, [foreign, foreignOfList, ofOtherList], undefined],
    ['PUT', `mailing_lists/${ownList}/custom_fields/:id`, [foreign, ofOtherList], { name: 'Stolen' }],
    ['DELETE', `mailing_lists/${ownList}/custom_fields/:id`, [foreign, ofOtherList], undefined],
    ['GET', 'mailing_lists/:id/custom_fields', [foreignList], undefined],
    ['GET', 'mailing_lists/:id/custom_fields/deleted', [foreignList], undefined],
    ['POST', 'mailing_lists/:id/custom_fields', [foreignList], field],
    ['POST', 'mailing_lists/:id/custom_fields', [foreignList], {}],
    ['PUT', `mailing_lists/:id/custom_fields/${foreignOfList}`, [foreignList], { name: 'Stolen' }],
    ['POST', 'custom_fields/promote', [foreign, foreignOfList], { custom_field_id: ':id' }],
  ] as const) {
    const ask = (id: number) => {
      const named = JSON.stringify(body)?.replace(':id', String(id))
      return api.call(
        method,
        path.replace(':id', String(id)),
        named === undefined ? undefined : JSON.parse(named),
      )
    }
    const answer = await ask(missing)
    expect(answer).toMatchObject({ status: 404, body: { data: null, error_code: 'not_found' } })
    for (const id of ids) expect(await ask(id)).toEqual(answer)
  }
  const rows =
    await api.sql`select name from custom_fields where organization_id = ${b} and deleted_at is null order by id`
  expect(rows.map((row) => row['name'])).toEqual(['Foreign', 'Foreign too'])
})

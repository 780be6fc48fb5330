import { describe, expect, test } from 'vitest'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { anImport, aSubscriber } from '../../harness/records/lists.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { findSubscriberList } from '../../../src/store/subscribers/rows.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { until } from '../../harness/core/until.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'

const aServer = () => anApi(mailingListRoutes, customFieldRoutes)
const update = (api: Api, id: number, attributes: object) =>
  api.call<MailingList>('PUT', `mailing_lists/${id}`, { mailing_list: attributes })

/** Waits until a statement in the database of the test waits for a lock. */
async function someoneWaits(api: Api): Promise<void> {
  await until(async () => (await countWaiting(api.sql)) > 0)
}

describe('the primary key of a list', () => {
  test('is a field of the list or a global one, never of another list or organization', async () => {
    const api = await aServer()
    const { a, b } = { a: api.a.organizationId, b: api.b.organizationId }
    const id = await aList(api.sql, a)
    const number = { name: 'Number', field_type: 'number', required: true } as const
    for (const field of [
      await aField(api.sql, a, id, number),
      await aField(api.sql, a, null, { ...number, name: 'G' }),
    ]) {
      const { body } = await update(api, id, { primary_key_custom_field_id: field })
      expect(body.data.primary_key_custom_field_id).toBe(field)
    }
    const missing = await update(api, id, { primary_key_custom_field_id: 2_000_000_000 })
    expect(missing.body.error_code).toBe('validation_failed')
    for (const field of [
      await aField(api.sql, a, await aList(api.sql, a), number),
      await aField(api.sql, b, null, number),
      await aField(api.sql, a, null, { ...number, name: 'Deleted', deleted_at: '2020-01-01' }),
    ]) {
      expect(await update(api, id, { primary_key_custom_field_id: field })).toEqual(missing)
    }
  })

  test('is fixed while the list has subscribers, or an import that may add some', async () => {
    const api = await aServer()
    const organizationId = api.a.organizationId
    const id = await aList(api.sql, organizationId)
    const field = await aField(api.sql, organizationId, id, { name: 'Number', required: true })
    const change = async () =>
      (await update(api, id, { primary_key_custom_field_id: field })).body.error_message
    const refusal = /cannot be changed while the list has subscribers, unfinished imports or web forms$/

    await aSubscriber(api.sql, organizationId, await aList(api.sql, organizationId), 'elsewhere@example.com')
    await aSubscriber(api.sql, organizationId, id, 'a@example.com')
    expect(await change()).toMatch(refusal)
    expect((await update(api, id, { primary_key_custom_field_id: null })).status).toBe(200)
    await api.sql`delete from subscribers where mailing_list_id = ${id}`
    const importId = await anImport(api.sql, organizationId, id)
    expect(await change()).toMatch(refusal)
    await api.sql`update jobs set state = 'cancelled', finished_at = now() where id = ${importId}`
    expect(await change()).toBeNull()
  })

  test('waits for a subscriber that is just being added, and is then fixed', async () => {
    const api = await aServer()
    const organizationId = api.a.organizationId
    const id = await aList(api.sql, organizationId)
    const field = await aField(api.sql, organizationId, id, { name: 'Number', required: true })
    const pending = await api.sql.begin(async (tx) => {
      await findSubscriberList(tx, organizationId, id, { lock: true })
      const change = update(api, id, { primary_key_custom_field_id: field })
      await someoneWaits(api)
      await aSubscriber(tx, organizationId, id, 'a@example.com')
      return { change }
    })
    expect((await pending.change).body.error_message).toMatch(
      /cannot be changed while the list has subscribers/,
    )
  })

  test('cannot be set when the list is created, because the list has no fields yet', async () => {
    const api = await aServer()
    const { body } = await api.call<MailingList>('POST', 'mailing_lists', {
      name: 'Members',
      primary_key_custom_field_id: 1,
    })
    expect(body.data.primary_key_custom_field_id).toBeNull()
  })
})

describe('preview values', () => {
  test('are merged into the stored ones and answered by name, with type and value', async () => {
    const api = await aServer()
    const id = await aList(api.sql, api.a.organizationId)
    await aField(api.sql, api.a.organizationId, id, { name: 'Town', required: true })
    await aField(api.sql, api.a.organizationId, null, { name: 'Age', field_type: 'number' })
    const preview = async (values: object) =>
      (await update(api, id, { preview_custom_field_data: values })).body.data.preview_custom_field_data
    const town = { name: 'Town', type: 'text', value: 'Graz' }
    const age = { name: 'Age', type: 'number', value: 7 }
    expect(await preview({ town: 'Graz' })).toEqual({ Town: town })
    expect(await preview({ Age: '7' })).toEqual({ Town: town, Age: age })
    expect(await preview({ Age: age })).toEqual({ Town: town, Age: age })
    expect(await preview({ Town: null })).toEqual({ Age: age })
    await api.sql`update custom_fields set deleted_at = now()`
    expect(await preview({})).toEqual({})
  })

  test('keep their type and value for every type', async () => {
    const api = await aServer()
    const id = await aList(api.sql, api.a.organizationId)
    const given = {
      Note: ['text_multiline', 'a\nb'],
      Since: ['date', '2020-02-29'],
      Birthday: ['day_of_year', '02-29'],
      Member: ['boolean', false],
      Shade: ['select_single_radio', 'Dark'],
      Colors: ['select_multiple_checkboxes', ['Red', 'Blue']],
    } as const
    for (const [name, [field_type]] of Object.entries(given)) {
      const field = { name, field_type, options: ['Red', 'Blue', 'Dark'] }
      await api.call('POST', `mailing_lists/${id}/custom_fields`, field)
    }
    const values = Object.fromEntries(Object.entries(given).map(([name, [, value]]) => [name, value]))
    const { body } = await update(api, id, { preview_custom_field_data: values })
    expect(body.data.preview_custom_field_data).toEqual(
      Object.fromEntries(Object.entries(given).map(([name, [type, value]]) => [name, { name, type, value }])),
    )
  })
})

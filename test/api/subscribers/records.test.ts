import { describe, expect, test } from 'vitest'
import { aField, aList, someOptions } from '../../harness/core/records.ts'
import {
  aSubscriberApi,
  aSubscriberList,
  subscribe,
  type Subscriber,
} from '../../harness/records/subscribers.ts'

describe('a subscriber in an answer', () => {
  test('has only the documented fields, times in the zone of the organization', async () => {
    const api = await aSubscriberApi()
    await api.sql`update organizations set time_zone = 'America/Chicago' where id = ${api.a.organizationId}`
    const listId = await aList(api.sql, api.a.organizationId)
    await aField(api.sql, api.a.organizationId, listId, { name: 'City' })
    const subscriber = {
      email: 'Anna@example.com',
      subscribe_time: '2013-03-27T10:41:15-05:00',
      subscribe_ip: '10.0.0.1',
      remove_time: '2014-01-01',
      custom_fields: { city: 'Rome' },
    }
    const { status, body } = await api.call('POST', `mailing_lists/${listId}/subscribers`, { subscriber })
    expect([status, body.error_message]).toEqual([200, null])
    expect(body.data).toEqual({
      id: expect.any(Number),
      mailing_list_id: listId,
      email: 'Anna@example.com',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[56]:00$/),
      created_at_epoch: expect.any(Number),
      updated_at: body.data['created_at'],
      status: 'active',
      subscribe_time: '2013-03-27T10:41:15-05:00',
      subscribe_time_epoch: 1364398875,
      subscribe_ip: '10.0.0.1',
      custom_fields: { City: { name: 'City', type: 'text', value: 'Rome' } },
    })
    const { created_at: created, created_at_epoch: epoch } = body.data
    expect(Date.parse(String(created)) / 1000).toBe(epoch)
  })

  test('has confirmed and email_format if its list has them', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId, { has_format: true, has_confirmed: true })
    const [id] = await subscribe(api, listId, ['a@example.com'])
    const path = `mailing_lists/${listId}/subscribers/${id}`
    expect((await api.call<Subscriber[]>('GET', path)).body.data[0]).toMatchObject({
      confirmed: false,
      email_format: null,
    })
    const subscriber = { confirmed: '1', email_format: 'plaintext' }
    expect((await api.call('PUT', path, { subscriber })).body.data).toMatchObject({
      confirmed: true,
      email_format: 'text',
    })
  })

  test('was subscribed now by default', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const { body } = await api.call('POST', `mailing_lists/${listId}/subscribers`, { email: 'a@example.com' })
    expect(body.data['subscribe_time']).toBe(body.data['created_at'])
  })

  test('has every custom field of the list, each with a value of its type', async () => {
    const api = await aSubscriberApi()
    const { organizationId } = api.a
    const listId = await aList(api.sql, organizationId)
    const fieldTypes = ['text', 'number', 'date', 'day_of_year', 'boolean', 'text_multiline'] as const
    for (const field_type of fieldTypes)
      await aField(api.sql, organizationId, listId, { name: field_type, field_type })
    const choice = await aField(api.sql, organizationId, null, {
      name: 'global',
      field_type: 'select_multiple_checkboxes',
    })
    await someOptions(api.sql, organizationId, choice, ['red', 'green', 'blue'])
    await aField(api.sql, organizationId, await aList(api.sql, organizationId), { name: 'of another list' })
    await aField(api.sql, organizationId, listId, { name: 'deleted', deleted_at: new Date() })
    const custom_fields = {
      text: 'x',
      number: '12',
      date: '03/11/1994',
      day_of_year: 'March 11',
      boolean: 'true',
      global: ['blue', 'red'],
    }
    const path = `mailing_lists/${listId}/subscribers`
    const { body } = await api.call<Subscriber>('POST', path, { email: 'a@example.com', custom_fields })
    expect(body.error_message).toBeNull()
    const values = Object.fromEntries(
      Object.entries(body.data.custom_fields).map(([name, { value }]) => [name, value]),
    )
    expect(values).toEqual({
      text: 'x',
      number: 12,
      date: '1994-03-11',
      day_of_year: '03-11',
      boolean: true,
      text_multiline: null,
      global: ['red', 'blue'],
    })
  })

  test('keeps hostile field names inside the hash', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const names = ['__proto__', 'constructor', 'toString', '"', '</script>', '\u2028']
    const ids: number[] = []
    for (const name of names) ids.push(await aField(api.sql, api.a.organizationId, listId, { name }))
    const custom_fields = Object.fromEntries(ids.map((id) => [id, `value ${id}`]))
    const path = `mailing_lists/${listId}/subscribers`
    const { body } = await api.call<Subscriber>('POST', path, { email: 'a@example.com', custom_fields })
    expect(Object.keys(body.data.custom_fields).toSorted()).toEqual(names.toSorted())
    for (const [index, name] of names.entries()) {
      const entry = Object.getOwnPropertyDescriptor(body.data.custom_fields, name)?.value
      expect(entry).toEqual({ name, type: 'text', value: `value ${ids[index]}` })
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('keeps times of the distant past and future', async () => {
    const { api, sql, organizationId, path } = await aSubscriberList()
    for (const time of ['0100-01-01T00:00:00Z', '1752-09-14T12:00:00Z', '9999-12-31T23:59:59Z']) {
      const email = `at${time.slice(0, 4)}@example.com`
      const { body } = await api.call('POST', path, { email, subscribe_time: time })
      expect(body.data['subscribe_time']).toBe(time)
    }
    await sql`update organizations set time_zone = 'Pacific/Auckland' where id = ${organizationId}`
    expect((await api.call('GET', path)).status).toBe(200)
  })
})

describe('subscribers by address', () => {
  test('are those of all lists of the organization, with their list', async () => {
    const api = await aSubscriberApi()
    const { organizationId } = api.a
    const plain = await aList(api.sql, organizationId, { name: 'Plain' })
    const keyed = await aList(api.sql, organizationId, { name: 'Keyed', has_confirmed: true })
    const member = await aField(api.sql, organizationId, keyed, { name: 'Member', required: true })
    await api.sql`update mailing_lists set primary_key_custom_field_id = ${member} where id = ${keyed}`
    const gone = await aList(api.sql, organizationId, { name: 'Gone' })
    const foreign = await aList(api.sql, api.b.organizationId)
    await subscribe(api, plain, ['Anna@example.com', 'other@example.com'])
    await subscribe(api, gone, ['anna@example.com'])
    await api.sql`update mailing_lists set deleted_at = now() where id = ${gone}`
    await api.call('POST', `mailing_lists/${foreign}/subscribers`, { email: 'anna@example.com' }, api.b)
    for (const [email, key] of [
      ['anna@Example.com', '1'],
      ['anna@example.com', '2'],
      ['eve@example.com', 'anna@example.com'],
    ]) {
      const answer = await api.call('POST', `mailing_lists/${keyed}/subscribers`, {
        email,
        custom_fields: { Member: key },
      })
      expect(answer.body.error_message).toBeNull()
    }
    const { body } = await api.call<(Subscriber & { mailing_list: object })[]>(
      'GET',
      'subscribers_by_email/ANNA%40example.com',
    )
    expect(body.data.map(({ email, mailing_list }) => ({ email, mailing_list }))).toEqual([
      { email: 'Anna@example.com', mailing_list: { id: plain, name: 'Plain' } },
      { email: 'anna@Example.com', mailing_list: { id: keyed, name: 'Keyed' } },
      { email: 'anna@example.com', mailing_list: { id: keyed, name: 'Keyed' } },
    ])
    expect(body.data[1]).toMatchObject({ confirmed: false, custom_fields: { Member: { value: '1' } } })
    expect(body.data[0]).not.toHaveProperty('confirmed')
  })

  test('are none for an unused or impossible address', async () => {
    const api = await aSubscriberApi()
    for (const email of ['nobody@example.com', 'rubbish', '%20']) {
      expect((await api.call('GET', `subscribers_by_email/${email}`)).body).toMatchObject({
        success: true,
        data: [],
      })
    }
  })
})

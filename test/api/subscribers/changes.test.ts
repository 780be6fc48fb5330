import { describe, expect, test } from 'vitest'
import { aField, aList, anAutoresponder } from '../../harness/core/records.ts'
import { aSubscriberList, countsOf, type Subscriber } from '../../harness/records/subscribers.ts'

describe('adding a subscriber', () => {
  test('accepts the record with or without its wrapper, and unknown members', async () => {
    const { api, path } = await aSubscriberList()
    const wrapped = await api.call('POST', path, {
      subscriber: { email: 'a@example.com', first_name: 'A', mailing_list_id: 99 },
      other: 1,
    })
    const bare = await api.call('POST', path, { email: 'b@example.com', first_name: 'B' })
    expect([wrapped.status, bare.status]).toEqual([200, 200])
  })

  test('rejects an address that is on the list in any spelling', async () => {
    const { api, path, listId, organizationId, sql } = await aSubscriberList()
    await api.call('POST', path, { email: 'Anna@example.com' })
    const again = await api.call('POST', path, { email: 'anna@EXAMPLE.com', status: 'bounced' })
    expect([again.status, again.body.error_code, again.body.error_message]).toEqual([
      422,
      'validation_failed',
      'email already exists on this mailing list',
    ])
    const other = await aList(sql, organizationId)
    expect(
      (await api.call('POST', `mailing_lists/${other}/subscribers`, { email: 'anna@example.com' })).status,
    ).toBe(200)
    expect(await countsOf(api, listId)).toMatchObject({ active: 1, bounced: 0 })
  })

  test('of one address by eight callers at once succeeds once', async () => {
    const { api, path, listId } = await aSubscriberList()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.call('POST', path, { email: 'a@example.com' })),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(await countsOf(api, listId)).toMatchObject({ active: 1 })
  })

  test('needs the required fields of the list', async () => {
    const { api, path, listId, organizationId, sql } = await aSubscriberList()
    await aField(sql, organizationId, listId, { name: 'City', required: true })
    await aField(sql, organizationId, null, { name: 'Age', field_type: 'number', required: true })
    const { body } = await api.call('POST', path, { email: 'a@example.com', custom_fields: { City: ' ' } })
    expect(body.error_message).toBe('City is required, Age is required')
  })
})

describe('changing a subscriber', () => {
  test('by id or address changes only what is given and merges custom fields', async () => {
    const { api, path, listId, organizationId, sql } = await aSubscriberList()
    await aField(sql, organizationId, listId, { name: 'City' })
    await aField(sql, organizationId, listId, { name: 'Age', field_type: 'number' })
    const made = await api.call<Subscriber>('POST', path, {
      email: 'anna@example.com',
      custom_fields: { City: 'Rome', Age: 40 },
    })
    const changed = await api.call<Subscriber>('PUT', `${path}/ANNA%40example.com`, {
      subscriber: { email: 'Eve@example.com', custom_fields: { Age: null } },
    })
    expect(changed.body.data).toMatchObject({
      id: made.body.data.id,
      email: 'Eve@example.com',
      status: 'active',
      custom_fields: { City: { value: 'Rome' }, Age: { value: null } },
    })
    const untouched = await api.call<Subscriber>('PUT', `${path}/${made.body.data.id}`)
    expect(untouched.body.data).toEqual(changed.body.data)
  })

  test('by eight callers at once loses none of their fields', async () => {
    const { api, path, listId, organizationId, sql } = await aSubscriberList()
    const names = Array.from({ length: 8 }, (_, index) => `F${index}`)
    for (const name of names) await aField(sql, organizationId, listId, { name })
    await api.call('POST', path, { email: 'a@example.com' })
    await Promise.all(
      names.map((name) => api.call('PUT', `${path}/a@example.com`, { custom_fields: { [name]: 'x' } })),
    )
    const { body } = await api.call<Subscriber[]>('GET', `${path}/a@example.com`)
    expect(names.map((name) => body.data[0]?.custom_fields[name]?.value)).toEqual(names.map(() => 'x'))
  })

  test('to the address of another is rejected, to another spelling of its own is not', async () => {
    const { api, path } = await aSubscriberList()
    await api.call('POST', path, { email: 'a@example.com' })
    await api.call('POST', path, { email: 'b@example.com' })
    const taken = await api.call('PUT', `${path}/a@example.com`, { email: 'B@example.com' })
    expect(taken.body.error_message).toBe('email already exists on this mailing list')
    const own = await api.call('PUT', `${path}/a@example.com`, { email: 'A@Example.com' })
    expect(own.body.data).toMatchObject({ email: 'A@Example.com' })
  })

  test('is not_found for a missing one before the fields are checked', async () => {
    const { api, path } = await aSubscriberList()
    for (const reference of ['1', 'a@example.com', 'rubbish', '99999999999999999999', '0']) {
      const { body } = await api.call('PUT', `${path}/${reference}`, { status: 'nonsense' })
      expect(body.error_code).toBe('not_found')
    }
  })
})

test('deleting a subscriber also deletes the messages owed to it', async () => {
  const { api, path, listId, organizationId, sql } = await aSubscriberList()
  await anAutoresponder(sql, organizationId, listId)
  const made = await api.call<Subscriber>('POST', path, { email: 'a@example.com' })
  await api.call('POST', path, { email: 'b@example.com' })
  const answer = await api.call('DELETE', `${path}/a@example.com`)
  expect(answer.body).toMatchObject({ success: true, data: null })
  expect((await api.call('DELETE', `${path}/a@example.com`)).status).toBe(404)
  expect(await countsOf(api, listId)).toMatchObject({ active: 1 })
  const [owed] = await sql`
    select count(*) from autoresponder_reactions where subscriber_id = ${made.body.data.id}`
  expect(owed).toEqual({ count: 0 })
  const [event] = await sql`select kind, subject_id, details::text from audit_events`
  expect(event).toMatchObject({ kind: 'subscriber.deleted', subject_id: made.body.data.id })
  expect(event?.['details']).not.toContain('example.com')
})

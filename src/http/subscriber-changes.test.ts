import { describe, expect, test } from 'vitest'
import { anApi } from '../../test/harness/api.ts'
import type { Api } from '../../test/harness/api.ts'
import { aField, aList, anAutoresponder } from '../../test/harness/records.ts'
import { subscriberStatuses } from '../contract/import-states.ts'
import { openSecrets } from '../secrets.ts'
import { createPageTokens } from './page-token.ts'
import { subscriberRoutes } from './subscribers.ts'

type Subscriber = {
  id: number
  email: string
  status: string
  custom_fields: Record<string, { value: unknown }>
}

const pageTokens = createPageTokens(openSecrets('a secret of the test, thirty-two characters'))
const start = () => anApi((route) => subscriberRoutes(route, pageTokens))

async function aStart(attributes: object = {}) {
  const api = await start()
  const listId = await aList(api.sql, api.a.organizationId, attributes)
  const path = `mailing_lists/${listId}/subscribers`
  return { api, sql: api.sql, organizationId: api.a.organizationId, listId, path }
}

async function countsOf(api: Api, listId: number) {
  const [row] = await api.sql`
    select active, unsubscribed, scomp, bounced, deactivated from subscriber_counts where mailing_list_id = ${listId}`
  return row
}

describe('adding a subscriber', () => {
  test('takes the record with or without its wrapper, and unknown keys', async () => {
    const { api, path } = await aStart()
    const wrapped = await api.call('POST', path, {
      subscriber: { email: 'a@example.com', first_name: 'A', mailing_list_id: 99 },
      other: 1,
    })
    const bare = await api.call('POST', path, { email: 'b@example.com', first_name: 'B' })
    expect([wrapped.status, bare.status]).toEqual([200, 200])
  })

  test('refuses an address that is on the list in any spelling', async () => {
    const { api, path, listId, organizationId, sql } = await aStart()
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
    const { api, path, listId } = await aStart()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.call('POST', path, { email: 'a@example.com' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)])
    expect(await countsOf(api, listId)).toMatchObject({ active: 1 })
  })

  test('asks for the required fields of the list', async () => {
    const { api, path, listId, organizationId, sql } = await aStart()
    await aField(sql, organizationId, listId, { name: 'City', required: true })
    await aField(sql, organizationId, null, { name: 'Age', field_type: 'number', required: true })
    const { body } = await api.call('POST', path, { email: 'a@example.com', custom_fields: { City: ' ' } })
    expect(body.error_message).toBe('City is required, Age is required')
  })
})

describe('changing a subscriber', () => {
  test('by id or address changes what is given and merges custom fields', async () => {
    const { api, path, listId, organizationId, sql } = await aStart()
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
    const { api, path, listId, organizationId, sql } = await aStart()
    const names = Array.from({ length: 8 }, (_, index) => `F${index}`)
    for (const name of names) await aField(sql, organizationId, listId, { name })
    await api.call('POST', path, { email: 'a@example.com' })
    await Promise.all(
      names.map((name) => api.call('PUT', `${path}/a@example.com`, { custom_fields: { [name]: 'x' } })),
    )
    const { body } = await api.call<Subscriber[]>('GET', `${path}/a@example.com`)
    expect(names.map((name) => body.data[0]?.custom_fields[name]?.value)).toEqual(names.map(() => 'x'))
  })

  test('to an address that another has is refused, to another spelling of its own is not', async () => {
    const { api, path } = await aStart()
    await api.call('POST', path, { email: 'a@example.com' })
    await api.call('POST', path, { email: 'b@example.com' })
    const taken = await api.call('PUT', `${path}/a@example.com`, { email: 'B@example.com' })
    expect(taken.body.error_message).toBe('email already exists on this mailing list')
    const own = await api.call('PUT', `${path}/a@example.com`, { email: 'A@Example.com' })
    expect(own.body.data).toMatchObject({ email: 'A@Example.com' })
  })

  test('that is not there is not_found before its fields are looked at', async () => {
    const { api, path } = await aStart()
    for (const reference of ['1', 'a@example.com', 'rubbish', '99999999999999999999', '0']) {
      const { body } = await api.call('PUT', `${path}/${reference}`, { status: 'nonsense' })
      expect(body.error_code).toBe('not_found')
    }
  })
})

describe('a list whose key is a custom field', () => {
  async function keyedStart() {
    const started = await aStart()
    const { sql, organizationId, listId } = started
    const field = await aField(sql, organizationId, listId, { name: 'Member', required: true })
    await sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${listId}`
    const add = (email: string, member: string) =>
      started.api.call<Subscriber>('POST', started.path, { email, custom_fields: { Member: member } })
    return { ...started, add }
  }

  test('may have an address twice, but no value of the field', async () => {
    const { api, path, add } = await keyedStart()
    await add('a@example.com', 'M-1')
    expect((await add('A@example.com', 'm-2')).status).toBe(200)
    expect((await add('b@example.com', 'm-1')).body.error_message).toBe(
      'Member already exists on this mailing list',
    )
    const both = await api.call<Subscriber[]>('GET', `${path}/a@example.com`)
    expect(both.body.data.map(({ email }) => email)).toEqual(['a@example.com', 'A@example.com'])
  })

  test('answers multiple_records_found where one was meant and several have the address', async () => {
    const { api, path, add } = await keyedStart()
    const first = await add('a@example.com', 'M-1')
    await add('a@example.com', 'M-2')
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { status: 'bounced' } : undefined
      const answer = await api.call(method, `${path}/a@example.com`, body)
      expect([answer.status, answer.body.error_code]).toEqual([409, 'multiple_records_found'])
    }
    expect((await api.call('PUT', `${path}/${first.body.data.id}`, { status: 'bounced' })).status).toBe(200)
  })

  test('keeps the field unique when it changes', async () => {
    const { api, path, add } = await keyedStart()
    const first = await add('a@example.com', 'M-1')
    await add('b@example.com', 'M-2')
    const one = `${path}/${first.body.data.id}`
    expect((await api.call('PUT', one, { custom_fields: { Member: 'm-2' } })).body.error_message).toBe(
      'Member already exists on this mailing list',
    )
    expect((await api.call('PUT', one, { custom_fields: { Member: '' } })).body.error_message).toBe(
      'Member is required',
    )
    expect(
      (await api.call('PUT', one, { custom_fields: { Member: 'm-3' }, email: 'b@example.com' })).status,
    ).toBe(200)
  })

  test('does not mistake a key that looks like an address for one', async () => {
    const { api, path, add } = await keyedStart()
    await add('a@example.com', 'b@example.com')
    expect((await api.call('GET', `${path}/b@example.com`)).status).toBe(404)
    await add('c@example.com', 'c@example.com')
    expect((await api.call('GET', `${path}/C@example.com`)).status).toBe(200)
  })
})

test('a deleted subscriber is gone, with the messages that were owed to it', async () => {
  const { api, path, listId, organizationId, sql } = await aStart()
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

describe('statuses', () => {
  test('change any to any, and the counts follow', async () => {
    const { api, path, listId } = await aStart()
    await api.call('POST', path, { email: 'a@example.com' })
    for (const from of subscriberStatuses) {
      for (const to of subscriberStatuses) {
        await api.call('PUT', `${path}/a@example.com`, { status: from })
        const { body } = await api.call('PUT', `${path}/a@example.com`, { status: to })
        expect(body.data['status']).toBe(to)
        const none = Object.fromEntries(subscriberStatuses.map((status) => [status, 0]))
        expect(await countsOf(api, listId)).toEqual({ ...none, [to]: 1 })
      }
    }
    expect((await api.call('PUT', `${path}/a@example.com`, { status: 'Active' })).body.error_message).toBe(
      'status must be one of active, unsubscribed, scomp, bounced, deactivated',
    )
  })

  test('of those who left change only where a status is given, and each such change is on record', async () => {
    const { api, path, sql } = await aStart({ has_confirmed: true })
    for (const status of subscriberStatuses.filter((word) => word !== 'active')) {
      await sql`truncate audit_events`
      const email = `${status}@example.com`
      const made = await api.call<Subscriber>('POST', path, { email, status })
      for (const change of [
        {},
        { confirmed: true },
        { subscribe_time: '2020-01-01' },
        { status: null },
        { email },
      ]) {
        await api.call('PUT', `${path}/${email}`, { ...change, run_autoresponders: true })
      }
      await api.call('POST', path, { email, status: 'active' })
      expect((await api.call<Subscriber[]>('GET', `${path}/${email}`)).body.data[0]?.status).toBe(status)
      expect(await sql`select from audit_events`).toHaveLength(0)
      await api.call('PUT', `${path}/${email}`, { status: 'active' })
      await api.call('PUT', `${path}/${email}`, { status })
      const events =
        await sql`select kind, api_key_id, request_id, subject_type, subject_id, details from audit_events`
      expect(events).toEqual([
        {
          kind: 'subscriber.reactivated',
          api_key_id: api.a.apiKeyId,
          request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          subject_type: 'Subscriber',
          subject_id: made.body.data.id,
          details: { mailing_list_id: expect.any(Number), from: status, to: 'active' },
        },
      ])
    }
  })

  test('from one way of having left to another are on record too', async () => {
    const { api, path, sql } = await aStart()
    await api.call('POST', path, { email: 'a@example.com', status: 'scomp' })
    await api.call('PUT', `${path}/a@example.com`, { status: 'deactivated' })
    expect(await sql`select kind, details from audit_events`).toMatchObject([
      { kind: 'subscriber.status_changed', details: { from: 'scomp', to: 'deactivated' } },
    ])
  })

  test('of a refused change leave nothing on record', async () => {
    const { api, path, sql, organizationId, listId } = await aStart()
    await api.call('POST', path, { email: 'a@example.com', status: 'bounced' })
    await api.call('POST', path, { email: 'b@example.com' })
    await sql`update organizations set subscriber_quota_mode = 'hidden_limit', subscriber_quota_limit = 1
      where id = ${organizationId}`
    const refused = await api.call('PUT', `${path}/a@example.com`, { status: 'active' })
    expect(refused.body.error_message).toBe('the organization has reached its limit of active subscribers')
    expect(await sql`select from audit_events`).toHaveLength(0)
    expect(await countsOf(api, listId)).toMatchObject({ active: 1, bounced: 1 })
  })
})

describe('a limit of active subscribers', () => {
  async function limitedStart(limit: number, overage = 0) {
    const started = await aStart()
    await started.sql`
      update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = ${limit},
        subscriber_quota_overage = ${overage}
      where id = ${started.organizationId}`
    return started
  }

  const refusal = (limit: number) => `the organization has reached its limit of ${limit} active subscribers`

  test('with three free places takes three of eight who come at once', async () => {
    const { api, path, listId } = await limitedStart(5)
    for (const email of ['x@example.com', 'y@example.com']) await api.call('POST', path, { email })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => api.call('POST', path, { email: `a${index}@example.com` })),
    )
    const messages = answers.map(({ body }) => body.error_message)
    expect(messages.filter((message) => message === null)).toHaveLength(3)
    expect(messages.filter((message) => message === refusal(5))).toHaveLength(5)
    expect(await countsOf(api, listId)).toMatchObject({ active: 5 })
  })

  test('holds for coming back as for coming, together', async () => {
    const { api, path, listId } = await limitedStart(3)
    const emails = Array.from({ length: 4 }, (_, index) => `back${index}@example.com`)
    for (const email of emails) await api.call('POST', path, { email, status: 'unsubscribed' })
    const answers = await Promise.all([
      ...emails.map((email) => api.call('PUT', `${path}/${email}`, { status: 'active' })),
      ...emails.map((email) => api.call('POST', path, { email: `new-${email}` })),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await countsOf(api, listId)).toMatchObject({ active: 3 })
  })

  test('counts all lists of the organization that are not deleted, and nobody who left', async () => {
    const { api, path, sql, organizationId } = await limitedStart(1)
    await api.call('POST', path, { email: 'left@example.com', status: 'unsubscribed' })
    const other = await aList(sql, organizationId, { name: 'Other' })
    expect(
      (await api.call('POST', `mailing_lists/${other}/subscribers`, { email: 'a@example.com' })).status,
    ).toBe(200)
    expect((await api.call('POST', path, { email: 'b@example.com' })).body.error_message).toBe(refusal(1))
    expect((await api.call('POST', path, { email: 'b@example.com', status: 'bounced' })).status).toBe(200)
    await sql`update mailing_lists set deleted_at = now() where id = ${other}`
    expect((await api.call('PUT', `${path}/b@example.com`, { status: 'active' })).status).toBe(200)
  })

  test('reaches further by its overage, rounded down, and does not say so', async () => {
    const { api, path } = await limitedStart(2, 99)
    const statuses: number[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      statuses.push((await api.call('POST', path, { email: `${name}@example.com` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 422])
    const { body } = await api.call('POST', path, { email: 'e@example.com' })
    expect(body.error_message).toBe(refusal(2))
  })

  test('does not stand in the way of other changes', async () => {
    const { api, path, sql, organizationId } = await limitedStart(1)
    await api.call('POST', path, { email: 'a@example.com' })
    await sql`update organizations set subscriber_quota_limit = 0 where id = ${organizationId}`
    expect(
      (await api.call('PUT', `${path}/a@example.com`, { status: 'active', email: 'b@example.com' })).status,
    ).toBe(200)
  })
})

import { describe, expect, test } from 'vitest'
import { aField, anAutoresponder } from '../../../harness/core/records.ts'
import { aSession } from '../../../harness/records/sessions.ts'
import { aSubscriberList, countsOf, type Subscriber } from '../../../harness/records/subscribers.ts'

async function aStart() {
  const started = await aSubscriberList()
  const { api, sql, organizationId, listId, path } = started
  await aField(sql, organizationId, listId, { name: 'City' })
  const put = (who: string, subscriber: object = {}, query = 'create=true') =>
    api.call<Subscriber>('PUT', `${path}/${who}?${query}`, { subscriber })
  return { ...started, put }
}

async function aKeyedStart() {
  const started = await aStart()
  const { sql, organizationId, listId } = started
  const member = await aField(sql, organizationId, listId, { name: 'Member', required: true })
  await sql`update mailing_lists set primary_key_custom_field_id = ${member} where id = ${listId}`
  return { ...started, member }
}

describe('PUT with create=true', () => {
  test('creates a subscriber as POST does, and updates the one who is there', async () => {
    const { api, put, path, listId } = await aStart()
    const made = await put('Ann@example.com', { custom_fields: { City: 'Ulm' }, status: 'unsubscribed' })
    expect(made.body.error_message).toBeNull()
    expect(made.body.data).toMatchObject({ email: 'Ann@example.com', status: 'unsubscribed' })
    const changed = await put('ann@example.com', { custom_fields: { City: 'Rome' } })
    expect(changed.body.data).toMatchObject({ id: made.body.data.id, status: 'unsubscribed' })
    expect(changed.body.data.custom_fields['City']?.value).toBe('Rome')
    expect((await api.call<Subscriber[]>('GET', path)).body.data).toHaveLength(1)
    expect(await countsOf(api, listId)).toMatchObject({ active: 0, unsubscribed: 1 })
  })

  test('creates one subscriber if calls run at once', async () => {
    const { api, put, path, listId } = await aStart()
    const calls = Array.from({ length: 12 }, (_, n) =>
      put('ann@example.com', { custom_fields: { City: `${n}` } }),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ body }) => body.error_message)).toEqual(calls.map(() => null))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await api.call<Subscriber[]>('GET', path)).body.data).toHaveLength(1)
    expect(await countsOf(api, listId)).toMatchObject({ active: 1 })
  })

  test('triggers autoresponders for a new subscriber only', async () => {
    const { sql, put, organizationId, listId } = await aStart()
    await anAutoresponder(sql, organizationId, listId)
    await put('ann@example.com')
    await put('ann@example.com', { status: 'active' })
    const [row] = await sql`select count(*)::int as reactions from autoresponder_reactions`
    expect(row).toEqual({ reactions: 1 })
  })

  test('does not invent a person for an id, a faulty address or another address in the record', async () => {
    const { put } = await aStart()
    const faults = [
      await put('4711'),
      await put('ann.example.com'),
      await put('ann@example.com', { email: 'bob@example.com' }),
    ]
    expect(faults.map(({ status, body }) => [status, body.error_message])).toEqual([
      [404, 'subscriber not found'],
      [422, expect.stringContaining('email ')],
      [422, 'email must be that of the path, or be left out, where create is true'],
    ])
  })

  test('needs both permissions of a user', async () => {
    const { api, organizationId, path } = await aStart()
    const user = await aSession(api, organizationId, { permissions: { subscriber: ['update'] } })
    const { status, body } = await api.call('PUT', `${path}/ann@example.com?create=true`, {}, user)
    expect([status, body.error_message]).toEqual([403, 'this call needs the permission subscriber.create'])
  })

  test('is no part of an update without it', async () => {
    const { put } = await aStart()
    for (const query of ['', 'create=false'])
      expect((await put('ann@example.com', {}, query)).status).toBe(404)
  })
})

describe('PUT with by=key', () => {
  test('finds and creates a subscriber by the primary key of the list', async () => {
    const { put } = await aKeyedStart()
    const by = 'by=key&create=true'
    const made = await put('1007', { email: 'ann@example.com' }, by)
    expect(made.body.error_message).toBeNull()
    expect(made.body.data.custom_fields['Member']?.value).toBe('1007')
    const changed = await put('1007', { email: 'anna@example.com', custom_fields: { City: 'Rome' } }, by)
    expect(changed.body.data).toMatchObject({ id: made.body.data.id, email: 'anna@example.com' })
    const moved = await put('1007', { custom_fields: { member: '1008' } }, by)
    expect(moved.body.error_message).toBe('Member must be that of the path, or be left out')
    expect((await put('1009', {}, by)).body.error_message).toContain('email cannot be blank')
    expect((await put('1009', {}, 'by=key')).status).toBe(404)
  })

  test('is the address on a list without another key', async () => {
    const { put } = await aStart()
    const made = await put('ann@example.com', {}, 'by=key&create=true')
    expect((await put('Ann@example.com', {}, 'by=key')).body.data.id).toBe(made.body.data.id)
  })

  test('does not change the person who has the key under another address', async () => {
    const { put } = await aKeyedStart()
    await put('1007', { email: 'ann@example.com' }, 'by=key&create=true')
    const { status, body } = await put('bob@example.com', { custom_fields: { Member: '1007' } })
    expect([status, body.error_message]).toEqual([422, 'Member already exists on this mailing list'])
  })
})

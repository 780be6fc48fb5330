import { describe, expect, test } from 'vitest'
import { aField } from '../../harness/core/records.ts'
import { aSubscriberList, type Subscriber } from '../../harness/records/subscribers.ts'

describe('a list whose key is a custom field', () => {
  async function keyedStart() {
    const started = await aSubscriberList()
    const { sql, organizationId, listId } = started
    const field = await aField(sql, organizationId, listId, { name: 'Member', required: true })
    await sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${listId}`
    const add = (email: string, member: string) =>
      started.api.call<Subscriber>('POST', started.path, { email, custom_fields: { Member: member } })
    return { ...started, add }
  }

  test('may contain an address twice, but each value of the field once', async () => {
    const { api, path, add } = await keyedStart()
    await add('a@example.com', 'M-1')
    expect((await add('A@example.com', 'm-2')).status).toBe(200)
    expect((await add('b@example.com', 'm-1')).body.error_message).toBe(
      'Member already exists on this mailing list',
    )
    const both = await api.call<Subscriber[]>('GET', `${path}/a@example.com`)
    expect(both.body.data.map(({ email }) => email)).toEqual(['a@example.com', 'A@example.com'])
  })

  test('answers multiple_records_found if several subscribers have the address', async () => {
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
    expect((await api.call('PUT', `${path}/b@example.com`, { status: 'bounced' })).status).toBe(404)
    expect((await api.call('DELETE', `${path}/b@example.com`)).status).toBe(404)
    await add('c@example.com', 'c@example.com')
    expect((await api.call('GET', `${path}/C@example.com`)).status).toBe(200)
  })
})

import { describe, expect, test } from 'vitest'
import { aField, aList, aRemoteList } from '../../harness/core/records.ts'
import { aSubscriberApi, subscribe, type Subscriber } from '../../harness/records/subscribers.ts'

describe('a caller of another organization', () => {
  test('gets the same answer as for missing records', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const [id] = await subscribe(api, listId, ['canary@example.com'])
    const own = await aList(api.sql, api.b.organizationId)
    const missing = 2_000_000_000
    const calls = [
      ['GET', (list: number) => `mailing_lists/${list}/subscribers`],
      ['GET', (list: number) => `mailing_lists/${list}/subscribers/${id},canary@example.com`],
      ['POST', (list: number) => `mailing_lists/${list}/subscribers`],
      ['PUT', (list: number) => `mailing_lists/${list}/subscribers/${id}`],
      ['DELETE', (list: number) => `mailing_lists/${list}/subscribers/canary@example.com`],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'POST' || method === 'PUT' ? { email: 'b@example.com' } : undefined
      const foreign = await api.call(method, path(listId), body, api.b)
      expect([foreign.status, foreign.body.error_code, foreign.body.data]).toEqual([404, 'not_found', null])
      expect(await api.call(method, path(missing), body, api.b)).toEqual(foreign)
      expect(await api.call(method, path(9_000_000_000), body, api.b)).toEqual(foreign)
    }
    // The id of a foreign subscriber below a list of the caller.
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { status: 'bounced' } : undefined
      const answer = await api.call(method, `mailing_lists/${own}/subscribers/${id}`, body, api.b)
      expect(answer.body).toMatchObject({
        error_code: 'not_found',
        error_message: 'subscriber not found',
        data: null,
      })
    }
    expect(
      (await api.call('GET', 'subscribers_by_email/canary@example.com', undefined, api.b)).body.data,
    ).toEqual([])
    const kept = await api.call<Subscriber[]>('GET', `mailing_lists/${listId}/subscribers/${id}`)
    expect(kept.body.data).toMatchObject([{ email: 'canary@example.com', status: 'active' }])
  })

  test('cannot detect a record by a field reference', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const foreign = await aField(api.sql, api.b.organizationId, null, { name: 'Canary' })
    const { body } = await api.call<Subscriber>('POST', `mailing_lists/${listId}/subscribers`, {
      email: 'a@example.com',
      custom_fields: { [foreign]: 'x', Canary: 'x', 999999: 'x' },
    })
    expect(body.data.custom_fields).toEqual({})
  })
})

test('remote lists have no subscribers to read or to change', async () => {
  const api = await aSubscriberApi()
  const listId = await aRemoteList(api.sql)
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/1'],
    ['POST', ''],
    ['PUT', '/1'],
    ['DELETE', '/1'],
  ] as const) {
    const body = method === 'POST' || method === 'PUT' ? { email: 'a@example.com' } : undefined
    const answer = await api.call(method, `mailing_lists/${listId}/subscribers${path}`, body, api.system)
    expect([answer.status, answer.body.error_code, answer.body.error_message]).toEqual([
      422,
      'validation_failed',
      'subscribers are not available on remote lists',
    ])
  }
})

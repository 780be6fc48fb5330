import { describe, expect, test } from 'vitest'
import { aList } from '../../harness/core/records.ts'
import { aSubscriberApi, subscribe, type Subscriber } from '../../harness/records/subscribers.ts'

describe('the list of subscribers', () => {
  test('is answered in pages, by id, with the totals of all', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const ids = await subscribe(api, listId, ['c@example.com', 'a@example.com', 'b@example.com'])
    await subscribe(api, await aList(api.sql, api.a.organizationId), ['elsewhere@example.com'])
    const path = `mailing_lists/${listId}/subscribers`
    const first = await api.call<Subscriber[]>('GET', `${path}?per_page=2`)
    expect(first.body.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(first.body).toMatchObject({ page: 0, per_page: 2, num_records: 3, num_pages: 2, page_token: null })
    const second = await api.call<Subscriber[]>('GET', `${path}?per_page=2&page=1`)
    expect(second.body.data.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(second.body).toMatchObject({ page: 1, next_page_token: null })
    const beyond = await api.call<Subscriber[]>('GET', `${path}?page=9`)
    expect(beyond.body).toMatchObject({ data: [], page: 9, num_records: 3, next_page_token: null })
  })

  test('is an empty first page if there are none', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const { body } = await api.call('GET', `mailing_lists/${listId}/subscribers`)
    expect(body).toMatchObject({ data: [], page: 0, num_records: 0, num_pages: 0, next_page_token: null })
  })

  test('by token contains every unchanged subscriber exactly once while others come and go', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const emails = Array.from({ length: 30 }, (_, index) => `a${index}@example.com`)
    const ids = await subscribe(api, listId, emails)
    const path = `mailing_lists/${listId}/subscribers`
    const leaving = ids.filter((_, index) => index % 5 === 2)
    const staying = ids.filter((id) => !leaving.includes(id))
    const seen: number[] = []
    let token: string | null | undefined
    for (let round = 0; token !== null; round += 1) {
      const query: string = token === undefined ? '' : `&page_token=${encodeURIComponent(token)}`
      const { body } = await api.call<Subscriber[]>('GET', `${path}?per_page=4${query}`)
      expect(body.page_token).toBe(token ?? null)
      seen.push(...body.data.map(({ id }) => id))
      token = body.next_page_token ?? null
      if (leaving[round] !== undefined) await api.call('DELETE', `${path}/${leaving[round]}`)
      if (round < 8) await subscribe(api, listId, [`new${round}@example.com`])
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => staying.includes(id))).toEqual(staying)
  })

  test('rejects a token of another list or organization', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    await subscribe(api, listId, ['a@example.com', 'b@example.com'])
    const { body } = await api.call('GET', `mailing_lists/${listId}/subscribers?per_page=1`)
    const query = `page_token=${body.next_page_token}`
    const other = await aList(api.sql, api.a.organizationId, { name: 'Other' })
    const foreign = await aList(api.sql, api.b.organizationId)
    expect((await api.call('GET', `mailing_lists/${listId}/subscribers?${query}`)).status).toBe(200)
    for (const answer of [
      await api.call('GET', `mailing_lists/${other}/subscribers?${query}`),
      await api.call('GET', `mailing_lists/${foreign}/subscribers?${query}`, undefined, api.b),
      await api.call('GET', `mailing_lists/${listId}/subscribers?${query}&page=0`),
      await api.call('GET', `mailing_lists/${listId}/subscribers?page_token=`),
      await api.call('GET', `mailing_lists/${listId}/subscribers?per_page=0`),
      await api.call('GET', `mailing_lists/${listId}/subscribers?page=-1`),
    ]) {
      expect([answer.status, answer.body.error_code]).toEqual([400, 'invalid_request'])
    }
    const tooMany = await api.call('GET', `mailing_lists/${listId}/subscribers?per_page=501`)
    expect(tooMany.body.error_code).toBe('requested_too_many')
  })
})

describe('subscribers requested by ids and addresses', () => {
  test('come in the order of the request, each once, without unknown ones', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const [anna, bob, eve] = await subscribe(api, listId, [
      'Anna@example.com',
      'bob+x@example.com',
      'eve/1@example.com',
    ])
    const asked = `${eve},ANNA@example.com, 999999 ,bob+x%40example%2Ecom,nobody@example.com,${anna},rubbish,0`
    const { body } = await api.call<Subscriber[]>('GET', `mailing_lists/${listId}/subscribers/${asked}`)
    expect(body.data.map(({ id }) => id)).toEqual([eve, anna, bob])
    const slash = encodeURIComponent('eve/1@example.com')
    const one = await api.call<Subscriber[]>('GET', `mailing_lists/${listId}/subscribers/${slash}`)
    expect(one.body.data.map(({ id }) => id)).toEqual([eve])
  })

  test('are not_found without data if none exists', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    await subscribe(api, await aList(api.sql, api.a.organizationId), ['a@example.com'])
    for (const asked of ['a@example.com', '1', ',', '%20', 'x', '99999999999999999999', '-1', '1.5', '01']) {
      const { status, body } = await api.call('GET', `mailing_lists/${listId}/subscribers/${asked}`)
      expect([asked, status, body.error_code, body.data]).toEqual([asked, 404, 'not_found', null])
    }
  })

  test('are at most a hundred', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const [id] = await subscribe(api, listId, ['a@example.com'])
    const path = `mailing_lists/${listId}/subscribers/`
    expect((await api.call('GET', path + Array(100).fill(id).join(','))).status).toBe(200)
    const { status, body } = await api.call('GET', path + Array(101).fill(id).join(','))
    expect([status, body.error_code]).toEqual([422, 'requested_too_many'])
  })
})

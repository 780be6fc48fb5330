import { describe, expect, test } from 'vitest'
import { anApi } from '../../test/harness/api.ts'
import type { Api } from '../../test/harness/api.ts'
import { aField, aList, aRemoteList, someOptions } from '../../test/harness/records.ts'
import { openSecrets } from '../secrets.ts'
import { createPageTokens } from './page-token.ts'
import { subscriberRoutes } from './subscribers.ts'

type Subscriber = {
  id: number
  email: string
  custom_fields: Record<string, { name: string; type: string; value: unknown }>
}

const pageTokens = createPageTokens(openSecrets('a secret of the test, thirty-two characters'))
const start = () => anApi((route) => subscriberRoutes(route, pageTokens))

async function add(api: Api, listId: number, ...emails: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const email of emails) {
    const { body } = await api.call<Subscriber>('POST', `mailing_lists/${listId}/subscribers`, {
      subscriber: { email },
    })
    ids.push(body.data.id)
  }
  return ids
}

describe('a subscriber in an answer', () => {
  test('has the documented fields and no others, times in the zone of the organization', async () => {
    const api = await start()
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
      status: 'active',
      subscribe_time: '2013-03-27T10:41:15-05:00',
      subscribe_time_epoch: 1364398875,
      subscribe_ip: '10.0.0.1',
      custom_fields: { City: { name: 'City', type: 'text', value: 'Rome' } },
    })
    const { created_at: created, created_at_epoch: epoch } = body.data
    expect(Date.parse(String(created)) / 1000).toBe(epoch)
  })

  test('has confirmed and email_format where its list has them', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId, { has_format: true, has_confirmed: true })
    const [id] = await add(api, listId, 'a@example.com')
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

  test('was subscribed now where nothing else is said', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    const { body } = await api.call('POST', `mailing_lists/${listId}/subscribers`, { email: 'a@example.com' })
    expect(body.data['subscribe_time']).toBe(body.data['created_at'])
  })

  test('has every custom field of the list, each with a value of its type', async () => {
    const api = await start()
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

  test('keeps hostile field names to the hash', async () => {
    const api = await start()
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

  test('keeps times of long ago and far ahead', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    for (const [email, time] of [
      ['a@example.com', '0100-01-01T00:00:00Z'],
      ['b@example.com', '1752-09-14T12:00:00Z'],
      ['c@example.com', '9999-12-31T23:59:59Z'],
    ] as const) {
      const { body } = await api.call('POST', `mailing_lists/${listId}/subscribers`, {
        email,
        subscribe_time: time,
      })
      expect(body.data['subscribe_time']).toBe(time)
    }
  })
})

describe('the list of subscribers', () => {
  test('comes in pages, by id, with the totals of all', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    const ids = await add(api, listId, 'c@example.com', 'a@example.com', 'b@example.com')
    await add(api, await aList(api.sql, api.a.organizationId), 'elsewhere@example.com')
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

  test('is an empty first page where there are none', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    const { body } = await api.call('GET', `mailing_lists/${listId}/subscribers`)
    expect(body).toMatchObject({ data: [], page: 0, num_records: 0, num_pages: 0, next_page_token: null })
  })

  test('walked by token shows everybody who was there throughout exactly once, whoever comes and goes', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    const emails = Array.from({ length: 30 }, (_, index) => `a${index}@example.com`)
    const ids = await add(api, listId, ...emails)
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
      if (round < 8) await add(api, listId, `new${round}@example.com`)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => staying.includes(id))).toEqual(staying)
  })

  test('refuses a token of another list and of another organization', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    await add(api, listId, 'a@example.com', 'b@example.com')
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

describe('subscribers asked for by ids and addresses', () => {
  test('come in the order asked for, each once, unknown ones left out', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    const [anna, bob, eve] = await add(
      api,
      listId,
      'Anna@example.com',
      'bob+x@example.com',
      'eve/1@example.com',
    )
    const asked = `${eve},ANNA@example.com, 999999 ,bob+x%40example%2Ecom,nobody@example.com,${anna},rubbish,0`
    const { body } = await api.call<Subscriber[]>('GET', `mailing_lists/${listId}/subscribers/${asked}`)
    expect(body.data.map(({ id }) => id)).toEqual([eve, anna, bob])
    const slash = encodeURIComponent('eve/1@example.com')
    const one = await api.call<Subscriber[]>('GET', `mailing_lists/${listId}/subscribers/${slash}`)
    expect(one.body.data.map(({ id }) => id)).toEqual([eve])
  })

  test('are not_found without data when there is none of them', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    await add(api, await aList(api.sql, api.a.organizationId), 'a@example.com')
    for (const asked of ['a@example.com', '1', ',', '%20', 'x', '99999999999999999999', '-1', '1.5', '01']) {
      const { status, body } = await api.call('GET', `mailing_lists/${listId}/subscribers/${asked}`)
      expect([asked, status, body.error_code, body.data]).toEqual([asked, 404, 'not_found', null])
    }
  })

  test('are at most a hundred', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    const [id] = await add(api, listId, 'a@example.com')
    const path = `mailing_lists/${listId}/subscribers/`
    expect((await api.call('GET', path + Array(100).fill(id).join(','))).status).toBe(200)
    const { status, body } = await api.call('GET', path + Array(101).fill(id).join(','))
    expect([status, body.error_code]).toEqual([422, 'requested_too_many'])
  })
})

describe('subscribers by address', () => {
  test('are those of all lists of the organization, with their list', async () => {
    const api = await start()
    const { organizationId } = api.a
    const plain = await aList(api.sql, organizationId, { name: 'Plain' })
    const keyed = await aList(api.sql, organizationId, { name: 'Keyed', has_confirmed: true })
    const member = await aField(api.sql, organizationId, keyed, { name: 'Member', required: true })
    await api.sql`update mailing_lists set primary_key_custom_field_id = ${member} where id = ${keyed}`
    const gone = await aList(api.sql, organizationId, { name: 'Gone' })
    const foreign = await aList(api.sql, api.b.organizationId)
    await add(api, plain, 'Anna@example.com', 'other@example.com')
    await add(api, gone, 'anna@example.com')
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

  test('are none where nobody has it, or nobody can', async () => {
    const api = await start()
    for (const email of ['nobody@example.com', 'rubbish', '%20']) {
      expect((await api.call('GET', `subscribers_by_email/${email}`)).body).toMatchObject({
        success: true,
        data: [],
      })
    }
  })
})

describe('a caller of another organization', () => {
  test('is answered as if there were nothing', async () => {
    const api = await start()
    const listId = await aList(api.sql, api.a.organizationId)
    const [id] = await add(api, listId, 'canary@example.com')
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
    // The id of a foreign subscriber below a list of one's own.
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

  test('cannot make a difference by a field reference', async () => {
    const api = await start()
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
  const api = await start()
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

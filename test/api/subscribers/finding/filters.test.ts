import { describe, expect, test } from 'vitest'
import { aField } from '../../../harness/core/records.ts'
import { aSubscriberList, subscribe, type Subscriber } from '../../../harness/records/subscribers.ts'

const long = '2001-01-01T00:00:00Z'
const since = '2020-01-01T00:00:00Z'

async function aStart() {
  const started = await aSubscriberList()
  const { api, listId, path } = started
  const ids = await subscribe(api, listId, ['cid@example.com', 'ann@example.com', 'bob@example.com'])
  const ask = (query: string, at = path) =>
    api.call<(Subscriber & { updated_at: string })[]>('GET', `${at}?${query}`)
  const emails = async (query: string, at = path) => {
    const { body } = await ask(query, at)
    expect(body.error_message).toBeNull()
    return body.data.map(({ email }) => email)
  }
  return { ...started, ids, ask, emails }
}

describe.each(['the list', 'all lists'])('the people of %s', (where) => {
  const at = (path: string) => (where === 'the list' ? path : 'subscribers')

  test('are found by address, and nobody instead of everybody', async () => {
    const { path, emails } = await aStart()
    expect(await emails('email=Ann%40EXAMPLE.com', at(path))).toEqual(['ann@example.com'])
    expect(await emails('email=nobody%40example.com', at(path))).toEqual([])
    expect(await emails('email=ann%40example.com&status=bounced', at(path))).toEqual([])
  })

  test('are found by status and in order, page by page', async () => {
    const { api, path, ask, emails } = await aStart()
    await api.call('PUT', `${path}/cid@example.com`, { status: 'unsubscribed' })
    expect(await emails('status=active', at(path))).toEqual(['ann@example.com', 'bob@example.com'])
    expect(await emails('order_by=newest', at(path))).toEqual([
      'bob@example.com',
      'ann@example.com',
      'cid@example.com',
    ])
    const first = await ask('order_by=email&per_page=2', at(path))
    expect(first.body.data.map(({ email }) => email)).toEqual(['ann@example.com', 'bob@example.com'])
    const token = first.body.next_page_token
    expect(await emails(`order_by=email&per_page=2&page_token=${token}`, at(path))).toEqual([
      'cid@example.com',
    ])
    if (where === 'the list') expect((await ask('status=active&page=1')).status).toBe(400)
  })

  test('are found by the time of their last change', async () => {
    const { api, sql, path, ids, emails, ask } = await aStart()
    await sql`update subscribers set created_at = ${long}`
    expect(await emails(`updated_since=${since}`, at(path))).toEqual([])
    await api.call('PUT', `${path}/${ids[1]}`, { status: 'active', custom_fields: {} })
    expect(await emails(`updated_since=${since}`, at(path))).toEqual([])
    await api.call('PUT', `${path}/${ids[1]}`, { subscribe_ip: '10.0.0.1' })
    await subscribe(api, (await ask('')).body.data[0]?.['mailing_list_id' as 'id'] ?? 0, ['new@example.com'])
    expect(await emails(`updated_since=${since}`, at(path))).toEqual(['ann@example.com', 'new@example.com'])
    expect(await emails(`created_since=${since}`, at(path))).toEqual(['new@example.com'])
    const [ann] = (await ask('email=ann%40example.com', at(path))).body.data
    expect(Date.parse(ann?.updated_at ?? '')).toBeGreaterThan(Date.parse(since))
  })
})

test('each way of changing a person is a change', async () => {
  const { api, sql, listId, path, ids, emails } = await aStart()
  await aField(sql, api.a.organizationId, listId, { name: 'City' })
  await sql`update subscribers set created_at = ${long}`
  await api.call('PUT', `${path}/ann@example.com?create=true`, { custom_fields: { City: 'Ulm' } })
  await api.call('POST', `${path}/batch`, {
    subscribers: [{ email: 'bob@example.com', custom_fields: { City: 'Ulm' } }, { email: 'cid@example.com' }],
  })
  expect(ids).toHaveLength(3)
  expect(await emails(`updated_since=${since}`)).toEqual(['ann@example.com', 'bob@example.com'])
})

test('a filter that a list does not know is refused, because it would return everybody', async () => {
  const { api, path, ask } = await aStart()
  const { status, body } = await ask('name=ann')
  expect([status, body.error_message]).toEqual([
    400,
    'name is no filter of this list: it takes email, status, created_since, updated_since, order_by, segment_id',
  ])
  expect((await ask('utm_source=x')).body.warnings).toHaveLength(1)
  expect((await ask('segment_id=1&status=active')).status).toBe(400)
  expect((await api.call('GET', `${path}/ann@example.com?status=active`)).status).toBe(200)
})

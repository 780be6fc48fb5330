import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anApi, type Api } from '../../harness/core/api.ts'
import { resourceRoutes } from '../../harness/records/resources.ts'

type Address = { id: number; email: string; address_type: string }

async function aSuppressionList(api: Api, as = api.a) {
  const { body } = await api.call<{ id: number }>('POST', 'suppression_lists', { name: 'Gone' }, as)
  const path = `suppression_lists/${body.data.id}/suppressed_addresses`
  return { id: body.data.id, path, nested: `organizations/${as.organizationId}/${path}` }
}
const add = (api: Api, path: string, data: unknown, as = api.a) =>
  api.call('POST', `${path}/create_multiple`, { data }, as)
const addresses = async (api: Api, path: string) =>
  (await api.call<Address[]>('GET', path)).body.data.map((address) => address.email)

describe('the addresses of a list', () => {
  test('are added and counted once, ignoring case', async () => {
    const api = await anApi(resourceRoutes)
    const { id, path } = await aSuppressionList(api)
    const given = ['Ann@Example.com', ' bob@example.com', 'ann@example.COM', 'nobody', '', '@', 'a@b']
    expect((await add(api, path, given)).body.data).toEqual({ added: 2, already_suppressed: 1, invalid: 4 })
    expect((await add(api, path, ['ANN@example.com', 'cy@example.com'])).body.data).toEqual({
      added: 1,
      already_suppressed: 1,
      invalid: 0,
    })
    const { body } = await api.call<Address[]>('GET', `${path}?per_page=2`)
    expect(body).toMatchObject({ page: 0, per_page: 2, num_records: 3, num_pages: 2 })
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      suppression_list_id: id,
      organization_id: api.a.organizationId,
      user_id: null,
      email: 'ann@example.com',
      address_type: 'a',
      added_as_auto_scomp: false,
      auto_converted_to_punycode: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(body.data).toHaveLength(2)
    expect(await addresses(api, `${path}?per_page=2&page=1`)).toEqual(['cy@example.com'])
  })

  test('may be whole domains, and hashes of addresses', async () => {
    const api = await anApi(resourceRoutes)
    const { path } = await aSuppressionList(api)
    const hash = (algorithm: string) => createHash(algorithm).update('ann@example.com').digest('hex')
    await add(api, path, ['@Example.com', hash('md5').toUpperCase(), hash('sha256'), 'bob@example.com'])
    const { body } = await api.call<Address[]>('GET', path)
    const types = Object.fromEntries(body.data.map(({ email, address_type }) => [email, address_type]))
    expect(types).toEqual({
      '@example.com': 'd',
      [hash('md5')]: 'm',
      [hash('sha256')]: 's',
      'bob@example.com': 'a',
    })
    expect(await addresses(api, `${path}?q=@EXAM`)).toEqual(['@example.com'])
    expect(await addresses(api, `${path}?q=b`)).toEqual(['bob@example.com'])
  })

  test('may be sent with or without the wrapper of a record, 10,000 at a time', async () => {
    const api = await anApi(resourceRoutes)
    const { path } = await aSuppressionList(api)
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `${index}-${'x'.repeat(50)}@${'y'.repeat(40)}.example.com`)
    expect((await add(api, path, many(10_000))).body.data).toMatchObject({ added: 10_000 })
    const wrapped = { suppressed_addresses: { data: ['ann@example.com'] } }
    expect((await api.call('POST', `${path}/create_multiple`, wrapped)).body.data).toMatchObject({ added: 1 })
    expect((await add(api, path, many(10_001))).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'data must be at most 10000 elements',
    })
  })

  test('are removed by id, or by address, raw or encoded', async () => {
    const api = await anApi(resourceRoutes)
    const { path } = await aSuppressionList(api)
    const given = [
      'a+b@example.com',
      'a/b@example.com',
      '50%off@example.com',
      'z@example.com',
      '@d.example',
      'k@example.com',
    ]
    await add(api, path, given)
    const { body } = await api.call<Address[]>('GET', path)
    const id = body.data.find((address) => address.email === 'z@example.com')?.id
    for (const name of [
      'a+b@example.com',
      'A%2Fb%40example.com',
      '50%25off@example.com',
      `${id}`,
      '%40d.example',
    ]) {
      expect((await api.call('DELETE', `${path}/${name}`)).body).toMatchObject({ success: true, data: null })
      expect((await api.call('DELETE', `${path}/${name}`)).body).toMatchObject({
        error_code: 'not_found',
        error_message: 'suppressed address not found',
      })
    }
    expect(await addresses(api, path)).toEqual(['k@example.com'])
    for (const odd of ['0', '-1', 'x', '%00', '9007199254740991', '9007199254740993', '%FF']) {
      expect([400, 404]).toContain((await api.call('DELETE', `${path}/${odd}`)).status)
    }
  })

  test('are accepted only as an array of strings', async () => {
    const api = await anApi(resourceRoutes)
    const { path } = await aSuppressionList(api)
    for (const data of [
      undefined,
      null,
      'ann@example.com',
      { 0: 'ann@example.com' },
      [null],
      [7],
      [['a@b.c']],
      ['a\0@b.c'],
      ['\ud800'],
      ['x'.repeat(601)],
    ]) {
      expect((await add(api, path, data)).body).toMatchObject({ data: null, error_code: 'validation_failed' })
    }
    for (const body of [[], 'text', ['ann@example.com']]) {
      expect((await api.call('POST', `${path}/create_multiple`, body)).body.error_code).toBe(
        'invalid_request',
      )
    }
    expect(await addresses(api, path)).toEqual([])
  })

  test('of another organization are answered like those of a missing list', async () => {
    const api = await anApi(resourceRoutes)
    const foreign = await aSuppressionList(api, api.b)
    await add(api, foreign.path, ['ann@example.com'], api.b)
    const nested = `organizations/${api.a.organizationId}/`
    for (const [method, path, body] of [
      ['GET', ''],
      ['POST', '/create_multiple', { data: ['bob@example.com'] }],
      ['POST', '/create_multiple', { data: 7 }],
      ['DELETE', '/ann@example.com'],
    ] as const) {
      for (const [prefix, as] of [
        ['', api.a],
        [nested, api.system],
      ] as const) {
        const ask = (id: number) =>
          api.call(method, `${prefix}suppression_lists/${id}/suppressed_addresses${path}`, body, as)
        const missing = await ask(2_147_483_647)
        expect(missing).toMatchObject({
          status: 404,
          body: { data: null, error_code: 'not_found', error_message: 'suppression list not found' },
        })
        expect(await ask(foreign.id)).toEqual(missing)
        expect(await ask(9_007_199_254_740_991)).toEqual(missing)
      }
      expect((await api.call(method, `${foreign.nested}${path}`, body)).status).toBe(403)
    }
    const { body } = await api.call<Address[]>('GET', foreign.nested, undefined, api.system)
    expect(body.data.map((address) => address.email)).toEqual(['ann@example.com'])
  })

  test('are counted in audit events, and never named there', async () => {
    const api = await anApi(resourceRoutes)
    const { id, path, nested } = await aSuppressionList(api)
    await add(api, path, ['ann@example.com', 'bob@example.com', 'nobody'])
    await add(api, nested, ['cy@example.com'], api.system)
    await api.call('DELETE', `${path}/ann@example.com`)
    const events = await api.sql`
      select kind, subject_type, subject_id, details, actor_organization_id from audit_events
      where kind like 'suppressed%' order by id`
    const about = (kind: string, count: number, actor: number) => ({
      kind: `suppressed_addresses.${kind}`,
      subject_type: 'SuppressionList',
      subject_id: id,
      details: { count },
      actor_organization_id: actor,
    })
    const { organizationId } = api.a
    expect([...events]).toEqual([
      about('added', 2, organizationId),
      about('added', 1, 1),
      about('removed', 1, organizationId),
    ])
    expect(JSON.stringify(await api.sql`select * from audit_events`)).not.toContain('example.com')
  })

  test('can be added by many calls at once, in any order', async () => {
    const api = await anApi(resourceRoutes)
    const { path } = await aSuppressionList(api)
    const all = Array.from({ length: 500 }, (_, index) => `n${index}@example.com`)
    const calls = await Promise.all(
      [all, all.toReversed(), all, all.toReversed()].map((data) => add(api, path, data)),
    )
    const added = calls.map(({ body }) => Number(body.data['added']))
    expect(added.reduce((sum, count) => sum + count)).toBe(500)
  })

  test('are deleted with their list', async () => {
    const api = await anApi(resourceRoutes)
    const { id, path } = await aSuppressionList(api)
    await add(api, path, ['ann@example.com'])
    expect((await api.call('DELETE', `suppression_lists/${id}`)).status).toBe(200)
    expect(await api.sql`select 1 from suppressed_addresses`).toHaveLength(0)
    expect((await api.call('GET', path)).status).toBe(404)
  })
})

import { describe, expect, test, vi } from 'vitest'
import { aKey, aKeyApi, aSecondServer, actorOf, statusOf } from '../../harness/records/api-keys.ts'
import type { Api } from '../../harness/core/api.ts'
import type { ApiKey } from '../../../src/contract/api-keys.ts'

describe('every server rejects a key at once', () => {
  test.each([
    ['deactivated', 'PUT', { active: false }],
    ['deleted', 'DELETE', undefined],
  ] as const)('when it was %s on another', async (_what, method, body) => {
    const api = await aKeyApi()
    const other = aSecondServer(api)
    const key = await aKey(api)
    expect(await statusOf(other, key.api_key)).toBe(200)
    expect((await api.call(method, `api_keys/${key.id}`, body)).status).toBe(200)
    expect(await statusOf(other, key.api_key)).toBe(401)
  })

  test('and accepts it again once it is activated', async () => {
    const api = await aKeyApi()
    const other = aSecondServer(api)
    const key = await aKey(api, { active: false })
    expect(await statusOf(other, key.api_key)).toBe(401)
    await api.call('PUT', `api_keys/${key.id}`, { active: true })
    expect(await statusOf(other, key.api_key)).toBe(200)
  })

  test('when it has expired', async () => {
    const api = await aKeyApi()
    const other = aSecondServer(api)
    const key = await aKey(api, { expires_at: '2999-01-01T00:00:00Z' })
    expect(await statusOf(other, key.api_key)).toBe(200)
    await api.sql`update api_keys set expires_at = now() - interval '1 millisecond' where id = ${key.id}`
    expect(await statusOf(other, key.api_key)).toBe(401)
  })
})

test('an expiry is read and shown in the time zone of the organization of the key', async () => {
  const api = await aKeyApi()
  await api.sql`update organizations set time_zone = 'America/New_York' where id = ${api.a.organizationId}`
  const key = await aKey(api, { expires_at: '2990-07-01 10:00' })
  expect(key.expires_at).toBe('2990-07-01T10:00:00-04:00')
  const path = `organizations/${api.a.organizationId}/api_keys/${key.id}`
  const shown = await api.call<ApiKey>('GET', path, undefined, api.system)
  expect(shown.body.data.expires_at).toBe('2990-07-01T10:00:00-04:00')
  const put = (expires_at: string | null) =>
    api.call<ApiKey>('PUT', path, { api_key: { expires_at } }, api.system)
  expect((await put('2990-01-01T00:00:00+02:00')).body.data.expires_at).toBe('2989-12-31T17:00:00-05:00')
  expect((await put(null)).body.data.expires_at).toBeNull()
})

describe('a rotation', () => {
  const rotate = (api: Api, id: number, body?: object) =>
    api.call<ApiKey>('POST', `api_keys/${id}/rotate`, body)

  test('creates a new value at once; the old one works until the overlap ends', async () => {
    const api = await aKeyApi()
    const other = aSecondServer(api)
    const key = await aKey(api)
    const { status, body } = await rotate(api, key.id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: key.id, name: key.name, role: key.role })
    expect(body.data.api_key).not.toBe(key.api_key)
    const [clock] = await api.sql<{ seconds: number }[]>`
      select extract(epoch from previous_key_expires_at - now())::float8 as seconds from api_keys where id = ${key.id}`
    expect(Math.abs((clock?.seconds ?? 0) - 3600)).toBeLessThan(30)
    expect(Date.parse(body.data.previous_key_expires_at ?? '')).toBeGreaterThan(Date.now() + 3_500_000)
    for (const credential of [key.api_key, body.data.api_key]) {
      expect(await statusOf(other, credential)).toBe(200)
    }
    const list = await api.call<ApiKey[]>('GET', 'api_keys?name=key', undefined, actorOf(body.data))
    expect(list.body.data.map(({ api_key }) => api_key)).toEqual([body.data.api_key])

    await api.sql`update api_keys set previous_key_expires_at = now() - interval '1 millisecond'
      where id = ${key.id}`
    expect(await statusOf(other, key.api_key)).toBe(401)
    expect(await statusOf(other, body.data.api_key)).toBe(200)
    const shown = await api.call<ApiKey>('GET', `api_keys/${key.id}`)
    expect(shown.body.data.previous_key_expires_at).toBeNull()
  })

  test('without an overlap ends the old value at once', async () => {
    const api = await aKeyApi()
    const key = await aKey(api)
    const { body } = await rotate(api, key.id, { overlap_seconds: 0 })
    expect(body.data.previous_key_expires_at).toBeNull()
    expect(await statusOf(aSecondServer(api), key.api_key)).toBe(401)
  })

  test('ends the value before the last one, with or without an overlap', async () => {
    const api = await aKeyApi()
    const first = await aKey(api)
    const second = await rotate(api, first.id, { api_key: { overlap_seconds: 604_800 } })
    const third = await rotate(api, first.id)
    const other = aSecondServer(api)
    expect(await statusOf(other, first.api_key)).toBe(401)
    expect(await statusOf(other, second.body.data.api_key)).toBe(200)
    expect(await statusOf(other, third.body.data.api_key)).toBe(200)
  })

  test('leaves no value of an inactive, expired or deleted key in use', async () => {
    const api = await aKeyApi()
    const other = aSecondServer(api)
    for (const [method, change] of [
      ['PUT', { active: false }],
      ['DELETE', undefined],
    ] as const) {
      const key = await aKey(api)
      const { body } = await rotate(api, key.id)
      await api.call(method, `api_keys/${key.id}`, change)
      expect(await statusOf(other, key.api_key)).toBe(401)
      expect(await statusOf(other, body.data.api_key)).toBe(401)
    }
  })

  test('accepts an overlap of at most a week', async () => {
    const api = await aKeyApi()
    const key = await aKey(api)
    for (const overlap of [-1, 604_801, 1.5, 'x', true]) {
      expect(await rotate(api, key.id, { overlap_seconds: overlap })).toMatchObject({
        status: 422,
        body: { error_code: 'validation_failed' },
      })
    }
    expect(await statusOf(aSecondServer(api), key.api_key)).toBe(200)
  })
})

describe('the last use of a key', () => {
  const lastUse = async (api: Api, id: number) => {
    const [row] = await api.sql<{ last_used_at: Date | null }[]>`
      select last_used_at from api_keys where id = ${id}`
    return row?.last_used_at ?? null
  }

  test('is recorded soon afterwards, at most once a minute', async () => {
    const api = await aKeyApi()
    const other = aSecondServer(api)
    const key = await aKey(api)
    expect(await lastUse(api, key.id)).toBeNull()
    await statusOf(other, key.api_key)
    await vi.waitFor(async () => expect(await lastUse(api, key.id)).not.toBeNull(), { interval: 10 })
    const first = await lastUse(api, key.id)
    expect(Math.abs(Date.now() - (first?.getTime() ?? 0))).toBeLessThan(30_000)
    for (let call = 0; call < 3; call += 1) await statusOf(other, key.api_key)
    await other.close()
    expect(await lastUse(api, key.id)).toEqual(first)
    await api.sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${key.id}`
    const old = await lastUse(api, key.id)
    await statusOf(aSecondServer(api), key.api_key)
    await vi.waitFor(async () => expect(await lastUse(api, key.id)).not.toEqual(old), { interval: 10 })
  })

  test('never delays a call, even if the row of the key is locked', async () => {
    const api = await aKeyApi()
    const other = aSecondServer(api)
    const key = await aKey(api)
    const another = await aKey(api)
    await api.sql.begin(async (sql) => {
      await sql`
        select 1 from api_keys where organization_id = ${api.a.organizationId} and id = ${key.id} for update`
      expect(await statusOf(other, key.api_key)).toBe(200)
      expect(await statusOf(other, another.api_key)).toBe(200)
      // The other key is recorded although the first one cannot be.
      await vi.waitFor(async () => expect(await lastUse(api, another.id)).not.toBeNull(), { interval: 10 })
    })
    expect(await lastUse(api, key.id)).toBeNull()
  })
})

test('the limit of keys counts for each organization, whichever caller creates them', async () => {
  const api = await aKeyApi({ keysMax: 3 })
  const create = (path = 'api_keys', as = api.a) => api.call('POST', path, { name: 'Key' }, as)
  const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 422])
  const path = `organizations/${api.a.organizationId}/api_keys`
  expect((await create(path, api.system)).body.error_message).toBe(
    'an organization can have at most 3 API keys on this server: delete one that is not needed any more',
  )
  expect((await create('api_keys', api.b)).status).toBe(200)
})

import { describe, expect, test } from 'vitest'
import { aKey, aKeyApi, actorOf } from '../../harness/records/api-keys.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import type { ApiKey } from '../../../src/contract/api-keys.ts'

const missing = { status: 404, body: { success: false, data: null, error_code: 'not_found' } }

describe('the calls of API keys', () => {
  test('create a key with defaults, whose value works at once and does not change', async () => {
    const api = await aKeyApi()
    const { status, body } = await api.call<ApiKey>('POST', 'api_keys', { api_key: { name: ' Shop ' } })
    expect(status).toBe(200)
    expect(Object.keys(body.data).slice(0, 5)).toEqual(['id', 'name', 'role', 'active', 'api_key'])
    expect(body.data).toMatchObject({
      name: 'Shop',
      role: 'organization_admin',
      active: true,
      last_used_at: null,
      expires_at: null,
      previous_key_expires_at: null,
    })
    expect(atob(body.data.api_key ?? '')).toMatch(new RegExp(`^${api.a.organizationId}:[0-9a-f]{40}$`))
    const shown = await api.call<ApiKey>('GET', `api_keys/${body.data.id}`, undefined, actorOf(body.data))
    expect(shown.body.data).toEqual({
      ...body.data,
      last_used_at: shown.body.data.last_used_at,
      last_used_address: shown.body.data.last_used_address,
      last_used_endpoint: shown.body.data.last_used_endpoint,
    })
  })

  test('list the keys of the organization by id, in pages', async () => {
    const api = await aKeyApi()
    const first = await aKey(api, { name: 'b' })
    const second = await aKey(api, { name: 'a', active: false })
    const { status, body } = await api.call<ApiKey[]>('GET', 'api_keys')
    expect(status).toBe(200)
    expect(body.data.map(({ id }) => id)).toEqual([api.a.apiKeyId, first.id, second.id])
    expect(body.data[1]).toEqual(first)
    expect(body).toMatchObject({
      page: 0,
      per_page: 100,
      num_records: 3,
      num_pages: 1,
      page_token: null,
      next_page_token: null,
    })
  })

  test('update only what is given', async () => {
    const api = await aKeyApi()
    const key = await aKey(api, { name: 'Old' })
    const named = await api.call<ApiKey>('PUT', `api_keys/${key.id}`, { api_key: { name: 'New' } })
    expect(named).toMatchObject({ status: 200, body: { data: { ...key, name: 'New' } } })
    // A client may send back what it received: read-only members are ignored.
    const sentBack = { ...named.body.data, active: false, id: 9, api_key: 'x', created_at: 'never' }
    const off = await api.call<ApiKey>('PUT', `api_keys/${key.id}`, { api_key: sentBack })
    expect(off.body.data).toEqual({ ...key, name: 'New', active: false })
    expect((await api.call<ApiKey>('PUT', `api_keys/${key.id}`, {})).body.data).toEqual(off.body.data)
  })

  test('delete a key: the answer is null, and the key no longer exists', async () => {
    const api = await aKeyApi()
    const key = await aKey(api)
    expect(await api.call('DELETE', `api_keys/${key.id}`)).toEqual({
      status: 200,
      body: { success: true, data: null, error_code: null, error_message: null },
    })
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect(await api.call(method, `api_keys/${key.id}`)).toMatchObject(missing)
    }
  })

  test('do the same for any organization if a system administrator names it, in both spellings', async () => {
    const api = await aKeyApi()
    for (const spelling of ['organization', 'organizations']) {
      const path = `${spelling}/${api.b.organizationId}/api_keys`
      const key = await aKey(api, { name: spelling }, api.system, path)
      expect(atob(key.api_key ?? '')).toMatch(new RegExp(`^${api.b.organizationId}:`))
      const list = await api.call<ApiKey[]>('GET', path, undefined, api.system)
      expect(list.body.data.map(({ id }) => id)).toEqual([api.b.apiKeyId, key.id])
      const shown = await api.call('GET', `${path}/${key.id}`, undefined, api.system)
      expect(shown.body.data).toEqual(key)
      const changed = await api.call('PUT', `${path}/${key.id}`, { api_key: { name: 'x' } }, api.system)
      expect(changed.body.data).toEqual({ ...key, name: 'x' })
      const rotated = await api.call('POST', `${path}/${key.id}/rotate`, {}, api.system)
      expect(rotated.status).toBe(200)
      const gone = await api.call('DELETE', `${path}/${key.id}`, undefined, api.system)
      expect(gone).toMatchObject({ status: 200, body: { data: null } })
    }
  })

  test('reject missing and deleted organizations, and all other callers of these paths', async () => {
    const api = await aKeyApi()
    const deleted = await insertOrganization(api.sql, 'Gone', 'UTC')
    await api.sql`update organizations set deleted_at = now() where id = ${deleted}`
    for (const id of [deleted, 999, 9_999_999_999]) {
      const path = `organizations/${id}/api_keys`
      for (const [method, tail] of [
        ['GET', ''],
        ['POST', ''],
        ['PUT', '/1'],
        ['DELETE', '/1'],
      ] as const) {
        const answer = await api.call(
          method,
          path + tail,
          method === 'GET' ? undefined : { name: 'x' },
          api.system,
        )
        expect(answer).toMatchObject({ ...missing, body: { error_message: 'organization not found' } })
      }
    }
    const own = `organizations/${api.a.organizationId}/api_keys`
    for (const [method, tail] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', '/1'],
      ['DELETE', '/1'],
    ] as const) {
      expect(await api.call(method, own + tail)).toMatchObject({
        status: 403,
        body: { error_code: 'not_authorized' },
      })
    }
  })

  test('answer for the key of another organization exactly as for a missing one', async () => {
    const api = await aKeyApi()
    for (const [method, tail] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      const foreign = await api.call(method, `api_keys/${api.b.apiKeyId}${tail}`)
      const unknown = await api.call(method, `api_keys/2147483647${tail}`)
      expect(foreign).toMatchObject(missing)
      expect(foreign).toEqual(unknown)
      expect(await api.call(method, `api_keys/99999999999${tail}`)).toEqual(unknown)
      const elsewhere = `organizations/${api.a.organizationId}/api_keys/${api.b.apiKeyId}${tail}`
      expect(await api.call(method, elsewhere, undefined, api.system)).toEqual(unknown)
    }
  })

  test('reject an invalid key', async () => {
    const api = await aKeyApi()
    const key = await aKey(api)
    for (const [fields, problem] of [
      [{ name: '  ' }, 'name cannot be blank'],
      [{ name: null }, 'name must be a string'],
      [{ name: 'x'.repeat(101) }, 'name must be at most 100 characters long'],
      [{ role: 'standard' }, 'role must be one of organization_admin, system_admin'],
      [{ active: 'yes' }, 'active must be true or false'],
      [{ expires_at: 'tomorrow' }, 'expires_at is not a valid date-time'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at must be in the future'],
    ] as const) {
      const refused = { status: 422, body: { error_code: 'validation_failed', error_message: problem } }
      expect(await api.call('POST', 'api_keys', { name: 'x', ...fields })).toMatchObject(refused)
      expect(await api.call('PUT', `api_keys/${key.id}`, fields)).toMatchObject(refused)
    }
    expect((await api.call('POST', 'api_keys', {})).body.error_message).toBe('name cannot be blank')
  })
})

describe('with REVEAL_API_KEYS=once', () => {
  test('the value is only in the answers that create it', async () => {
    const api = await aKeyApi({ revealApiKeys: 'once' })
    const key = await aKey(api)
    expect(key.api_key).not.toBeNull()
    const rotated = await api.call<ApiKey>('POST', `api_keys/${key.id}/rotate`)
    expect(rotated.body.data.api_key).not.toBeNull()
    expect(rotated.body.data.api_key).not.toBe(key.api_key)
    const list = await api.call<ApiKey[]>('GET', 'api_keys')
    expect(list.body.data.map(({ api_key }) => api_key)).toEqual([null, null])
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'x' }],
      ['PUT', {}],
    ] as const) {
      expect((await api.call<ApiKey>(method, `api_keys/${key.id}`, body)).body.data.api_key).toBeNull()
    }
  })
})

test('a key sealed with another secret is listed without its value', async () => {
  const api = await aKeyApi()
  const key = await aKey(api)
  await api.sql`update api_keys set key_sealed = '\\x00' where id = ${key.id}`
  const { body } = await api.call<ApiKey[]>('GET', 'api_keys')
  expect(body.data.map(({ api_key }) => api_key === null)).toEqual([false, true])
})

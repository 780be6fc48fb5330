import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aKey, aKeyApi } from '../../harness/records/api-keys.ts'
import type { Actor } from '../../harness/core/api.ts'
import { until } from '../../harness/core/until.ts'
import { aWholeApi, furnish } from '../../harness/records/tenants.ts'

test('the key of a shop adds people to one list and does nothing else', async () => {
  const api = await aWholeApi()
  const own = await furnish(api, api.a, 'own')
  const other = await furnish(api, api.a, 'other')
  const listId = Number(own.mailing_lists)
  const made = await api.request('POST', 'api_keys', api.a, {
    api_key: { name: 'Shop', permissions: { subscriber: ['create'] }, mailing_list_ids: [listId] },
  })
  const { data } = JSON.parse(made.text)
  expect(data).toMatchObject({ permissions: { subscriber: ['create'] }, mailing_list_ids: [listId] })
  const shop: Actor = { ...api.a, apiKeyId: data.id, credential: data.api_key }
  const add = (list: string | undefined) =>
    api.request('POST', `mailing_lists/${list}/subscribers`, shop, {
      subscriber: { email: 'new@example.com', status: 'active' },
    })
  expect((await add(own.mailing_lists)).status).toBe(200)
  const [hidden, missing] = [await add(other.mailing_lists), await add('1999999999')]
  expect([hidden.status, hidden.text]).toEqual([404, missing.text])
  for (const [method, path] of [
    ['GET', `mailing_lists/${listId}/subscribers`],
    ['GET', 'mailing_lists'],
    ['DELETE', `mailing_lists/${listId}/subscribers/new@example.com`],
    ['GET', 'campaigns'],
    ['GET', 'api_keys'],
    ['GET', 'search?q=new'],
    ['GET', 'overview'],
    ['GET', 'stream'],
    ['GET', 'jobs/all'],
  ] as const) {
    expect([method, path, (await api.request(method, path, shop)).status]).toEqual([method, path, 403])
  }
  const [row] = await api.sql`
    select count(*) from subscribers where key = 'new@example.com' and mailing_list_id = ${listId}`
  expect(row).toEqual({ count: 1 })
})

test('a key without scopes is as it was, and its answer says null', async () => {
  const api = await aKeyApi()
  const key = await aKey(api)
  expect(key).toMatchObject({ permissions: null, mailing_list_ids: null })
})

test('wrong scopes are refused with what to do', async () => {
  const api = await aKeyApi()
  const messageOf = async (record: object, as = api.a) =>
    (await api.call('POST', 'api_keys', { api_key: { name: 'X', ...record } }, as)).body.error_message
  expect(await messageOf({ permissions: { subscriber: ['fly'] } })).toContain('permissions')
  expect(await messageOf({ permissions: { api_key: ['create'] } })).toContain('permissions')
  expect(await messageOf({ mailing_list_ids: [99] })).toBe(
    'mailing_list_ids has ids that are no mailing list of the organization: 99',
  )
  expect(await messageOf({ role: 'system_admin', permissions: {} }, api.system)).toBe(
    'a system_admin key cannot have permissions or mailing_list_ids',
  )
})

test('scopes change by an update, and the audit log has both', async () => {
  const api = await aKeyApi()
  const key = await aKey(api)
  await api.call('PUT', `api_keys/${key.id}`, { permissions: { campaign: ['read'] } })
  const { body } = await api.call('PUT', `api_keys/${key.id}`, { name: 'Y' })
  expect(body.data.permissions).toEqual({ campaign: ['read'] })
  const back = await api.call('PUT', `api_keys/${key.id}`, { permissions: null })
  expect(back.body.data.permissions).toBeNull()
  const events = await api.sql`select details from audit_events where kind = 'api_key.updated' order by id`
  expect(events[0]?.details).toEqual({ changes: { permissions: { from: null, to: { campaign: ['read'] } } } })
})

test('the last use names the address and the call', async () => {
  const api = await aKeyApi()
  const key = await aKey(api)
  await api.call('GET', 'api_keys', undefined, { ...api.a, credential: key.api_key ?? '' })
  const shown = () => api.call('GET', `api_keys/${key.id}`)
  await until(async () => (await shown()).body.data.last_used_at !== null)
  expect((await shown()).body.data).toMatchObject({
    last_used_address: '127.0.0.1',
    last_used_endpoint: 'listApiKeys',
  })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('a key that became known is revoked by its value or its hash, by administrators of its organization or the system', async () => {
  const api = await aKeyApi()
  const revoke = (as: Actor, body: object) => api.call('POST', 'api_keys/revoke', body, as)
  for (const [as, by] of [
    [api.a, (key: string) => ({ api_key: key })],
    [api.a, (key: string) => ({ sha256: sha256(key) })],
    [api.system, (key: string) => ({ sha256: sha256(key).toUpperCase() })],
    [api.system, (key: string) => ({ api_key: key })],
  ] as const) {
    const key = await aKey(api)
    const credential = key.api_key ?? ''
    expect((await revoke(api.b, by(credential))).status).toBe(404)
    expect((await api.call('GET', 'api_keys', undefined, { ...api.a, credential })).status).toBe(200)
    const { status, body } = await revoke(as, by(credential))
    expect([status, body.data?.id, body.data?.active]).toEqual([200, key.id, false])
    expect((await api.call('GET', 'api_keys', undefined, { ...api.a, credential })).status).toBe(401)
  }
  const events = await api.sql`
    select details from audit_events where kind = 'api_key.revoked' and organization_id = ${api.a.organizationId}`
  expect(events.length).toBe(4)
})

test('what names no key is refused, and the last key of the system stays', async () => {
  const api = await aKeyApi()
  const messageOf = async (body: object, as = api.a) =>
    (await api.call('POST', 'api_keys/revoke', body, as)).body.error_message
  expect(await messageOf({})).toContain('either api_key or sha256')
  expect(await messageOf({ sha256: 'x' })).toContain('sha256 must have 64 hexadecimal digits')
  expect(await messageOf({ api_key: 'x' })).toContain('api_key is not a key of this server')
  expect(await messageOf({ sha256: sha256('nothing') })).toBe('API key not found')
  expect(await messageOf({ api_key: api.system.credential }, api.system)).toContain('rotate it')
})

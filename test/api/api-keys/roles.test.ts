import { describe, expect, test } from 'vitest'
import { aKey, aKeyApi, aSecondServer, actorOf, statusOf } from '../../harness/records/api-keys.ts'
import { anActor, type Api } from '../../harness/core/api.ts'
import type { ApiKey } from '../../../src/contract/api-keys.ts'

const system = { role: 'system_admin' }
const ids = ({ body }: { body: { data: ApiKey[] } }) => body.data.map(({ id }) => id)

describe('the role system_admin', () => {
  test('is assigned on the System Organization by a key that has it', async () => {
    const api = await aKeyApi()
    const key = await aKey(api, system, api.system)
    expect(key.role).toBe('system_admin')
    const plain = await aKey(api, {}, api.system)
    expect(plain.role).toBe('organization_admin')
    const raised = await api.call<ApiKey>('PUT', `api_keys/${plain.id}`, system, actorOf(key))
    expect(raised).toMatchObject({ status: 200, body: { data: system } })
    const byPath = await aKey(api, system, api.system, 'organizations/1/api_keys')
    expect(byPath.role).toBe('system_admin')
  })

  test('does not exist in any other organization', async () => {
    const api = await aKeyApi()
    const path = `organizations/${api.a.organizationId}/api_keys`
    for (const answer of [
      await api.call('POST', path, { name: 'x', ...system }, api.system),
      await api.call('PUT', `${path}/${api.a.apiKeyId}`, system, api.system),
    ]) {
      expect(answer).toMatchObject({
        status: 422,
        body: {
          error_code: 'validation_failed',
          error_message: 'role system_admin exists on the System Organization only',
        },
      })
    }
  })

  test('cannot be assigned by a caller without it, on the System Organization or elsewhere', async () => {
    const api = await aKeyApi()
    const plain = await anActor(api.sql, api.secrets, 1)
    for (const actor of [plain, api.a]) {
      for (const answer of [
        await api.call('POST', 'api_keys', { name: 'x', ...system }, actor),
        await api.call('PUT', `api_keys/${actor.apiKeyId}`, system, actor),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_authorized' } })
      }
    }
    const [row] = await api.sql`select count(*) from api_keys where role = 'system_admin'`
    expect(row).toEqual({ count: 1 })
  })

  test('is invisible to the other keys of the System Organization: such keys seem missing', async () => {
    const api = await aKeyApi()
    const plain = await anActor(api.sql, api.secrets, 1)
    const list = await api.call<ApiKey[]>('GET', 'api_keys', undefined, plain)
    expect(ids(list)).toEqual([plain.apiKeyId])
    expect(list.body).toMatchObject({ num_records: 1 })
    expect(ids(await api.call<ApiKey[]>('GET', 'api_keys', undefined, api.system))).toEqual([
      api.system.apiKeyId,
      plain.apiKeyId,
    ])
    for (const [method, tail] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      const hidden = await api.call(method, `api_keys/${api.system.apiKeyId}${tail}`, undefined, plain)
      expect(hidden.status).toBe(404)
      expect(hidden).toEqual(await api.call(method, `api_keys/999999${tail}`, undefined, plain))
    }
    expect((await api.call('GET', 'api_keys', undefined, api.system)).status).toBe(200)
  })
})

const lastChanges: readonly ['DELETE' | 'PUT', object | undefined][] = [
  ['DELETE', undefined],
  ['PUT', { active: false }],
  ['PUT', { role: 'organization_admin' }],
  ['PUT', { expires_at: '2999-01-01T00:00:00Z' }],
]

describe('the last system_admin key', () => {
  const change = (api: Api, [method, body]: (typeof lastChanges)[number]) =>
    api.call(method, `api_keys/${api.system.apiKeyId}`, body, api.system)

  test('cannot be deleted, deactivated, demoted or given an expiry, but can be renamed and rotated', async () => {
    const api = await aKeyApi()
    // None of these could repair the installation.
    await aKey(api, { ...system, active: false }, api.system)
    await aKey(api, { ...system, expires_at: '2999-01-01T00:00:00Z' }, api.system)
    await aKey(api, {}, api.system)
    for (const last of lastChanges) {
      const answer = await change(api, last)
      expect(answer, JSON.stringify(last)).toMatchObject({
        status: 422,
        body: { error_code: 'validation_failed' },
      })
      expect(answer.body.error_message).toContain('while no other active system_admin key')
    }
    const path = `api_keys/${api.system.apiKeyId}`
    expect((await api.call('PUT', path, { name: 'x', active: true }, api.system)).status).toBe(200)
    expect((await api.call('POST', `${path}/rotate`, {}, api.system)).status).toBe(200)
  })

  test.each(lastChanges)('is no longer protected once there is another: %s %j', async (...last) => {
    const api = await aKeyApi()
    await aKey(api, system, api.system)
    expect((await change(api, last)).status).toBe(200)
  })

  test('remains when ten callers delete two at the same time', async () => {
    const api = await aKeyApi()
    const second = await aKey(api, system, api.system)
    const servers = [aSecondServer(api), aSecondServer(api)]
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const id = index % 4 < 2 ? second.id : api.system.apiKeyId
        const headers = { authorization: `Basic ${api.system.credential}` }
        return servers[index % 2]?.inject({ method: 'DELETE', url: `/api/v2/api_keys/${id}`, headers })
      }),
    )
    // The caller itself may be deleted before its other requests are handled.
    for (const answer of answers) expect([200, 401, 404, 422]).toContain(answer?.statusCode)
    expect(answers.filter((answer) => answer?.statusCode === 200)).toHaveLength(1)
    const [left] = await api.sql`select count(*) from api_keys where role = 'system_admin' and active`
    expect(left).toEqual({ count: 1 })
  })

  test('remains when two are demoted and deactivated crosswise', async () => {
    const api = await aKeyApi()
    const second = actorOf(await aKey(api, system, api.system))
    const first = aSecondServer(api)
    for (let round = 0; round < 5; round += 1) {
      await api.sql`update api_keys set active = true, role = 'system_admin' where organization_id = 1`
      const put = (id: number, credential: string, payload: object) =>
        first.inject({
          method: 'PUT',
          url: `/api/v2/api_keys/${id}`,
          headers: { authorization: `Basic ${credential}` },
          payload,
        })
      await Promise.all([
        put(second.apiKeyId, api.system.credential, { active: false }),
        put(api.system.apiKeyId, second.credential, { role: 'organization_admin' }),
      ])
      const [left] = await api.sql`select count(*) from api_keys where role = 'system_admin' and active`
      expect(left).toEqual({ count: 1 })
    }
    expect([
      await statusOf(first, api.system.credential),
      await statusOf(first, second.credential),
    ]).toContain(200)
  })
})

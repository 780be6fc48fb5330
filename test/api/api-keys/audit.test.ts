import { pino } from 'pino'
import { expect, test } from 'vitest'
import { aKey, aKeyApi, aSecondServer } from '../../harness/records/api-keys.ts'
import type { Actor, Api } from '../../harness/core/api.ts'

async function eventsOf({ sql }: Api, organizationId: number) {
  return sql<Record<string, unknown>[]>`
    select kind, api_key_id, actor_organization_id, subject_type, subject_id, details from audit_events
    where organization_id = ${organizationId} and kind like 'api_key.%' order by id`
}

test('every change of a key is recorded with its actor, in the log of the organization of the key', async () => {
  const api = await aKeyApi()
  const home = api.b.organizationId
  const change = async (as: Actor, path: string) => {
    const { id } = await aKey(api, { name: 'One' }, as, path)
    await api.call('PUT', `${path}/${id}`, { name: 'Two', active: false }, as)
    await api.call('PUT', `${path}/${id}`, { name: 'Two', active: false }, as)
    await api.call('POST', `${path}/${id}/rotate`, { overlap_seconds: 5 }, as)
    await api.call('DELETE', `${path}/${id}`, undefined, as)
    const who = { api_key_id: as.apiKeyId, actor_organization_id: as.organizationId }
    const subject = { ...who, subject_type: 'ApiKey', subject_id: id }
    const changes = { name: { from: 'One', to: 'Two' }, active: { from: true, to: false } }
    return [
      {
        kind: 'api_key.created',
        ...subject,
        details: { name: 'One', role: 'organization_admin', active: true },
      },
      { kind: 'api_key.updated', ...subject, details: { changes } },
      { kind: 'api_key.rotated', ...subject, details: { overlap_seconds: 5 } },
      { kind: 'api_key.deleted', ...subject, details: { name: 'Two', role: 'organization_admin' } },
    ]
  }
  const own = await change(api.b, 'api_keys')
  expect(await eventsOf(api, home)).toEqual(own)
  const foreign = await change(api.system, `organizations/${home}/api_keys`)
  expect(await eventsOf(api, home)).toEqual([...own, ...foreign])
  expect(await eventsOf(api, 1)).toEqual([])
})

test('a change of the role is recorded with both roles', async () => {
  const api = await aKeyApi()
  const { id } = await aKey(api, {}, api.system)
  await api.call('PUT', `api_keys/${id}`, { role: 'system_admin' }, api.system)
  const [, updated] = await eventsOf(api, 1)
  expect(updated).toMatchObject({
    kind: 'api_key.updated',
    details: { changes: { role: { from: 'organization_admin', to: 'system_admin' } } },
  })
})

test('a rejected change leaves no event, and a change whose event cannot be written is rolled back', async () => {
  const api = await aKeyApi()
  await api.call('DELETE', `api_keys/${api.system.apiKeyId}`, undefined, api.system)
  await api.call('POST', 'api_keys', { name: '' })
  expect([...(await eventsOf(api, 1)), ...(await eventsOf(api, api.a.organizationId))]).toEqual([])

  const key = await aKey(api)
  await api.sql`alter table audit_events add constraint refuses check (kind <> 'api_key.deleted')`
  const server = aSecondServer(api, { log: pino({ level: 'silent' }) })
  const headers = { authorization: `Basic ${api.a.credential}` }
  const answer = await server.inject({ method: 'DELETE', url: `/api/v2/api_keys/${key.id}`, headers })
  expect(answer.statusCode).toBe(500)
  expect((await api.call('GET', `api_keys/${key.id}`)).status).toBe(200)
  await api.sql`alter table audit_events drop constraint refuses`
})

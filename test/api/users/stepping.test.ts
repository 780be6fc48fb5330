import { expect, test } from 'vitest'
import { aLogInServer, type LogInServer } from '../../harness/records/log-in.ts'
import { aSession } from '../../harness/records/sessions.ts'

const path = 'sessions/current/organization'

async function aVisitor(api: LogInServer) {
  const as = await aSession(api, 1, { role: 'system_admin', full_name: 'Sue System' })
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', where: string, body?: object) =>
    api.call<Record<string, unknown> & { id: number }>(method, where, body, as)
  const enter = (id = api.a.organizationId) => call('POST', path, { organization_id: id })
  return { as, call, enter, leave: () => call('DELETE', path) }
}

test('a system administrator acts inside an organization as its administrator, and in its audit log', async () => {
  const api = await aLogInServer()
  const { as, call, enter, leave } = await aVisitor(api)
  const before = (await call('GET', 'sessions/current')).body.data
  expect(before).toMatchObject({ organization: { id: 1 }, stepped_into: null, role: 'system_admin' })
  const inside = { id: api.a.organizationId, name: 'A', time_zone: 'UTC' }
  const entered = await enter()
  expect(entered.body.data).toEqual({ ...before, stepped_into: inside, role: 'organization_admin' })
  expect((await call('GET', 'sessions/current')).body).toEqual(entered.body)

  const list = await call('POST', 'mailing_lists', { name: 'Inside' })
  expect(list.status).toBe(200)
  const path = `mailing_lists/${list.body.data.id}`
  expect((await api.call('GET', path)).body.data).toMatchObject({ name: 'Inside' })
  expect((await api.call('GET', path, undefined, api.b)).status).toBe(404)
  await call('POST', 'users', { full_name: 'Bo', email: 'bo@example.com', active: true, role: 'standard' })
  // What only a system administrator may do needs a step out first.
  expect((await call('GET', `organizations/${api.a.organizationId}/users`)).status).toBe(403)

  await leave()
  expect((await call('GET', path)).status).toBe(404)
  const events = await api.sql`
    select kind, user_id, actor_organization_id, organization_id from audit_events order by id`
  const by = { user_id: as.userId, actor_organization_id: 1, organization_id: api.a.organizationId }
  expect([...events]).toEqual([
    { kind: 'organization.entered', ...by },
    { kind: 'user.created', ...by },
    { kind: 'organization.left', ...by },
  ])
})

test('a log-out inside an organization leaves it', async () => {
  const api = await aLogInServer()
  const { as, call, enter } = await aVisitor(api)
  await enter()
  expect((await call('DELETE', 'sessions/current')).status).toBe(200)
  const events = await api.sql`
    select kind, user_id, actor_organization_id as of, organization_id as in from audit_events order by id`
  const by = { user_id: as.userId, of: 1 }
  expect([...events]).toEqual([
    { kind: 'organization.entered', ...by, in: api.a.organizationId },
    { kind: 'organization.left', ...by, in: api.a.organizationId },
    { kind: 'session.ended', ...by, in: 1 },
  ])
})

test('the own account stays that of the administrator while inside', async () => {
  const api = await aLogInServer()
  const { as, call, enter } = await aVisitor(api)
  await enter()
  expect((await call('GET', 'users/current')).body.data).toMatchObject({
    id: as.userId,
    role: 'system_admin',
  })
  expect((await call('GET', 'sessions')).body.data).toHaveLength(1)
  expect((await call('PUT', 'users/current', { time_zone: 'Asia/Tokyo' })).status).toBe(200)
  const events = await api.sql`select organization_id from audit_events where kind = 'user.updated'`
  expect([...events]).toEqual([{ organization_id: 1 }])
  expect((await call('GET', 'sessions/current')).body.data).toMatchObject({ time_zone: 'Asia/Tokyo' })
})

test('a page that was opened in another organization is refused when it says so', async () => {
  const api = await aLogInServer()
  const { as, call, enter } = await aVisitor(api)
  await enter()
  const headers = { ...as.headers, 'x-organization': String(api.a.organizationId) }
  const create = () => api.call('POST', 'mailing_lists', { name: 'From an old tab' }, { headers })
  expect((await create()).status).toBe(200)
  await enter(api.b.organizationId)
  const refused = await create()
  expect([refused.status, refused.body.error_message]).toEqual([
    403,
    `X-Organization is not the organization that this call acts in: organization ${api.b.organizationId}`,
  ])
  expect((await call('GET', 'mailing_lists')).body.data).toEqual([])
})

test('a step gives nothing to others, and ends with the role, the organization or the session', async () => {
  const api = await aLogInServer()
  const { as, call, enter } = await aVisitor(api)
  for (const role of ['standard', 'organization_admin'] as const) {
    for (const organization of [1, api.a.organizationId]) {
      const other = await aSession(api, organization, { role })
      const body = { organization_id: api.b.organizationId }
      expect((await api.call('POST', path, body, other)).status).toBe(403)
    }
  }
  expect((await api.call('POST', path, { organization_id: api.a.organizationId }, api.system)).status).toBe(
    403,
  )
  expect((await enter(1)).body.error_message).toMatch(/this one is your own/)
  expect((await enter(999)).status).toBe(404)

  await enter()
  await api.sql`update organizations set active = false where id = ${api.a.organizationId}`
  const refused = await call('POST', 'mailing_lists', { name: 'Nowhere' })
  expect([refused.status, refused.body.error_message]).toEqual([403, expect.stringMatching(/step out/)])
  expect((await call('GET', 'sessions/current')).body.data).toMatchObject({ stepped_into: { name: 'A' } })
  expect(await api.sql`select id from mailing_lists`).toHaveLength(0)
  await api.sql`update organizations set active = true where id = ${api.a.organizationId}`
  await api.sql`update users set role = 'organization_admin' where id = ${as.userId}`
  expect((await call('GET', 'sessions/current')).body.data).toMatchObject({
    stepped_into: null,
    role: 'organization_admin',
  })
})

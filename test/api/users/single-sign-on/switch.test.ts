import { expect, test } from 'vitest'
import { aUserWithPassword, logIn } from '../../../harness/records/log-in.ts'
import { aUser } from '../../../harness/records/sessions.ts'
import {
  aSingleSignOn,
  enter,
  offer,
  proveDomain,
  sessionOf,
  type SingleSignOnWorld,
} from '../../../harness/records/single-sign-on.ts'

type Session = { headers: Record<string, string> }

async function elsewhere({ api }: SingleSignOnWorld, session: Session): Promise<string[]> {
  const { body } = await api.call<{ name: string }[]>(
    'GET',
    'sessions/current/organizations',
    undefined,
    session,
  )
  return body.data.map(({ name }) => name)
}

async function goTo({ api }: SingleSignOnWorld, session: Session, organization_id: number) {
  const reply = await api.app.inject({
    method: 'POST',
    url: '/ga/api/v2/sessions/current/switch',
    headers: session.headers,
    payload: JSON.stringify({ organization_id }),
  })
  const body = reply.json<{
    data: { csrf_token: string; organization: { id: number } }
    error_message: string
  }>()
  const [cookie = ''] = String(reply.headers['set-cookie'] ?? '').split(';')
  return {
    status: reply.statusCode,
    body,
    session: { headers: { cookie, 'x-csrf-token': body.data?.csrf_token ?? '' } },
  }
}

async function withCsrf(world: SingleSignOnWorld, session: Session): Promise<Session> {
  const { body } = await world.api.call<{ csrf_token: string }>('GET', 'sessions/current', undefined, session)
  return { headers: { ...session.headers, 'x-csrf-token': body.data.csrf_token } }
}

test('one log-in opens each organization that has invited the address; each session sees its own only', async () => {
  const world = await aSingleSignOn()
  const { api } = world
  await aUserWithPassword(api)
  await aUser(api, api.b.organizationId, { email: 'ann@example.com', role: 'organization_admin' })
  await api.call('POST', 'mailing_lists', { mailing_list: { name: 'Of A' } })
  const { session } = await logIn(api)
  expect(await elsewhere(world, session)).toEqual(['B'])
  const there = await goTo(world, session, api.b.organizationId)
  expect(there.body.data.organization.id).toBe(api.b.organizationId)
  expect((await api.read('mailing_lists', there.session)).text).not.toContain('Of A')
  expect((await api.read('mailing_lists', session)).status).toBe(401)
  // B does not know that the person has a password in A: its user has proven nothing.
  expect(await elsewhere(world, there.session)).toEqual([])
  const events = await api.sql`
    select organization_id, kind from audit_events where kind like 'session.%' order by id`
  expect([...events]).toEqual([
    { organization_id: api.a.organizationId, kind: 'session.created' },
    { organization_id: api.a.organizationId, kind: 'session.ended' },
    { organization_id: api.b.organizationId, kind: 'session.created' },
  ])
})

test('an address that was changed opens nothing', async () => {
  const world = await aSingleSignOn()
  const { api } = world
  const mallory = await aUserWithPassword(api, { email: 'mallory@example.com', role: 'organization_admin' })
  await aUser(api, api.b.organizationId, { email: 'ann@example.com', role: 'organization_admin' })
  const { session } = await logIn(api, { email: 'mallory@example.com' })
  expect((await api.call('PUT', `users/${mallory}`, { email: 'ann@example.com' }, session)).status).toBe(200)
  expect((await api.call('GET', 'sessions/current', undefined, session)).status).toBe(200)
  expect(await elsewhere(world, session)).toEqual([])
  expect((await goTo(world, session, api.b.organizationId)).status).toBe(404)
})

test('a provider opens other organizations for the domains of its own only, and not one that requires another', async () => {
  const world = await aSingleSignOn()
  const { api, provider } = world
  const { name } = await offer(world)
  await aUser(api, api.b.organizationId, { email: 'ann@example.com' })
  const session = await withCsrf(world, (await enter(world, name)).session)
  expect(await elsewhere(world, session)).toEqual(['B'])
  await api.sql`update sender_domains set proven_at = null`
  expect(await elsewhere(world, session)).toEqual([])
  expect((await goTo(world, session, api.b.organizationId)).status).toBe(404)
  await api.sql`update sender_domains set proven_at = now()`
  await proveDomain(api, api.b.organizationId, 'b.example')
  const other = await offer(world, { email_domains: ['b.example'], name: 'B' }, api.b)
  await api.sql`update log_in_providers set required = true where id = ${other.id}`
  expect(await goTo(world, session, api.b.organizationId)).toMatchObject({
    status: 403,
    body: { error_message: expect.stringContaining('requires its own provider') },
  })
  await api.sql`update log_in_providers set required = false`
  const there = await goTo(world, session, api.b.organizationId)
  expect(there.status).toBe(200)
  // What ends the session at the provider ends the one that followed it.
  const token = await provider.logOutToken({
    sub: 'ann',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  const ended = await api.app.inject({
    method: 'POST',
    url: `/log_in/ended/${api.a.organizationId}`,
    payload: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(ended.statusCode).toBe(200)
  expect((await api.read('mailing_lists', there.session)).status).toBe(401)
})

test('a user who needs a second factor is not opened by a password alone', async () => {
  const world = await aSingleSignOn()
  const { api } = world
  await aUserWithPassword(api)
  await aUser(api, api.b.organizationId, { email: 'ann@example.com', second_factor_required: true })
  const { session } = await logIn(api)
  expect(await goTo(world, session, api.b.organizationId)).toMatchObject({
    status: 403,
    body: { error_message: expect.stringContaining('second factor') },
  })
  for (const id of [api.a.organizationId, 1, 999]) expect((await goTo(world, session, id)).status).toBe(404)
})

test('the provider of the server knows users of all organizations, and makes them in its own only', async () => {
  const world = await aSingleSignOn()
  const { api, provider } = world
  await api.sql`delete from sender_domains`
  await proveDomain(api, 1, 'example.com')
  const { name } = await offer(world, { for_all_organizations: true }, api.system)
  const find = await api.call('POST', 'log_in/providers', { email: '' }, null)
  expect(find.body.data).toEqual([{ id: name, name: 'Work' }])
  await aUser(api, api.b.organizationId, { email: 'ann@example.com' })
  const session = await sessionOf(world, await enter(world, name))
  expect(session.body.data.organization.id).toBe(api.b.organizationId)
  provider.people.set('bo', { email: 'bo@example.com', email_verified: true })
  provider.whoever = 'bo'
  expect((await sessionOf(world, await enter(world, name))).body.data.organization.id).toBe(1)
})

test('the provider of an organization does not know users of another', async () => {
  const world = await aSingleSignOn()
  const { api } = world
  await aUser(api, api.b.organizationId, { email: 'ann@example.com' })
  const { name } = await offer(world, { creates_users: false })
  expect((await enter(world, name)).location).toMatch(/problem=no_user$/)
})

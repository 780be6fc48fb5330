import { expect, test } from 'vitest'
import {
  aBrowser,
  aSingleSignOn,
  begin,
  enter,
  offer,
  proveDomain,
  sessionOf,
} from '../../../harness/records/single-sign-on.ts'
import { anActor } from '../../../harness/core/api.ts'
import { aUserWithPassword, logIn } from '../../../harness/records/log-in.ts'
import { aUser } from '../../../harness/records/sessions.ts'

test('somebody new gets a user with the rights of the provider, and is the same one the next time', async () => {
  const world = await aSingleSignOn()
  const { name } = await offer(world, { permissions: { subscriber: ['read'] } })
  const first = await enter(world, name, { to: '/o/2/lists?q=a#b' })
  expect(first).toMatchObject({ status: 303, location: 'https://quiver.example/console/o/2/lists?q=a#b' })
  const { body } = await sessionOf(world, first)
  expect(body.data).toMatchObject({
    user: { email: 'ann@example.com', full_name: 'Ann Example', single_sign_on: true },
    organization: { id: world.api.a.organizationId },
    role: 'standard',
    permissions: { subscriber: ['read'] },
  })
  // The provider asks for what it must.
  await world.api.sql`update users set second_factor_required = true`
  expect((await sessionOf(world, first)).body.data.second_factor_missing).toBe(false)
  expect((await world.api.read('mailing_lists', first.session)).status).toBe(200)
  world.provider.people.set('ann', { email: 'other@example.com', email_verified: true })
  const again = await sessionOf(world, await enter(world, name))
  expect(again.body.data.user).toMatchObject({ id: body.data.user.id, email: 'ann@example.com' })
  const events = await world.api.sql`
    select kind from audit_events where organization_id = ${world.api.a.organizationId} and user_id is not null order by id`
  expect(events.map(({ kind }) => kind)).toEqual([
    'user.created',
    'user.linked',
    'session.created',
    'session.created',
  ])
})

test('a user who is there is linked by an address that is verified, at a domain that is proven', async () => {
  const world = await aSingleSignOn()
  const { api, provider } = world
  const id = await aUserWithPassword(api)
  const { name } = await offer(world)
  provider.people.set('ann', { email: 'ann@example.com', email_verified: false })
  expect((await enter(world, name)).location).toMatch(/problem=not_verified$/)
  provider.people.set('ann', { email: 'Ann@Example.com', email_verified: true })
  expect((await sessionOf(world, await enter(world, name))).body.data.user.id).toBe(id)
  provider.people.set('bo', { email: 'bo@elsewhere.example', email_verified: true })
  provider.whoever = 'bo'
  expect((await enter(world, name)).location).toMatch(/problem=other_domain$/)
  provider.people.set('bo', { email_verified: true })
  expect((await enter(world, name)).location).toMatch(/problem=no_address$/)
})

test('a domain counts as long as its proof stands', async () => {
  const world = await aSingleSignOn()
  const { name } = await offer(world)
  const find = (email: string) => world.api.call('POST', 'log_in/providers', { email }, null)
  expect(await find('nobody@EXAMPLE.com')).toMatchObject({ body: { data: [{ id: name, name: 'Work' }] } })
  expect(await find('nobody@other.example')).toMatchObject({ body: { data: [] } })
  await world.api.sql`update sender_domains set proven_at = null`
  expect(await find('nobody@example.com')).toMatchObject({ body: { data: [] } })
  expect((await enter(world, name)).location).toMatch(/problem=other_domain$/)
})

test('who has no user does not get one if the provider makes none; who is not active stays out', async () => {
  const world = await aSingleSignOn()
  const { name } = await offer(world, { creates_users: false })
  expect((await enter(world, name)).location).toMatch(/problem=no_user$/)
  const { organizationId } = world.api.a
  const id = await aUser(world.api, organizationId, { email: 'ann@example.com', active: false })
  expect((await enter(world, name)).location).toMatch(/problem=inactive$/)
  await world.api.sql`update users set active = true where id = ${id}`
  const session = await enter(world, name)
  expect((await sessionOf(world, session)).status).toBe(200)
  await world.api.sql`update users set active = false where id = ${id}`
  expect((await sessionOf(world, session)).status).toBe(401)
  expect((await enter(world, name)).location).toMatch(/problem=inactive$/)
})

test('groups set role and permissions at each log-in, but not those of who can log in without the provider', async () => {
  const world = await aSingleSignOn()
  const { api, provider } = world
  const group_rights = [
    { group: 'admins', role: 'organization_admin' as const, permissions: {} },
    {
      group: 'importers',
      role: 'standard' as const,
      permissions: { subscriber: ['import' as const, 'read' as const] },
    },
  ]
  const { name } = await offer(world, { group_rights, permissions: { campaign: ['create'] } })
  const rightsWith = async (groups: unknown) => {
    provider.people.set('ann', { email: 'ann@example.com', email_verified: true, groups })
    const { role, permissions, user } = (await sessionOf(world, await enter(world, name))).body.data
    return { role, permissions, id: user.id }
  }
  const { id, ...first } = await rightsWith(['importers', 'strangers'])
  expect(first).toEqual({
    role: 'standard',
    permissions: { subscriber: ['read', 'import'], campaign: ['create'] },
  })
  expect((await rightsWith('admins')).role).toBe('organization_admin')
  // Those of SCIM count as well, by name or by id.
  await api.sql`
    with made as (
      insert into scim_groups (organization_id, display_name, external_id)
      values (${api.a.organizationId}, 'Admins of ours', 'admins') returning id)
    insert into scim_members (organization_id, group_id, user_id) select ${api.a.organizationId}, id, ${id} from made`
  expect((await rightsWith([])).role).toBe('organization_admin')
  await api.sql`delete from scim_groups`
  expect(await rightsWith({ admins: true })).toEqual({
    id,
    role: 'standard',
    permissions: { campaign: ['create'] },
  })
  await api.sql`update users set emergency_log_in = true, role = 'organization_admin' where id = ${id}`
  expect((await rightsWith([])).role).toBe('organization_admin')
})

test('a required provider ends log-ins by password, except for emergencies, of which one is left', async () => {
  const world = await aSingleSignOn()
  const { api } = world
  const ann = await aUserWithPassword(api, { role: 'organization_admin' })
  const { id, name } = await offer(world)
  const require = () => api.call('PUT', `log_in_providers/${id}`, { required: true })
  expect(await require()).toMatchObject({
    status: 422,
    body: { error_message: expect.stringContaining('emergency') },
  })
  expect((await api.call('PUT', `users/${ann}`, { emergency_log_in: true })).status).toBe(200)
  expect((await require()).status).toBe(200)
  await aUserWithPassword(api, { email: 'bo@example.com' })
  expect(await logIn(api, { email: 'bo@example.com' })).toMatchObject({
    status: 422,
    body: { error_message: expect.stringMatching(/requires single sign-on: continue with Work$/) },
  })
  expect((await logIn(api, { email: 'bo@example.com', password: 'wrong' })).status).toBe(401)
  expect((await logIn(api)).status).toBe(200)
  for (const change of [{ emergency_log_in: false }, { active: false }, { role: 'standard' }]) {
    expect(await api.call('PUT', `users/${ann}`, change)).toMatchObject({ status: 422 })
  }
  expect((await api.call('DELETE', `users/${ann}`)).status).toBe(422)
  expect((await sessionOf(world, await enter(world, name))).status).toBe(200)
})

test('a session ends after the minutes of its provider, unless the provider says when people log out', async () => {
  const world = await aSingleSignOn()
  const { api } = world
  const { id, name } = await offer(world, { session_minutes: 5 })
  const session = await enter(world, name)
  await api.sql`update user_sessions set ends_at = now() + interval '1 minute'`
  expect((await sessionOf(world, session)).status).toBe(200)
  await api.sql`update user_sessions set ends_at = now()`
  expect((await sessionOf(world, session)).status).toBe(401)
  await api.call('PUT', `log_in_providers/${id}`, { back_channel_log_out: true })
  await enter(world, name)
  expect([...(await api.sql`select ends_at from user_sessions where ends_at is null`)]).toHaveLength(1)
})

test('another address has to be proven again: the provider does not know the user any more', async () => {
  const world = await aSingleSignOn()
  const { api } = world
  const { name } = await offer(world)
  const { id } = (await sessionOf(world, await enter(world, name))).body.data.user
  expect((await api.call('PUT', `users/${id}`, { email: 'someone@b.example' })).status).toBe(200)
  const after = (await sessionOf(world, await enter(world, name))).body.data.user
  expect(after).toMatchObject({ email: 'ann@example.com' })
  expect(after.id).not.toBe(id)
})

test('a provider that is switched off, changed or deleted ends its sessions', async () => {
  const world = await aSingleSignOn()
  const { api, provider } = world
  const { id, name } = await offer(world)
  const put = (log_in_provider: object) => api.call('PUT', `log_in_providers/${id}`, { log_in_provider })
  const first = await enter(world, name)
  expect((await put({ name: 'Office' })).status).toBe(200)
  expect((await sessionOf(world, first)).status).toBe(200)
  await put({ active: false })
  expect((await sessionOf(world, first)).status).toBe(401)
  await expect(begin(world, aBrowser(), { provider: name })).rejects.toThrow('provider not found')
  await put({ active: true })
  const second = await enter(world, name)
  await put({ issuer: `${provider.issuer}/` })
  expect((await sessionOf(world, second)).status).toBe(401)
  expect([...(await api.sql`select * from user_identities`)]).toEqual([])
  await put({ issuer: provider.issuer })
  const third = await enter(world, name)
  expect((await api.call('DELETE', `log_in_providers/${id}`)).status).toBe(200)
  expect((await sessionOf(world, third)).status).toBe(401)
})

test('answers never have the secret, and the test of a provider says what is wrong', async () => {
  const world = await aSingleSignOn()
  const { api, provider } = world
  const { id } = await offer(world)
  const shown = await api.read(`log_in_providers/${id}`)
  expect(shown.text).toContain('"has_client_secret":true')
  expect(shown.text).not.toContain('the secret of the client')
  const [row] = await api.sql<
    { sealed: Uint8Array }[]
  >`select client_secret_sealed as sealed from log_in_providers`
  expect(Buffer.from(row?.sealed ?? []).toString()).not.toContain('the secret')
  const test = () => api.call('POST', `log_in_providers/${id}/test`)
  expect(await test()).toMatchObject({ body: { data: { works: true, problem: null, offers_log_out: true } } })
  provider.metadata = (metadata) => ({ ...metadata, issuer: 'https://other.example' })
  expect(await test()).toMatchObject({
    body: { data: { works: false, problem: expect.stringContaining('issuer') } },
  })
  provider.metadata = (metadata) => ({ ...metadata, authorization_endpoint: 'javascript:alert(1)' })
  expect(await test()).toMatchObject({
    body: { data: { works: false, problem: expect.stringContaining('https://') } },
  })
})

test('a provider needs TLS, proven domains, and in the System Organization a system administrator', async () => {
  const world = await aSingleSignOn()
  await expect(offer(world, { email_domains: ['b.example'] })).rejects.toThrow('not proven')
  await expect(offer(world, { issuer: 'http://93.184.216.34/' })).rejects.toThrow('https://')
  await expect(offer(world, { for_all_organizations: true })).rejects.toThrow('System Organization')
  await proveDomain(world.api, world.api.b.organizationId, 'b.example')
  await expect(offer(world, { email_domains: ['b.example'] })).rejects.toThrow('not proven')
  const { id } = await offer(world)
  expect((await world.api.call('GET', `log_in_providers/${id}`, undefined, world.api.b)).status).toBe(404)
  const admin = await anActor(world.api.sql, world.api.secrets, 1)
  await expect(offer(world, { email_domains: [] }, admin)).rejects.toThrow('only a system_admin')
  const ofServer = await offer(world, { email_domains: [] }, world.api.system)
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { name: 'Mine' } : undefined
    expect((await world.api.call(method, `log_in_providers/${ofServer.id}`, body, admin)).status).toBe(403)
  }
})

import { describe, expect, test } from 'vitest'
import { permissionNames } from '../../../src/contract/users/permissions.ts'
import type { User } from '../../../src/contract/users/endpoints.ts'
import { anActor, anApi, type Anyone, type Api } from '../../harness/core/api.ts'
import { aSession, aUser } from '../../harness/records/sessions.ts'
import { linkMailLimits } from '../../../src/actions/users/link-mails.ts'
import { createLogInParts } from '../../../src/actions/users/log-in.ts'
import { userRoutes } from '../../../src/http/users/routes.ts'

const aServer = () => anApi((route, secrets) => userRoutes(route, createLogInParts(secrets, linkMailLimits)))

const ann = { full_name: 'Ann Example', email: 'Ann@Example.com', active: true, role: 'standard' }
const create = (api: Api, attributes: object = {}, as: Anyone = api.a) =>
  api.call<User>('POST', 'users', { user: { ...ann, ...attributes } }, as)
const update = (api: Api, id: number, attributes: object, as: Anyone = api.a) =>
  api.call<User>('PUT', `users/${id}`, { user: attributes }, as)

describe('administration of users', () => {
  test('answers for a user of another organization as for a missing one', async () => {
    const api = await aServer()
    const { data: user } = (await create(api)).body
    for (const [method, body] of [['GET'], ['PUT', { user: { role: 'x' } }], ['DELETE']] as const) {
      const foreign = await api.call(method, `users/${user.id}`, body, api.b)
      const missing = await api.call(method, 'users/999999', body, api.b)
      expect(foreign).toEqual(missing)
      expect(foreign.body).toMatchObject({ error_code: 'not_found', error_message: 'user not found' })
      expect((await api.call(method, 'users/9007199254740991', body, api.b)).body).toEqual(missing.body)
    }
    expect((await api.call<User[]>('GET', 'users', undefined, api.b)).body.data).toEqual([])
    expect((await api.call<User>('GET', `users/${user.id}`)).body.data).toEqual(user)
  })

  test('is closed to a standard user, even with every permission', async () => {
    const api = await aServer()
    const permissions = Object.fromEntries(
      Object.entries(permissionNames).map(([key, names]) => [key, [...names]]),
    )
    const as = await aSession(api, api.a.organizationId, { permissions })
    const calls = [
      ['GET', 'users'],
      ['POST', 'users'],
      ['GET', `users/${as.userId}`],
      ['PUT', `users/${as.userId}`],
      ['DELETE', `users/${as.userId}`],
    ] as const
    for (const [method, path] of calls) {
      const { status, body } = await api.call(method, path, undefined, as)
      expect([status, body.error_code], `${method} ${path}`).toEqual([403, 'not_authorized'])
    }
  })

  test('is open to an administrator who has logged in, as it is to a key', async () => {
    const api = await aServer()
    const as = await aSession(api, api.a.organizationId, { role: 'organization_admin' })
    const { data: user } = (await create(api, {}, as)).body
    expect((await update(api, user.id, { full_name: 'Anna' }, as)).body.data.full_name).toBe('Anna')
    expect((await api.call<User[]>('GET', 'users', undefined, as)).body.data).toHaveLength(2)
    expect((await api.call('DELETE', `users/${user.id}`, undefined, as)).status).toBe(200)
    const events = await api.sql`
      select kind, user_id, api_key_id, details from audit_events
      where organization_id = ${api.a.organizationId} order by id`
    const actor = { user_id: as.userId, api_key_id: null }
    expect([...events]).toEqual([
      { kind: 'user.created', ...actor, details: { role: 'standard' } },
      { kind: 'user.updated', ...actor, details: { changed: ['full_name'] } },
      { kind: 'user.deleted', ...actor, details: {} },
    ])
  })

  test('lets only system administrators create system administrators, on the System Organization only', async () => {
    const api = await aServer()
    const role = 'system_admin'
    const admin = await anActor(api.sql, api.secrets, 1)
    expect((await create(api, { role })).body).toMatchObject({ error_code: 'not_authorized' })
    expect((await create(api, { role }, admin)).body).toMatchObject({ error_code: 'not_authorized' })
    const ofA = `organizations/${api.a.organizationId}/users`
    expect((await api.call('POST', ofA, { user: { ...ann, role } }, api.system)).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'role system_admin exists on the System Organization only',
    })
    const { data: user } = (await create(api, { role }, api.system)).body
    expect(user.role).toBe(role)
    const { data: other } = (await create(api, { email: 'bob@example.com' }, admin)).body
    expect((await update(api, other.id, { role }, admin)).status).toBe(403)
    // To an organization_admin of the System Organization they seem missing.
    expect((await api.call<User[]>('GET', 'users', undefined, admin)).body.data).toEqual([other])
    for (const [method, body] of [['GET'], ['PUT', { user: { active: false } }], ['DELETE']] as const) {
      expect(await api.call(method, `users/${user.id}`, body, admin)).toEqual(
        await api.call(method, 'users/999999', body, admin),
      )
    }
    const demoted = await update(api, user.id, { role: 'organization_admin' }, api.system)
    expect(demoted.body.data.role).toBe('organization_admin')
    const [event] = await api.sql`select details from audit_events where kind = 'user.updated'`
    expect(event?.['details']).toMatchObject({ role_changed: { from: role, to: 'organization_admin' } })
  })

  test('lets a system administrator name the organization in the path, and records the access in its log', async () => {
    const api = await aServer()
    const path = `organizations/${api.a.organizationId}/users`
    const { data: user } = (await api.call<User>('POST', path, { user: ann }, api.system)).body
    expect((await api.call<User[]>('GET', path, undefined, api.system)).body.data).toEqual([user])
    const one = `organization/${api.a.organizationId}/users/${user.id}`
    expect((await api.call<User>('GET', one, undefined, api.system)).body.data).toEqual(user)
    expect((await api.call<User>('GET', `users/${user.id}`)).body.data).toEqual(user)
    const changed = await api.call<User>('PUT', one, { user: { active: 0 } }, api.system)
    expect(changed.body.data).toEqual({ ...user, active: false })
    const elsewhere = `organizations/${api.b.organizationId}/users/${user.id}`
    expect((await api.call('GET', elsewhere, undefined, api.system)).body.error_message).toBe(
      'user not found',
    )
    for (const missing of ['organizations/999999/users', 'organizations/9999999999/users']) {
      const { body } = await api.call('GET', missing, undefined, api.system)
      expect(body.error_message).toBe('organization not found')
    }
    for (const [method, target] of [
      ['GET', path],
      ['POST', path],
      ['PUT', one],
      ['DELETE', one],
    ] as const) {
      expect((await api.call(method, target)).status, `${method} ${target}`).toBe(403)
    }
    expect((await api.call('DELETE', one, undefined, api.system)).status).toBe(200)
    expect((await api.call('GET', one, undefined, api.system)).status).toBe(404)
    const [event] = await api.sql`
      select organization_id, actor_organization_id, subject_id from audit_events where kind = 'user.deleted'`
    expect(event).toEqual({
      organization_id: api.a.organizationId,
      actor_organization_id: 1,
      subject_id: user.id,
    })
  })

  test('is closed to a session of another organization', async () => {
    const api = await aServer()
    const user = await aUser(api, api.b.organizationId)
    const as = await aSession(api, api.a.organizationId, { role: 'organization_admin' })
    expect((await api.call('GET', `users/${user}`, undefined, as)).status).toBe(404)
    expect((await api.call('GET', `organizations/${api.b.organizationId}/users`, undefined, as)).status).toBe(
      403,
    )
  })
})

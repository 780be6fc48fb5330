import { expect, test } from 'vitest'
import { presetRoles } from '../../../src/contract/users/preset-roles.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { aWholeApi, furnish, type WholeApi } from '../../harness/records/tenants.ts'

async function aTeam() {
  const api = await aWholeApi()
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await api.request(method, path, api.a, body)
    const { data, error_message: message } = JSON.parse(text)
    return { status, data, message }
  }
  const aRole = async (permissions: object, name = 'Newsletters') =>
    (await call('POST', 'roles', { role: { name, permissions } })).data
  return { api, call, aRole }
}

const bob = { full_name: 'Bob', email: 'bob@example.com', active: true, role: 'standard', invite: false }

async function statusOf({ send }: WholeApi, headers: Record<string, string>, method: string, path: string) {
  const payload = method === 'GET' ? {} : { payload: '{}' }
  return (await send({ method, url: `/ga/api/v2/${path}`, headers, ...payload })).status
}

test('a role of the organization says what its users may do, reading included, and changes with their next call', async () => {
  const { api, call, aRole } = await aTeam()
  const { id } = await aRole({ campaign: ['read'], subscriber: ['import'] })
  const { data: user } = await call('POST', 'users', { user: { ...bob, role_id: id } })
  expect(user).toMatchObject({ role_id: id, permissions: { subscriber: ['import'] } })
  const { headers } = await aSession(api, api.a.organizationId, user.id)
  const statuses = () =>
    Promise.all(
      [
        'campaigns',
        'subscriber_imports',
        'segments',
        'users',
        'roles',
        'sessions/current',
        'users/current',
      ].map((path) => statusOf(api, headers, 'GET', path)),
    )
  expect(await statuses()).toEqual([200, 200, 403, 403, 403, 200, 200])
  await call('PUT', `roles/${id}`, { role: { permissions: { segmentation_criteria: ['read'] } } })
  expect(await statuses()).toEqual([403, 403, 200, 403, 403, 200, 200])
  const session = await api.send({ method: 'GET', url: '/ga/api/v2/sessions/current', headers })
  expect(JSON.parse(session.text).data).toMatchObject({
    permissions: {},
    rights: { segmentation_criteria: ['read'] },
    mailing_list_ids: null,
  })
  const events = await api.sql`
    select kind, details from audit_events where subject_type = 'UserRole' order by id`
  expect([...events]).toEqual([
    {
      kind: 'user_role.created',
      details: { name: 'Newsletters', permissions: { subscriber: ['import'], campaign: ['read'] } },
    },
    {
      kind: 'user_role.updated',
      details: {
        changes: {
          permissions: {
            from: { campaign: ['read'], subscriber: ['import'] },
            to: { segmentation_criteria: ['read'] },
          },
        },
      },
    },
  ])
})

test('a program that knows no roles gives permissions as before, and cannot give more to who has a role', async () => {
  const { call, aRole } = await aTeam()
  const { id } = await aRole({ campaign: ['read', 'create'] })
  const { data: user } = await call('POST', 'users', {
    user: { ...bob, permissions: { subscriber: ['read'] } },
  })
  expect(user).toMatchObject({ role_id: null, mailing_list_ids: null, permissions: { subscriber: ['read'] } })
  const put = (changes: object) => call('PUT', `users/${user.id}`, { user: changes })
  const given = (await put({ role_id: id })).data
  expect(given.permissions).toEqual({ campaign: ['create'] })
  // As a program does that changes one attribute of what it was answered.
  expect((await put({ ...given, full_name: 'Bobby' })).data).toMatchObject({
    role_id: id,
    full_name: 'Bobby',
  })
  const refused = await put({ permissions: { subscriber: ['read', 'export'] } })
  expect([refused.status, refused.message]).toEqual([
    422,
    'permissions follow from the role of the user: change the role, or send role_id null with permissions',
  ])
  const back = await put({ role_id: null })
  expect(back.data).toMatchObject({ role_id: null, permissions: { subscriber: ['read'] } })
  const own = await put({ role_id: null, permissions: { subscriber: ['export'] } })
  expect(own.data.permissions).toEqual({ subscriber: ['export'] })
})

test('a role that somebody has cannot be deleted, and one of another organization cannot be given', async () => {
  const { api, call, aRole } = await aTeam()
  const { id } = await aRole({})
  const { data: user } = await call('POST', 'users', { user: { ...bob, role_id: id } })
  expect((await call('GET', `roles/${id}`)).data.users).toBe(1)
  expect((await call('DELETE', `roles/${id}`)).message).toContain('in use')
  const foreign = await api.request('POST', 'roles', api.b, { role: { name: 'B', permissions: {} } })
  const taken = await call('PUT', `users/${user.id}`, { user: { role_id: JSON.parse(foreign.text).data.id } })
  expect(taken.message).toBe('role_id is no role of the organization')
  expect((await call('PUT', `users/${user.id}`, { user: { mailing_list_ids: [99] } })).message).toBe(
    'mailing_list_ids has ids that are no mailing list of the organization: 99',
  )
  await call('DELETE', `users/${user.id}`)
  expect((await call('DELETE', `roles/${id}`)).status).toBe(200)
})

test('no right opens keys, users and roles, and administrators are not limited by a role or lists', async () => {
  const { api, call, aRole } = await aTeam()
  expect(
    (await call('POST', 'roles', { role: { name: 'X', permissions: { user: ['create'] } } })).status,
  ).toBe(422)
  const { id } = await aRole({})
  const own = await furnish(api, api.a, 'own')
  const { headers } = await aSession(api, api.a.organizationId, {
    role: 'organization_admin',
    role_id: id,
    mailing_list_ids: [],
  })
  for (const path of ['users', 'roles', 'campaigns', `mailing_lists/${own.mailing_lists}`]) {
    expect([path, await statusOf(api, headers, 'GET', path)]).toEqual([path, 200])
  }
})

test('a new organization begins with a role of each preset', async () => {
  const { api, call } = await aTeam()
  const { text } = await api.request('POST', 'organizations', api.system, { organization: { name: 'New' } })
  const rows = await api.sql`
    select name, permissions from user_roles where organization_id = ${JSON.parse(text).data.id}`
  expect(Object.fromEntries(rows.map(({ name, permissions }) => [name, permissions]))).toEqual(presetRoles)
  // What is given is read as any input: nothing of a preset is dropped.
  for (const [name, permissions] of Object.entries(presetRoles)) {
    const { data } = await call('POST', 'roles', { role: { name, permissions } })
    expect([name, data.permissions]).toEqual([name, permissions])
  }
})

test('a user of some lists sees them and nothing of the others', async () => {
  const { api, call } = await aTeam()
  const own = await furnish(api, api.a, 'own')
  const other = await furnish(api, api.a, 'other')
  const listIds = [Number(own.mailing_lists)]
  const { data: user } = await call('POST', 'users', { user: { ...bob, mailing_list_ids: listIds } })
  expect(user.mailing_list_ids).toEqual(listIds)
  const { headers } = await aSession(api, api.a.organizationId, user.id)
  const read = async (path: string) =>
    (await api.send({ method: 'GET', url: `/ga/api/v2/${path}`, headers })).text
  expect(JSON.parse(await read('mailing_lists')).data).toMatchObject([{ id: listIds[0] }])
  expect(await read('campaigns')).not.toContain('other')
  expect(await statusOf(api, headers, 'GET', `mailing_lists/${other.mailing_lists}`)).toBe(404)
  await call('PUT', `users/${user.id}`, { user: { mailing_list_ids: null } })
  expect(await statusOf(api, headers, 'GET', `mailing_lists/${other.mailing_lists}`)).toBe(200)
  const [event] = await api.sql`select details from audit_events where kind = 'user.updated'`
  expect(event?.details).toEqual({
    changed: ['mailing_list_ids'],
    mailing_list_ids_changed: { from: listIds, to: null },
  })
})

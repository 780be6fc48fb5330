import { describe, expect, test } from 'vitest'
import {
  aLimitedServer,
  aLogInServer,
  aUserWithPassword,
  logIn,
  post,
  type LogInServer,
} from '../../harness/records/log-in.ts'
import type { Actor } from '../../harness/core/api.ts'
import { aSession } from '../../harness/records/sessions.ts'

const ann = { full_name: 'Ann', email: 'ann@example.com', active: true, role: 'standard' }
const password = 'a new one, long enough'
const create = (api: LogInServer, as: Actor, fields: object = {}) =>
  api.call<{ id: number }>('POST', 'users', { user: { ...ann, ...fields } }, as)
const tokenFor = ({ told }: LogInServer, organizationId: number) => {
  const link = told.findLast(({ organization_id }) => organization_id === organizationId)
  return new URL(link?.url ?? 'none:').searchParams.get('token') ?? ''
}
const accept = (api: LogInServer, { organizationId }: Actor) =>
  post(api, 'log_in/password', { token: tokenFor(api, organizationId), password })

describe('the address of a user', () => {
  test('does not reveal to another organization that it is in use', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const used = await create(api, api.b)
    const unused = await create(api, api.b, { email: 'nobody@example.com' })
    expect([used.status, unused.status]).toEqual([200, 200])
    expect({ ...used.body.data, id: 0, email: '' }).toEqual({ ...unused.body.data, id: 0, email: '' })
    const ids = [used, unused].map(({ body }) => body.data.id)
    const moved = await Promise.all(
      ids.map((id, index) =>
        api.call('PUT', `users/${id}`, { user: { email: `moved${index}@example.com` } }, api.b),
      ),
    )
    const back = await api.call('PUT', `users/${ids[1]}`, { user: { email: ann.email } }, api.b)
    expect([...moved, back].map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('belongs to the first user who sets a password; another finds out only by the link in the mail', async () => {
    const api = await aLogInServer()
    await create(api, api.b)
    await create(api, api.a)
    expect((await accept(api, api.a)).status).toBe(200)
    const late = await accept(api, api.b)
    expect([late.status, late.body.error_message]).toEqual([
      422,
      'this address already logs in to another organization; ask for an invitation to another address of yours',
    ])
    expect((await logIn(api, { password })).body.data.organization.name).toBe('A')
    // The address is free again once its user is deleted.
    await api.call('DELETE', `users/${(await logIn(api, { password })).body.data.user.id}`)
    expect((await accept(api, api.b)).status).toBe(200)
    expect((await logIn(api, { password })).body.data.organization.name).toBe('B')
  })

  test('is not reserved by an organization that only invites it', async () => {
    const api = await aLogInServer()
    await create(api, api.b)
    await create(api, api.a)
    await post(api, 'log_in/reset', { email: ann.email })
    // Both are still invitations, and each mail names its organization.
    expect(api.told.slice(2).map(({ organization_id }) => organization_id)).toEqual([
      api.a.organizationId,
      api.b.organizationId,
    ])
    expect((await accept(api, api.a)).status).toBe(200)
    await post(api, 'log_in/reset', { email: ann.email })
    expect(api.told.slice(4)).toMatchObject([{ organization_id: api.a.organizationId }])
  })

  test('must be proven again when it changes, by an invitation that is needed to log in', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api, { role: 'organization_admin' })
    const { session } = await logIn(api)
    const move = (email: string, as?: Parameters<typeof api.call>[3]) =>
      api.call('PUT', `users/${id}`, { user: { email } }, as)
    expect((await move('Ann@Example.com')).status).toBe(200)
    expect((await logIn(api)).status).toBe(200)
    expect((await move('bob@example.com', session)).status).toBe(200)
    // Users who change their own address keep their sessions, so that they can fix a typing error.
    expect((await api.call('GET', 'sessions/current', undefined, session)).status).toBe(200)
    expect((await logIn(api, { email: 'bob@example.com' })).status).toBe(401)
    expect(api.told).toMatchObject([{ kind: 'invitation', user_id: id }])
    expect((await accept(api, api.a)).status).toBe(200)
    const again = await logIn(api, { email: 'bob@example.com', password })
    expect(again.status).toBe(200)
    expect((await move('ann@example.com')).status).toBe(200)
    expect((await api.call('GET', 'sessions/current', undefined, again.session)).status).toBe(401)
  })
})

describe('invitations', () => {
  test('are not needed: users are made without one, and a key gets a warning where it cannot be mailed', async () => {
    const api = await aLimitedServer({ invitationsPerOrganization: 3, perAddress: 0 })
    for (let index = 0; index < 300; index += 1) {
      const fields = { email: `u${index}@example.com`, ...(index % 2 === 0 ? { invite: false } : {}) }
      const { status, body } = await create(api, api.a, fields)
      const isWarned = index % 2 === 1 && index > 5
      expect([index, status, (body as { warnings?: string[] }).warnings]).toEqual([
        index,
        200,
        isWarned ? [expect.stringMatching(/^the invitation was not mailed: .* mails it later$/)] : undefined,
      ])
    }
    const [mails] = await api.sql`select count(*) as count from system_mails`
    expect(mails).toEqual({ count: 3 })
  })

  test('are at most five to an address in 24 hours, even if the user is deleted and created again', async () => {
    const api = await aLogInServer()
    for (let index = 0; index < 5; index += 1) {
      const as = index < 3 ? api.a : api.b
      const { id } = (await create(api, as)).body.data
      await api.call('DELETE', `users/${id}`, undefined, as)
    }
    const admin = await aSession(api, api.a.organizationId, { role: 'organization_admin' })
    const again = (fields = {}) => api.call('POST', 'users', { user: { ...ann, ...fields } }, admin)
    const refused = await again()
    expect([refused.status, refused.body.error_message]).toEqual([
      429,
      '5 mails with links were sent to this address within 24 hours; try again in 24 hours',
    ])
    expect(api.told).toHaveLength(5)
    expect((await create(api, api.a, { email: 'bob@example.com' })).status).toBe(200)
    // However it is written, it is one mailbox.
    for (const email of ['ANN@example.com', 'ann@EXAMPLE.com', 'Ann+2@example.com']) {
      expect((await again({ email })).status, email).toBe(429)
    }
    await api.passTime(23 * 60)
    expect((await again()).body.error_message).toMatch(/; try again in 1 hour$/)
    await api.passTime(60)
    expect((await again()).status).toBe(200)
  })

  test('are limited for each organization in 24 hours; rejected ones do not count', async () => {
    const api = await aLimitedServer({ invitationsPerOrganization: 3, perAddress: 0 })
    const fields = (index: number) => ({ email: `u${index}@example.com` })
    expect((await create(api, api.a, fields(1))).status).toBe(200)
    for (let index = 0; index < 5; index += 1) {
      expect((await create(api, api.a, fields(1))).status).toBe(422)
    }
    const { id } = (await create(api, api.a, fields(2))).body.data
    await api.call('PUT', `users/${id}`, { user: fields(3) })
    const admin = await aSession(api, api.a.organizationId, { role: 'organization_admin' })
    const add = (index: number) => api.call('POST', 'users', { user: { ...ann, ...fields(index) } }, admin)
    const refused = await add(4)
    expect([refused.status, refused.body.error_message]).toEqual([
      429,
      'the organization has sent 3 invitations within 24 hours; try again in 24 hours',
    ])
    expect((await api.call('PUT', `users/${id}`, { user: fields(5) })).status).toBe(429)
    expect((await api.call('PUT', `users/${id}`, { user: { full_name: 'Anna' } })).status).toBe(200)
    expect((await add(6)).status).toBe(429)
    expect((await create(api, api.b, fields(1))).status).toBe(200)
  })
})

import { describe, expect, test } from 'vitest'
import type { Anyone } from '../../harness/core/api.ts'
import {
  aLogInServer,
  aUserWithPassword,
  logIn,
  password,
  type LogInServer,
} from '../../harness/records/log-in.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { organizationDeleteRoutes } from '../../../src/http/organizations/delete.ts'

describe('a log-in', () => {
  test('answers the user, and sets a cookie that is HttpOnly and limited to this host', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    const answer = await logIn(api, { email: ' ANN@Example.com ' })
    const shown = (await api.call('GET', `users/${id}`)).body
    // What others are told about their log-ins.
    const { password_failure_lockout: _, ...user } = shown.data
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          user,
          organization: { id: api.a.organizationId, name: 'A' },
          csrf_token: expect.stringMatching(/^[\w-]{43}$/),
          second_factor_missing: false,
        },
      },
    })
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-quiver_session=\d+\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect(await api.call('GET', 'sessions/current', undefined, answer.session)).toEqual({
      status: 200,
      body: answer.body,
    })
    const events = await api.sql`select kind, user_id, subject_type, details from audit_events order by id`
    expect([...events]).toEqual([
      {
        kind: 'session.created',
        user_id: id,
        subject_type: 'Session',
        details: { remote_address: '127.0.0.1' },
      },
    ])
  })

  test('has the shape in the document, also when it is rejected', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const fields = { email: 'ann@example.com', password }
    for (const body of [fields, { session: fields }]) {
      expect((await api.call('POST', 'sessions', body, null)).status).toBe(200)
    }
    expect((await api.call('POST', 'sessions', { ...fields, password: 'wrong' }, null)).status).toBe(401)
    const { body } = await api.call('POST', 'sessions', {}, null)
    expect(body.error_message).toBe('email cannot be blank, password cannot be blank')
    expect((await api.call('POST', 'sessions', { ...fields, password: 'x'.repeat(257) }, null)).status).toBe(
      422,
    )
  })

  test('never reuses a cookie that was there before', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const token = `${api.a.organizationId}.${'A'.repeat(43)}`
    const planted = { headers: { cookie: `__Host-quiver_session=${token}` } }
    const answer = await logIn(api, {}, planted)
    expect(answer.status).toBe(200)
    expect(answer.session.headers['cookie']).not.toContain(token)
    expect((await api.call('GET', 'sessions/current', undefined, planted)).status).toBe(401)
    const again = await logIn(api, {}, { headers: answer.session.headers })
    expect(again.session.headers['cookie']).not.toBe(answer.session.headers['cookie'])
  })

  test('is rejected for inactive users, inactive or deleted organizations, and users who were never invited', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    const refused = await logIn(api, { password: 'wrong' })
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Session realm="Quiver"')
    const expectRefused = async () => expect((await logIn(api)).body).toEqual(refused.body)
    await api.sql`update users set active = false`
    await expectRefused()
    await api.sql`update users set active = true`
    await api.sql`update organizations set active = false where id = ${api.a.organizationId}`
    await expectRefused()
    await api.sql`update organizations set active = true, deleted_at = now() where id = ${api.a.organizationId}`
    await expectRefused()
    await api.sql`update organizations set deleted_at = null where id = ${api.a.organizationId}`
    expect((await logIn(api)).status).toBe(200)
    await api.sql`update users set password_hash = null where id = ${id}`
    await expectRefused()
  })
})

type Listed = { id: number; ip: string; user_agent: string; current: boolean; last_used_at: string }
const list = async (api: LogInServer, as: Anyone) =>
  (await api.call<Listed[]>('GET', 'sessions', undefined, as)).body.data

describe('the sessions of a user', () => {
  test('are listed, with their origin and the current one marked', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    await aSession(api, api.a.organizationId)
    await logIn(api, {}, { from: '192.0.2.7', headers: { 'user-agent': 'Phone' } })
    const { session } = await logIn(api, {}, { headers: { 'user-agent': 'Laptop' } })
    expect(await list(api, session)).toEqual([
      {
        id: expect.any(Number),
        created_at: expect.stringMatching(/^20.*Z$/),
        last_used_at: expect.stringMatching(/^20.*Z$/),
        ip: '127.0.0.1',
        user_agent: 'Laptop',
        method: 'password',
        current: true,
      },
      expect.objectContaining({ ip: '192.0.2.7', user_agent: 'Phone', current: false }),
    ])
    await api.sql`update user_sessions set last_seen_at = now() - interval '12 hours' where user_agent = 'Phone'`
    expect(await list(api, session)).toHaveLength(1)
  })

  test('can be ended one by one, or all but the current one, and only by their user', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const stranger = await aSession(api, api.a.organizationId, { role: 'organization_admin' })
    const [first, second, third] = [await logIn(api), await logIn(api), await logIn(api)]
    const [, middle, oldest] = await list(api, third.session)
    const end = (id: number | undefined, as: Anyone) => api.call('DELETE', `sessions/${id}`, undefined, as)
    expect((await end(oldest?.id, stranger)).status).toBe(404)
    expect((await end(oldest?.id, third.session)).body.data).toBeNull()
    expect((await end(oldest?.id, third.session)).body.error_message).toBe('session not found')
    const alive = async () =>
      Promise.all(
        [first, second, third].map(
          async ({ session }) => (await api.call('GET', 'sessions/current', undefined, session)).status,
        ),
      )
    expect(await alive()).toEqual([401, 200, 200])
    expect((await api.call('DELETE', 'sessions', undefined, third.session)).body.data).toBeNull()
    expect(await alive()).toEqual([401, 401, 200])
    expect((await end(middle?.id, third.session)).status).toBe(404)
    expect((await api.call('GET', 'sessions/current', undefined, stranger)).status).toBe(200)
    const [current] = await list(api, third.session)
    expect((await end(current?.id, third.session)).status).toBe(200)
    expect(await alive()).toEqual([401, 401, 401])
  })

  test('can be ended by an administrator of the organization or of the system', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    for (const [path, as] of [
      [`users/${id}/sessions`, api.a],
      [`organizations/${api.a.organizationId}/users/${id}/sessions`, api.system],
    ] as const) {
      const { session } = await logIn(api)
      await logIn(api)
      expect((await api.call('DELETE', `users/${id}/sessions`, undefined, api.b)).status).toBe(404)
      expect((await api.call('DELETE', path, undefined, session)).status).toBe(403)
      expect((await api.call('DELETE', path, undefined, as)).status).toBe(200)
      expect((await api.call('GET', 'sessions/current', undefined, session)).status).toBe(401)
    }
    const events =
      await api.sql`select subject_id, details from audit_events where kind = 'user.sessions_ended'`
    const event = { subject_id: id, details: { sessions_ended: 2 } }
    expect([...events]).toEqual([event, event])
  })
})

describe('a session', () => {
  test('ends on the server when its user logs out', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const { session } = await logIn(api)
    const { session: other } = await logIn(api)
    const reply = await api.app.inject({
      method: 'DELETE',
      url: '/ga/api/v2/sessions/current',
      headers: session.headers,
    })
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([
      200,
      '__Host-quiver_session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0',
    ])
    expect(await api.call('GET', 'sessions/current', undefined, session)).toMatchObject({
      status: 401,
      body: { error_code: 'not_authorized', error_message: 'the session has ended; log in again' },
    })
    expect((await api.call('GET', 'sessions/current', undefined, other)).status).toBe(200)
    const [ended] = await api.sql`select count(*) from audit_events where kind = 'session.ended'`
    expect(ended).toEqual({ count: 1 })
  })

  test('ends after 12 hours without a call, and after 14 days in any case', async () => {
    const api = await aLogInServer()
    const session = await aSession(api, api.a.organizationId)
    const statusAfter = async (idle: string, age: string) => {
      await api.sql`
        update user_sessions set last_seen_at = now() - ${idle}::text::interval, created_at = now() - ${age}::text::interval`
      return (await api.call('GET', 'sessions/current', undefined, session)).status
    }
    expect(await statusAfter('11:59', '13 days 23:59')).toBe(200)
    expect(await statusAfter('12:00', '13 hours')).toBe(401)
    expect(await statusAfter('0', '14 days')).toBe(401)
    expect(await statusAfter('0', '12:00')).toBe(200)
  })

  test('records its last use at most once a minute', async () => {
    const api = await aLogInServer()
    const session = await aSession(api, api.a.organizationId)
    const seenAfter = async (idle: string) => {
      await api.sql`update user_sessions set last_seen_at = now() - ${idle}::text::interval`
      await api.call('GET', 'sessions/current', undefined, session)
      const [row] = await api.sql`
        select extract(epoch from now() - last_seen_at)::float8 < 30 as is_new from user_sessions`
      return row?.['is_new'] === true
    }
    expect(await seenAfter('58 seconds')).toBe(false)
    expect(await seenAfter('61 seconds')).toBe(true)
  })

  test('ends at once when its user or organization is deactivated or deleted, and does not come back', async () => {
    const api = await aLogInServer()
    const { organizationId } = api.a
    const status = async (session: Awaited<ReturnType<typeof aSession>>) =>
      (await api.call('GET', 'mailing_lists', undefined, session)).status
    const session = await aSession(api, organizationId)
    const path = `users/${session.userId}`
    expect(await status(session)).toBe(200)
    await api.sql`update users set active = false`
    expect(await status(session)).toBe(401)
    await api.sql`update users set active = true`
    await api.call('PUT', path, { user: { active: false } })
    await api.call('PUT', path, { user: { active: true } })
    expect(await status(session)).toBe(401)
    const second = await aSession(api, organizationId, session.userId)
    expect(await status(second)).toBe(200)
    await api.call('DELETE', path)
    expect(await status(second)).toBe(401)
    const third = await aSession(api, organizationId)
    await api.sql`update organizations set active = false where id = ${organizationId}`
    expect(await status(third)).toBe(401)
    await api.sql`update organizations set active = true, deleted_at = now() where id = ${organizationId}`
    expect(await status(third)).toBe(401)
  })

  test('ends with its organization, and the addresses of its users are free again', async () => {
    const api = await aLogInServer((route) => organizationDeleteRoutes(route))
    const id = await aUserWithPassword(api)
    const { session } = await logIn(api)
    const path = `organizations/${api.a.organizationId}`
    const { data } = (await api.call('GET', `${path}/delete_confirmation_code`, undefined, api.system)).body
    const code = String(data['delete_confirmation_code'])
    expect((await api.call('DELETE', `${path}/confirmed/${code}`, undefined, api.system)).status).toBe(200)
    expect((await api.call('GET', 'sessions/current', undefined, session)).status).toBe(401)
    expect((await logIn(api)).status).toBe(401)
    await api.sql`update organizations set deleted_at = null where id = ${api.a.organizationId}`
    expect((await api.call('GET', 'sessions/current', undefined, session)).status).toBe(401)
    expect(await aUserWithPassword(api, {}, api.b.organizationId)).toBeGreaterThan(id)
    expect((await logIn(api)).body.data.organization.name).toBe('B')
  })

  test('has the current role of its user', async () => {
    const api = await aLogInServer()
    const session = await aSession(api, api.a.organizationId, { role: 'organization_admin' })
    expect((await api.call('GET', 'users', undefined, session)).status).toBe(200)
    await api.call('PUT', `users/${session.userId}`, { user: { role: 'standard' } })
    expect((await api.call('GET', 'users', undefined, session)).status).toBe(403)
  })

  test('does not exist for an API key', async () => {
    const api = await aLogInServer()
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await api.call(method, 'sessions/current')).body.error_message).toBe(
        'this call needs the session of a user',
      )
    }
  })
})

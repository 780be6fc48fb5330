import { describe, expect, test } from 'vitest'
import { aLogInServer, aUserWithPassword, logIn, password } from '../../harness/records/log-in.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { organizationDeleteRoutes } from '../../../src/http/organizations/delete.ts'

describe('a log-in', () => {
  test('answers who it is, and sets a cookie that only this host gets back and no script reads', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    const answer = await logIn(api, { email: ' ANN@Example.com ' })
    const { data: user } = (await api.call('GET', `users/${id}`)).body
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

  test('has the shape of the document, also when it is refused', async () => {
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

  test('never takes over a cookie that was there before', async () => {
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

  test('is not possible for who is inactive, of an inactive or deleted organization, or was never invited', async () => {
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

  test('is seen at most once a minute', async () => {
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

  test('ends with the organization, whose users’ addresses may be used again', async () => {
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

  test('has the role of its user as it is now', async () => {
    const api = await aLogInServer()
    const session = await aSession(api, api.a.organizationId, { role: 'organization_admin' })
    expect((await api.call('GET', 'users', undefined, session)).status).toBe(200)
    await api.call('PUT', `users/${session.userId}`, { user: { role: 'standard' } })
    expect((await api.call('GET', 'users', undefined, session)).status).toBe(403)
  })

  test('is nothing that an API key has', async () => {
    const api = await aLogInServer()
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await api.call(method, 'sessions/current')).body.error_message).toBe(
        'this call needs the session of a user',
      )
    }
  })
})

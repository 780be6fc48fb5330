import { describe, expect, test } from 'vitest'
import { anActor, type Anyone } from '../../harness/core/api.ts'
import {
  aLogInServer,
  aUserWithPassword,
  logIn,
  password,
  type LogInServer,
} from '../../harness/records/log-in.ts'
import { aSession, aUser } from '../../harness/records/sessions.ts'
import { totpCode } from '../../../src/actions/users/totp.ts'

/** Sets a second factor up, and uses up the code of the present step. */
async function aSecondFactor(api: LogInServer, as: Anyone) {
  const path = 'users/current/totp'
  const { secret } = (await api.call<{ secret: string }>('POST', path, { password }, as)).body.data
  const step = Math.floor(Date.now() / 30_000)
  const given = { code: totpCode(secret, step) }
  const { data } = (await api.call<{ recovery_codes: string[] }>('POST', `${path}/confirm`, given, as)).body
  return { next: totpCode(secret, step + 1), recoveryCodes: data.recovery_codes }
}

/** Ann of `a`, who has lost it. */
async function aLostFactor(api: LogInServer, organizationId = api.a.organizationId) {
  const id = await aUserWithPassword(api, {}, organizationId)
  const { session } = await logIn(api)
  return { id, session, ...(await aSecondFactor(api, session)) }
}

const reset = (api: LogInServer, id: number, as?: Anyone) =>
  api.call('DELETE', `users/${id}/totp`, undefined, as)

describe('a lost second factor', () => {
  test('is removed by an administrator: sessions end, codes are void, the password is enough', async () => {
    const api = await aLogInServer()
    const { id, session, next, recoveryCodes } = await aLostFactor(api)
    const other = await aUserWithPassword(api, { email: 'bob@example.com' })
    const { session: ofOther } = await logIn(api, { email: 'bob@example.com' })
    await aSecondFactor(api, ofOther)
    expect((await logIn(api)).body.error_message).toBe('totp cannot be blank')
    expect(await reset(api, id)).toMatchObject({ status: 200, body: { success: true, data: null } })
    expect((await api.call('GET', 'sessions/current', undefined, session)).status).toBe(401)
    expect([...(await api.sql`select distinct user_id from user_recovery_codes`)]).toEqual([
      { user_id: other },
    ])
    expect([...(await api.sql`select id from users where totp_sealed is not null`)]).toEqual([{ id: other }])
    expect((await api.call('GET', 'sessions/current', undefined, ofOther)).status).toBe(200)
    const again = await logIn(api)
    expect(again.status).toBe(200)
    // A new one is set up like the first, and the old codes do not work with it.
    await aSecondFactor(api, again.session)
    for (const totp of [next, recoveryCodes[0]]) expect((await logIn(api, { totp })).status).toBe(401)
    const [event] = await api.sql`
      select organization_id, api_key_id, subject_type, subject_id, details from audit_events
      where kind = 'user.totp_reset'`
    expect(event).toEqual({
      organization_id: api.a.organizationId,
      api_key_id: api.a.apiKeyId,
      subject_type: 'User',
      subject_id: id,
      details: { sessions_ended: 1 },
    })
  })

  test('must be set up again at once if it is required', async () => {
    const api = await aLogInServer()
    const { id } = await aLostFactor(api)
    await api.call('PUT', `users/${id}`, { user: { second_factor_required: true } })
    await reset(api, id)
    const { session } = await logIn(api)
    expect((await api.call('GET', 'mailing_lists', undefined, session)).body.error_message).toBe(
      'set up your second factor first: POST users/current/totp',
    )
  })

  test('is removed once, and a second removal changes nothing', async () => {
    const api = await aLogInServer()
    const { id } = await aLostFactor(api)
    expect((await reset(api, id)).status).toBe(200)
    expect((await reset(api, id)).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'there is no second factor',
    })
    expect((await logIn(api)).status).toBe(200)
    const [{ count } = {}] = await api.sql`select count(*) from audit_events where kind = 'user.totp_reset'`
    expect(count).toBe(1)
  })
})

describe('the removal of a second factor', () => {
  test('is not allowed in a session of the user itself, even for an administrator: that takes a code', async () => {
    const api = await aLogInServer()
    const { id, session } = await aLostFactor(api)
    await api.sql`update users set role = 'organization_admin' where id = ${id}`
    expect(await reset(api, id, session)).toMatchObject({
      status: 403,
      body: { error_message: 'your own second factor is removed with a code: DELETE users/current/totp' },
    })
    await api.sql`update users set role = 'standard' where id = ${id}`
    expect((await reset(api, id, session)).status).toBe(403)
    expect((await logIn(api)).status).toBe(422)
    const colleague = await aSession(api, api.a.organizationId, { role: 'organization_admin' })
    expect((await reset(api, id, colleague)).status).toBe(200)
  })

  test('is not allowed to another organization, which gets the answer for a missing user', async () => {
    const api = await aLogInServer()
    const { id } = await aLostFactor(api)
    expect(await reset(api, id, api.b)).toEqual(await reset(api, 999_999, api.b))
    const { organizationId } = api.b
    const where = `organizations/${organizationId}/users/${id}/totp`
    expect((await api.call('DELETE', where, undefined, api.system)).status).toBe(404)
    expect((await api.call('DELETE', where, undefined, api.b)).status).toBe(403)
    expect((await logIn(api)).status).toBe(422)
  })

  test('is allowed to a system administrator, by a path that names the organization', async () => {
    const api = await aLogInServer()
    const { id } = await aLostFactor(api)
    const where = `organizations/${api.a.organizationId}/users/${id}/totp`
    expect((await api.call('DELETE', where)).status).toBe(403)
    expect((await api.call('DELETE', where, undefined, api.system)).status).toBe(200)
    expect((await logIn(api)).status).toBe(200)
    const [event] = await api.sql`
      select organization_id, actor_organization_id from audit_events where kind = 'user.totp_reset'`
    expect(event).toEqual({ organization_id: api.a.organizationId, actor_organization_id: 1 })
  })

  test('of a system administrator is allowed only to another one', async () => {
    const api = await aLogInServer()
    const { id } = await aLostFactor(api, 1)
    await api.sql`update users set role = 'system_admin' where id = ${id}`
    const admins = [
      await anActor(api.sql, api.secrets, 1),
      await aSession(api, 1, await aUser(api, 1, { role: 'organization_admin' })),
    ]
    for (const as of admins) {
      expect(await reset(api, id, as)).toEqual(await reset(api, 999_999, as))
    }
    expect((await logIn(api)).status).toBe(422)
    expect((await reset(api, id, api.system)).status).toBe(200)
    expect((await logIn(api)).status).toBe(200)
  })
})

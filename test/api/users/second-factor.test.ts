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
import { totpCode } from '../../../src/actions/users/totp.ts'

const path = 'users/current/totp'
type Begun = { secret: string; otpauth_url: string }

const begin = async (api: LogInServer, as: Anyone) =>
  (await api.call<Begun>('POST', path, { password }, as)).body.data
const confirm = (api: LogInServer, as: Anyone, code: string) =>
  api.call<{ recovery_codes: string[] }>('POST', `${path}/confirm`, { code }, as)

/** A second factor with the code of the present step used up: `next` is the one after it, which is used up too. */
async function aSecondFactor(api: LogInServer, as: Anyone) {
  const { secret } = await begin(api, as)
  const step = Math.floor(Date.now() / 30_000)
  const { data } = (await confirm(api, as, totpCode(secret, step))).body
  return {
    secret,
    used: totpCode(secret, step),
    next: totpCode(secret, step + 1),
    recoveryCodes: data.recovery_codes,
  }
}

describe('a second factor', () => {
  test('counts once it is confirmed; then a log-in needs a code, which works once', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const { session } = await logIn(api)
    const first = await begin(api, session)
    const begun = await begin(api, session)
    expect(begun.secret).not.toBe(first.secret)
    expect(begun.otpauth_url).toContain(`secret=${begun.secret}&`)
    expect((await logIn(api)).status).toBe(200)
    expect((await confirm(api, session, '000000x')).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'code is wrong or was used before',
    })
    const { next, used, recoveryCodes } = await aSecondFactor(api, session)
    expect(recoveryCodes).toHaveLength(10)
    expect((await api.call('GET', 'sessions/current', undefined, session)).body.data).toMatchObject({
      user: { second_factor_enabled: true },
    })
    const blank = await logIn(api)
    expect([blank.status, blank.body.error_message]).toEqual([422, 'totp cannot be blank'])
    const wrong = await logIn(api, { totp: used })
    expect(wrong.status).toBe(401)
    expect((await logIn(api, { password: 'wrong', totp: next })).body).toEqual(wrong.body)
    expect((await logIn(api, { totp: next })).status).toBe(200)
    expect((await logIn(api, { totp: next })).body).toEqual(wrong.body)
    const kinds = await api.sql`select kind from audit_events where kind like 'user.%'`
    expect([...kinds]).toEqual([{ kind: 'user.totp_enabled' }])
  })

  test('is confirmed once, and a session alone cannot replace it', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const { session } = await logIn(api)
    expect((await confirm(api, session, '000000')).body.error_message).toBe(
      'there is no second factor to confirm',
    )
    const { next } = await aSecondFactor(api, session)
    expect((await confirm(api, session, next)).body.error_message).toBe(
      'there is no second factor to confirm',
    )
    expect((await api.call('POST', path, { password }, session)).body.error_message).toBe(
      'a second factor is already set up; remove it first',
    )
    expect((await logIn(api, { totp: next })).status).toBe(200)
  })

  test('needs the password to be set up, and wrong passwords count like failed log-ins', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const { session } = await logIn(api)
    const without = await api.call('POST', path, {}, session)
    expect([without.status, without.body.error_message]).toEqual([422, 'password cannot be blank'])
    for (let index = 0; index < 10; index += 1) {
      const { status, body } = await api.call('POST', path, { password: 'wrong' }, session)
      expect([status, body.error_message]).toEqual([422, 'password is wrong'])
    }
    expect((await api.call('POST', path, { password }, session)).status).toBe(429)
    expect([...(await api.sql`select from users where totp_sealed is not null`)]).toEqual([])
    const [lock] =
      await api.sql`select user_id is not null as known from audit_events where kind = 'session.locked'`
    expect(lock).toEqual({ known: true })
  })

  test('ends all other sessions of its user once it is confirmed', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    await aUserWithPassword(api, { email: 'bob@example.com' })
    const { session: stolen } = await logIn(api)
    const { session: bobs } = await logIn(api, { email: 'bob@example.com' })
    const { session } = await logIn(api)
    await aSecondFactor(api, session)
    const status = async (as: Anyone) => (await api.call('GET', 'sessions/current', undefined, as)).status
    expect([await status(session), await status(stolen), await status(bobs)]).toEqual([200, 401, 200])
    const [event] = await api.sql`select details from audit_events where kind = 'user.totp_enabled'`
    expect(event).toEqual({ details: { sessions_ended: 1 } })
  })

  test('can be replaced at a log-in by each recovery code once, in any spelling', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const { recoveryCodes } = await aSecondFactor(api, (await logIn(api)).session)
    const [one = '', two = ''] = recoveryCodes
    expect((await logIn(api, { totp: one })).status).toBe(200)
    expect((await logIn(api, { totp: one })).status).toBe(401)
    expect((await logIn(api, { totp: two.replaceAll('-', '').toLowerCase() })).status).toBe(200)
    await aUserWithPassword(api, { email: 'bob@example.com' })
    await aSecondFactor(api, (await logIn(api, { email: 'bob@example.com' })).session)
    expect((await logIn(api, { email: 'bob@example.com', totp: recoveryCodes[2] })).status).toBe(401)
  })

  test('is locked after ten wrong codes, at the log-in and in a session alike', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const { session } = await logIn(api)
    const { next } = await aSecondFactor(api, session)
    for (let index = 0; index < 5; index += 1) {
      expect((await logIn(api, { totp: 'x' })).status).toBe(401)
      expect((await logIn(api)).status).toBe(422)
      const guess = { headers: { ...session.headers, 'idempotency-key': 'x' } }
      expect((await api.call('DELETE', path, { code: 'x' }, guess)).body).toMatchObject({
        error_message: 'code is wrong or was used before',
      })
    }
    expect((await logIn(api, { totp: next })).status).toBe(429)
    expect((await api.call('DELETE', path, { code: next }, session)).status).toBe(429)
    const locks = await api.sql`select details from audit_events where kind = 'session.locked'`
    expect([...locks]).toEqual([
      { details: { remote_address: '127.0.0.1', locks: ['account_from_address'] } },
    ])
  })

  test('is removed with a code', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const { session } = await logIn(api)
    expect((await api.call('DELETE', path, { code: 'x' }, session)).body.error_message).toBe(
      'there is no second factor',
    )
    const { used, next } = await aSecondFactor(api, session)
    expect((await api.call('DELETE', path, { code: used }, session)).status).toBe(422)
    expect((await api.call('DELETE', path, { code: next }, session)).status).toBe(200)
    expect((await logIn(api)).status).toBe(200)
    expect([...(await api.sql`select from user_recovery_codes`)]).toEqual([])
    const [event] =
      await api.sql`select user_id is not null as known from audit_events where kind = 'user.totp_disabled'`
    expect(event).toEqual({ known: true })
  })

  test('that an administrator requires must be set up before anything else', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api, { role: 'organization_admin' })
    const { session: first } = await logIn(api)
    expect((await api.call('GET', 'users', undefined, first)).status).toBe(200)
    await api.call('PUT', `users/${id}`, { user: { second_factor_required: true } })
    const calls = [
      ['GET', 'users'],
      ['GET', 'mailing_lists'],
      ['PUT', `users/${id}`],
      ['GET', `organizations/${api.a.organizationId}/users`],
    ] as const
    for (const [method, target] of calls) {
      const { status, body } = await api.call(method, target, undefined, first)
      expect([status, body.error_message], target).toEqual([
        403,
        'set up your second factor first: POST users/current/totp',
      ])
    }
    const again = await logIn(api)
    expect(again.body.data.second_factor_missing).toBe(true)
    const { session } = again
    const { next } = await aSecondFactor(api, session)
    expect((await api.call('GET', 'users', undefined, session)).status).toBe(200)
    expect((await api.call('DELETE', path, { code: next }, session)).status).toBe(200)
    expect((await api.call('GET', 'users', undefined, session)).status).toBe(403)
    const reply = await api.call('DELETE', 'sessions/current', undefined, session)
    expect(reply.status).toBe(200)
  })

  test('belongs to a user: keys have none, and other users cannot change it', async () => {
    const api = await aLogInServer()
    const calls = [
      ['POST', path],
      ['POST', `${path}/confirm`],
      ['DELETE', path],
    ] as const
    for (const [method, target] of calls) {
      expect((await api.call(method, target, { code: '000000' })).body.error_message).toBe(
        'this call needs the session of a user',
      )
    }
    const one = await aSession(api, api.a.organizationId, await aUserWithPassword(api))
    const other = await aSession(api, api.a.organizationId)
    const { next } = await aSecondFactor(api, one)
    expect((await api.call('DELETE', path, { code: next }, other)).body.error_message).toBe(
      'there is no second factor',
    )
  })
})

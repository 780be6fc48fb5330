import { describe, expect, test } from 'vitest'
import {
  aLogInServer,
  aUserWithPassword,
  logIn,
  password as oldPassword,
  post,
  type LogInServer,
} from '../../harness/records/log-in.ts'
import { setEarlier } from '../../harness/postgres/earlier.ts'

const expiry = { table: 'user_tokens', times: ['expires_at'] }
const password = 'a new one, long enough'
const setPassword = (api: LogInServer, token: string, given: unknown = password) =>
  post(api, 'log_in/password', { token, password: given })
const reset = (api: LogInServer, email = 'ann@example.com') => post(api, 'log_in/reset', { email })
/** The token of the last link that the operator received. */
const lastToken = ({ told }: LogInServer) => new URL(told.at(-1)?.url ?? '').searchParams.get('token') ?? ''

describe('a link to set the password', () => {
  test('comes with the invitation, works once, and lets the user log in', async () => {
    const api = await aLogInServer()
    const fields = { full_name: 'Ann', email: 'ann@example.com', active: true, role: 'standard' }
    const { data: user } = (await api.call('POST', 'users', { user: fields })).body
    const token = lastToken(api)
    expect((await logIn(api, { password })).status).toBe(401)
    const done = await setPassword(api, token)
    expect([done.status, done.body.data]).toEqual([200, null])
    expect((await logIn(api, { password })).body.data.user.id).toBe(user['id'])
    expect((await setPassword(api, token, 'another one, long enough')).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'token is wrong, was used or has expired',
    })
    expect((await logIn(api, { password })).status).toBe(200)
    const [event] = await api.sql`
      select user_id, subject_id, details from audit_events where kind = 'user.password_set'`
    expect(event).toEqual({ user_id: user['id'], subject_id: user['id'], details: { sessions_ended: 0 } })
  })

  test('comes on request, for an hour; the answer is the same for an unknown address', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    const known = await reset(api, 'ANN@example.com')
    const unknown = await reset(api, 'nobody@example.com')
    expect(known.status).toBe(200)
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
    expect(api.told).toMatchObject([{ kind: 'password_reset', user_id: id }])
    const mails = await api.sql`select to_email, link_kind, user_id from system_mails`
    expect([...mails]).toEqual([{ to_email: 'ann@example.com', link_kind: 'password_reset', user_id: id }])
    await setEarlier(api.sql, expiry, '59 minutes 50 seconds')
    expect((await setPassword(api, lastToken(api))).status).toBe(200)
    await reset(api)
    await setEarlier(api.sql, expiry, '1 hour')
    expect((await setPassword(api, lastToken(api))).status).toBe(422)
    expect((await api.call('POST', 'log_in/reset', { email: 'nobody@example.com' }, null)).status).toBe(200)
  })

  test('ends all sessions of the user, and every other link', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    await aUserWithPassword(api, { email: 'bob@example.com' })
    const { session } = await logIn(api)
    const { session: bobs } = await logIn(api, { email: 'bob@example.com' })
    await reset(api)
    const first = lastToken(api)
    await reset(api)
    expect((await setPassword(api, lastToken(api))).status).toBe(200)
    expect((await api.call('GET', 'sessions/current', undefined, session)).status).toBe(401)
    expect((await api.call('GET', 'sessions/current', undefined, bobs)).status).toBe(200)
    expect((await setPassword(api, first)).status).toBe(422)
    expect((await logIn(api, { password: oldPassword })).status).toBe(401)
    expect((await logIn(api, { password })).status).toBe(200)
  })

  test('unlocks an account that was locked by wrong guesses', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    for (let index = 0; index < 10; index += 1) await logIn(api, { password: 'wrong' })
    expect((await logIn(api)).status).toBe(429)
    await reset(api)
    await setPassword(api, lastToken(api))
    expect((await logIn(api, { password })).status).toBe(200)
  })

  test('accepts a password of 12 to 256 characters that is not the address', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api, { email: 'ann.longer.name@example.com' })
    await reset(api, 'ann.longer.name@example.com')
    const token = lastToken(api)
    const refused = [
      ['short', 'password must be at least 12 characters long'],
      ['x'.repeat(257), 'password must be at most 256 characters long'],
      ['Ann.Longer.Name@example.com', 'password cannot be the address'],
      [undefined, 'password cannot be blank'],
      [123_456_789_012, 'password must be a string'],
    ] as const
    for (const [given, error_message] of refused) {
      const { status, body } = await post(api, 'log_in/password', { token, password: given })
      expect([status, body.error_message]).toEqual([422, error_message])
    }
    const long = 'zwölf Zeichen und mehr, '.repeat(11).slice(0, 256)
    expect((await setPassword(api, token, long)).status).toBe(200)
    expect((await logIn(api, { email: 'ann.longer.name@example.com', password: long })).status).toBe(200)
  })

  test('rejects a password that is easy to guess: common, a pattern, or known about the user', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api, { email: 'ann.example@brand.example', full_name: 'Annabel Archibald' })
    await reset(api, 'ann.example@brand.example')
    const token = lastToken(api)
    const guessable = [
      'passwordpassword',
      'PASSWORDpassword',
      'P@ssw0rd1234',
      'Administrator',
      'qwertyuiop12',
      '123456789012',
      'aaaaaaaaaaaa',
      'QuiverQuiver',
      'Quiver123456',
      'AnnabelArchibald',
      'ann.example@brand.example1',
    ]
    for (const given of guessable) {
      const { status, body } = await setPassword(api, token, given)
      expect([status, body.error_message], given).toEqual([
        422,
        'password is too easy to guess: choose four or more unrelated words, or let a password manager choose it; ' +
          'leave out names, the address and repeated words',
      ])
    }
    // A rejected password does not use up the link.
    expect((await setPassword(api, token, 'staple lantern orbit quince')).status).toBe(200)
  })

  test('accepts a password in any Unicode composition', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    await reset(api)
    await setPassword(api, lastToken(api), 'zwölf Zeichen')
    expect((await logIn(api, { password: 'zwölf Zeichen'.normalize('NFD') })).status).toBe(200)
    expect((await logIn(api, { password: 'zwolf Zeichen' })).status).toBe(401)
  })

  test('does not work for an inactive user, and of two concurrent uses one is rejected', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    await reset(api)
    await api.sql`update users set active = false`
    expect((await setPassword(api, lastToken(api))).status).toBe(422)
    await reset(api)
    expect(api.told).toHaveLength(1)
    await api.sql`update users set active = true`
    const both = await Promise.all([setPassword(api, lastToken(api)), setPassword(api, lastToken(api))])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    await reset(api)
    await api.call('PUT', `users/${id}`, { user: { active: false } })
    await api.call('PUT', `users/${id}`, { user: { active: true } })
    expect((await setPassword(api, lastToken(api))).status).toBe(422)
  })

  test('is rejected in every other form', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    await reset(api)
    const token = lastToken(api)
    const [, bits = ''] = token.split('.')
    const wrong = [
      '',
      'x',
      bits,
      `${api.b.organizationId}.${bits}`,
      `0${token}`,
      `${token}A`,
      `9999999999.${bits}`,
    ]
    for (const one of wrong) expect((await setPassword(api, one)).status, one).toBe(422)
    expect((await setPassword(api, ` ${token}\n`)).status).toBe(200)
  })

  test('is not sent more than five times in 24 hours, to known and unknown addresses alike', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      const statuses = []
      for (let index = 0; index < 5; index += 1) statuses.push((await reset(api, email)).status)
      expect(statuses).toEqual(Array(5).fill(200))
      const refused = await reset(api, email)
      expect([refused.status, refused.body.error_message]).toEqual([
        429,
        '5 mails with links were sent to this address within 24 hours; try again in 24 hours',
      ])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    }
    expect(api.told).toHaveLength(5)
    expect((await logIn(api)).status).toBe(200)
    await api.passTime(24 * 60)
    expect((await reset(api)).status).toBe(200)
  })
})

import { expect, test } from 'vitest'
import { aLogInServer, aUserWithPassword, logIn, password } from '../../harness/records/log-in.ts'
import { aSession } from '../../harness/records/sessions.ts'

const next = 'staple battery horse moon'

test('users change their own name and time zone, and nothing that others decide', async () => {
  const api = await aLogInServer()
  const as = await aSession(api, api.a.organizationId, { role: 'standard' })
  const given = {
    full_name: 'Ann Smith',
    time_zone: 'Europe/Berlin',
    role: 'organization_admin',
    active: false,
  }
  const { body } = await api.call('PUT', 'users/current', { user: given }, as)
  expect(body.data).toMatchObject({
    id: as.userId,
    full_name: 'Ann Smith',
    time_zone: '(GMT+01:00) Berlin',
    role: 'standard',
    active: true,
  })
  expect((await api.call('GET', 'users/current', undefined, as)).body.data).toEqual(body.data)
  expect((await api.call('GET', 'users/current')).status).toBe(403)
})

test('a new password needs the former one, ends the other sessions, and is counted like a log-in', async () => {
  const api = await aLogInServer()
  await aUserWithPassword(api)
  const other = (await logIn(api)).session
  const as = (await logIn(api)).session
  const change = (fields: object) => api.call('PUT', 'users/current', fields, as)
  expect((await change({ password: next })).body.error_message).toBe('current_password cannot be blank')
  const easy = await change({ password: 'ann@example.com!', current_password: password })
  expect(easy.body.error_message).toMatch(/too easy to guess/)
  for (let tries = 0; tries < 9; tries += 1) {
    const wrong = await change({ password: next, current_password: 'a wrong password' })
    expect(wrong.body.error_message).toBe('current_password is wrong')
  }
  expect((await change({ password: next, current_password: password })).status).toBe(200)
  expect((await api.call('GET', 'sessions/current', undefined, other)).status).toBe(401)
  expect((await api.call('GET', 'sessions/current', undefined, as)).status).toBe(200)
  expect((await logIn(api)).status).toBe(401)
  expect((await logIn(api, { password: next })).status).toBe(200)
  const events = await api.sql`select details from audit_events where kind = 'user.password_set'`
  expect([...events]).toEqual([{ details: { sessions_ended: 1 } }])
})

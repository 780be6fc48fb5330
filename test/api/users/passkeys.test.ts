import { expect, test } from 'vitest'
import { anAuthenticator, flagsOf, type Authenticator } from '../../harness/fakes/authenticator.ts'
import {
  aPasskeyServer,
  aUserWithPassword,
  logIn,
  password,
  post,
  type LogInServer,
} from '../../harness/records/log-in.ts'
import { aSession, aUser, type SessionActor } from '../../harness/records/sessions.ts'

const origin = 'https://quiver.example'

type Begun = { token: string; options: { challenge: string; user?: { id: string } } }

async function begin(api: LogInServer, as: SessionActor): Promise<Begun> {
  return (await api.call<Begun>('POST', 'users/current/passkeys/begin', { password }, as)).body.data
}

async function aPasskey(
  api: LogInServer,
  as: SessionActor,
  device = anAuthenticator(origin),
): Promise<Authenticator> {
  const { token, options } = await begin(api, as)
  const body = { token, name: 'Phone', credential: device.make(options) }
  const answer = await api.call('POST', 'users/current/passkeys', body, as)
  if (answer.status !== 200) throw new Error(String(answer.body.error_message))
  return device
}

async function beginLogIn(api: LogInServer): Promise<Begun> {
  return (await api.call<Begun>('POST', 'log_in/passkey_options', {}, null)).body.data
}

async function enter(
  api: LogInServer,
  device: Authenticator,
  change: (body: Body) => object = (body) => body,
) {
  const { token, options } = await beginLogIn(api)
  return post(api, 'log_in/passkey', change({ token, credential: device.sign(options) }))
}

type Body = { token: string; credential: ReturnType<Authenticator['sign']> }

async function aWorld() {
  const api = await aPasskeyServer(origin)
  const id = await aUserWithPassword(api, { role: 'organization_admin' })
  const as = await aSession(api, api.a.organizationId, id)
  return { api, id, as }
}

test('a passkey is added with the password, logs in without it, is named and removed', async () => {
  const { api, id, as } = await aWorld()
  await api.sql`update users set second_factor_required = true`
  expect((await api.call('GET', 'mailing_lists', undefined, as)).status).toBe(403)
  await api.sql`update users set second_factor_required = false`
  const device = await aPasskey(api, as)
  await api.sql`update users set second_factor_required = true`
  const sent = await enter(api, device)
  expect(sent).toMatchObject({ status: 200, body: { data: { user: { id }, second_factor_missing: false } } })
  expect((await api.call('GET', 'mailing_lists', undefined, sent.session)).status).toBe(200)
  expect((await api.call('GET', 'sessions', undefined, sent.session)).body.data).toContainEqual(
    expect.objectContaining({ method: 'passkey', current: true }),
  )
  const list = async () =>
    (await api.call<{ id: number }[]>('GET', 'users/current/passkeys', undefined, sent.session)).body.data
  const [one] = await list()
  expect(one).toMatchObject({ name: 'Phone', last_used_at: expect.any(String) })
  const path = `users/current/passkeys/${one?.id}`
  expect((await api.call('PUT', path, { name: 'Laptop' }, sent.session)).body.data).toMatchObject({
    name: 'Laptop',
  })
  const other = await aSession(api, api.a.organizationId, await aUser(api, api.a.organizationId))
  for (const method of ['PUT', 'DELETE'] as const) {
    expect(
      (await api.call(method, path, method === 'PUT' ? { name: 'Mine' } : undefined, other)).status,
    ).toBe(404)
  }
  expect((await api.call('DELETE', path, undefined, sent.session)).status).toBe(200)
  expect(await list()).toEqual([])
  expect((await enter(api, device)).status).toBe(401)
})

test('without the password none is added, and guesses are counted', async () => {
  const { api, as } = await aWorld()
  const guess = () => api.call('POST', 'users/current/passkeys/begin', { password: 'wrong' }, as)
  expect(await guess()).toMatchObject({ status: 422, body: { error_message: 'password is wrong' } })
  for (let tries = 1; tries < 10; tries += 1) await guess()
  expect((await guess()).status).toBe(429)
  expect((await logIn(api)).status).toBe(429)
})

test('an answer that is not exactly right adds none', async () => {
  const { api, as } = await aWorld()
  const add = async (device: Authenticator, { token, options }: Begun, session = as) =>
    (
      await api.call(
        'POST',
        'users/current/passkeys',
        { token, name: 'A', credential: device.make(options) },
        session,
      )
    ).status
  const elsewhere = anAuthenticator('https://quiver.example.evil.example')
  expect(await add(elsewhere, await begin(api, as))).toBe(422)
  const unverified = Object.assign(anAuthenticator(origin), { flags: flagsOf.present })
  expect(await add(unverified, await begin(api, as))).toBe(422)
  const begun = await begin(api, as)
  const other = { ...begun, options: { ...begun.options, challenge: Buffer.alloc(32).toString('base64url') } }
  expect(await add(anAuthenticator(origin), other)).toBe(422)
  const once = await begin(api, as)
  const device = anAuthenticator(origin)
  expect(await add(device, once)).toBe(200)
  expect(await add(anAuthenticator(origin), once)).toBe(422)
  expect(await add(device, await begin(api, as))).toBe(422)
  const bo = await aUserWithPassword(api, { email: 'bo@example.com' })
  const ofBo = await aSession(api, api.a.organizationId, bo)
  expect(await add(anAuthenticator(origin), await begin(api, as), ofBo)).toBe(422)
})

test('an answer that is not exactly right does not log in', async () => {
  const { api, as } = await aWorld()
  const device = await aPasskey(api, as)
  const { token, options } = await beginLogIn(api)
  const credential = device.sign(options)
  expect((await post(api, 'log_in/passkey', { token, credential })).status).toBe(200)
  expect((await post(api, 'log_in/passkey', { token, credential })).status).toBe(422)
  const fresh = await beginLogIn(api)
  expect((await post(api, 'log_in/passkey', { token: fresh.token, credential })).status).toBe(401)
  device.flags = flagsOf.present
  expect((await enter(api, device)).status).toBe(401)
  device.flags = flagsOf.both
  device.origin = 'https://evil.example'
  expect((await enter(api, device)).status).toBe(401)
  device.origin = origin
  const admin = await aUserWithPassword(api, { email: 'boss@example.com', role: 'organization_admin' })
  const boss = Buffer.from(`${api.a.organizationId}.${admin}`).toString('base64url')
  const asBoss = (body: Body) => ({
    ...body,
    credential: { ...body.credential, response: { ...body.credential.response, userHandle: boss } },
  })
  expect((await enter(api, device, asBoss)).status).toBe(401)
  expect((await enter(api, device)).status).toBe(200)
})

test('a copy of an authenticator that counts is noticed', async () => {
  const { api, as } = await aWorld()
  const device = await aPasskey(api, as)
  expect((await enter(api, device)).status).toBe(200)
  expect((await enter(api, device)).status).toBe(200)
  device.counter = 0
  expect((await enter(api, device)).status).toBe(401)
})

test('failures are counted like those of passwords, and are in the audit log', async () => {
  const { api, as } = await aWorld()
  const device = await aPasskey(api, as)
  device.flags = flagsOf.present
  for (let tries = 0; tries < 10; tries += 1) expect((await enter(api, device)).status).toBe(401)
  expect((await enter(api, device)).status).toBe(429)
  expect((await logIn(api)).status).toBe(429)
  const events = await api.sql`
    select kind from audit_events where details ->> 'method' = 'passkey' and kind like 'session.%'`
  expect(events.filter(({ kind }) => kind === 'session.refused')).toHaveLength(10)
  expect(events.filter(({ kind }) => kind === 'session.locked')).toHaveLength(1)
})

test('who is not active stays out; another address, and an administrator who resets, remove passkeys', async () => {
  const { api, id, as } = await aWorld()
  const device = await aPasskey(api, as)
  await api.sql`update users set active = false where id = ${id}`
  expect((await enter(api, device)).status).toBe(401)
  await api.sql`update users set active = true where id = ${id}`
  expect((await enter(api, device)).status).toBe(200)
  expect((await api.call('DELETE', `users/${id}/totp`)).status).toBe(200)
  expect((await enter(api, device)).status).toBe(401)
  const again = await aPasskey(api, await aSession(api, api.a.organizationId, id))
  expect((await enter(api, again)).status).toBe(200)
  expect((await api.call('PUT', `users/${id}`, { email: 'new@example.com' })).status).toBe(200)
  expect((await enter(api, again)).status).toBe(401)
})

test('a required provider ends log-ins by passkey, too', async () => {
  const { api, id, as } = await aWorld()
  const device = await aPasskey(api, as)
  await api.sql`
    insert into log_in_providers (organization_id, name, issuer, client_id, required)
    values (${api.a.organizationId}, 'Work', 'https://login.example.com', 'quiver', true)`
  expect(await enter(api, device)).toMatchObject({
    status: 422,
    body: { error_message: expect.stringContaining('continue with Work') },
  })
  await api.sql`update users set emergency_log_in = true where id = ${id}`
  expect((await enter(api, device)).status).toBe(200)
})

test('a server without a name or without TLS has no passkeys', async () => {
  for (const baseUrl of ['http://127.0.0.1:8080', 'https://192.0.2.7', 'http://quiver.example']) {
    const api = await aPasskeyServer(baseUrl)
    const answer = await api.call('POST', 'log_in/passkey_options', {}, null)
    expect(answer).toMatchObject({
      status: 422,
      body: { error_message: expect.stringContaining('BASE_URL') },
    })
  }
})

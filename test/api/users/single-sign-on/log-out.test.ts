import { expect, test } from 'vitest'
import { aKey, unsigned } from '../../../harness/fakes/openid-provider.ts'
import {
  aSingleSignOn,
  enter,
  offer,
  sessionOf,
  type SingleSignOnWorld,
} from '../../../harness/records/single-sign-on.ts'

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }

async function end({ api }: SingleSignOnWorld, token: string, organizationId = api.a.organizationId) {
  const reply = await api.app.inject({
    method: 'POST',
    url: `/log_in/ended/${organizationId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })
  return { status: reply.statusCode, text: reply.body }
}

async function aWorld() {
  const world = await aSingleSignOn()
  const { name } = await offer(world, { back_channel_log_out: true })
  world.provider.claims = (claims) => ({ ...claims, sid: 'at home' })
  const home = await enter(world, name)
  world.provider.claims = (claims) => ({ ...claims, sid: 'at work' })
  const work = await enter(world, name)
  world.provider.people.set('bo', { email: 'bo@example.com', email_verified: true })
  world.provider.whoever = 'bo'
  const bo = await enter(world, name)
  const open = async () =>
    Promise.all([home, work, bo].map(async (session) => (await sessionOf(world, session)).status === 200))
  return { world, open }
}

test('who logs out at the provider is logged out here: of one session, or of all', async () => {
  const { world, open } = await aWorld()
  const { provider, api } = world
  expect(await open()).toEqual([true, true, true])
  const one = await provider.logOutToken({ sub: 'ann', sid: 'at home', events: event })
  expect((await end(world, one)).status).toBe(200)
  expect(await open()).toEqual([false, true, true])
  expect((await end(world, one)).status).toBe(200)
  const all = await provider.logOutToken({ sub: 'ann', events: event })
  expect((await end(world, all)).status).toBe(200)
  expect(await open()).toEqual([false, false, true])
  const events = await api.sql`select details from audit_events where kind = 'session.ended'`
  expect(events).toHaveLength(2)
  expect(events[0]?.['details']).toEqual({ provider: 'Work' })
})

test('a token that is not a log-out by this provider for this server ends nothing', async () => {
  const { world, open } = await aWorld()
  const { provider, api } = world
  const claims = { sub: 'ann', events: event }
  const seconds = Math.floor(Date.now() / 1000)
  const tokens = {
    'no token': '',
    'no JWT': 'a.b.c',
    unsigned: unsigned({
      ...claims,
      iss: provider.issuer,
      aud: 'quiver',
      iat: seconds,
      exp: seconds + 60,
      jti: 'a',
    }),
    'another key': await provider.logOutToken(claims, await aKey()),
    'another issuer': await provider.logOutToken({ ...claims, iss: 'https://other.example' }),
    'another audience': await provider.logOutToken({ ...claims, aud: 'another client' }),
    'an ID token': await provider.logOutToken({ ...claims, nonce: 'a nonce' }),
    'no event': await provider.logOutToken({ sub: 'ann' }),
    'another event': await provider.logOutToken({ sub: 'ann', events: { other: {} } }),
    nobody: await provider.logOutToken({ events: event }),
    expired: await provider.logOutToken({ ...claims, iat: seconds - 150, exp: seconds - 100 }),
    'an old one': await provider.logOutToken({ ...claims, iat: seconds - 900, exp: seconds + 900 }),
    'one of the future': await provider.logOutToken({ ...claims, iat: seconds + 900, exp: seconds + 1000 }),
  }
  for (const [name, token] of Object.entries(tokens)) {
    expect([name, (await end(world, token)).status]).toEqual([name, 400])
  }
  const right = await provider.logOutToken(claims)
  expect((await end(world, right, api.b.organizationId)).status).toBe(400)
  expect((await end(world, right, 0)).status).toBe(400)
  expect(await open()).toEqual([true, true, true])
})

test('keys may be changed: one that is not known is asked for', async () => {
  const { world, open } = await aWorld()
  const { provider } = world
  provider.signer = await aKey()
  provider.jwks = [provider.signer.jwk]
  const token = await provider.logOutToken({ sub: 'ann', events: event })
  expect((await end(world, token)).status).toBe(200)
  expect(await open()).toEqual([false, false, true])
})

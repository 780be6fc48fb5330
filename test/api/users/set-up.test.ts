import { expect, test } from 'vitest'
import { offerSetUp } from '../../../src/actions/users/set-up.ts'
import { aLogInServer, logIn, password, type LogInServer } from '../../harness/records/log-in.ts'
import { aUser } from '../../harness/records/sessions.ts'

async function aFreshServer() {
  const api = await aLogInServer()
  const offer = async () => (await offerSetUp(api.database.everywhere())) ?? ''
  return { api, offer, setUp: (fields: object, from?: string) => setUp(api, fields, from) }
}

function setUp({ app }: LogInServer, fields: object, remoteAddress = '127.0.0.1') {
  const given = {
    full_name: 'Ann Example',
    email: 'ann@example.com',
    password,
    organization_name: 'Example Ltd',
    time_zone_name: 'Europe/Berlin',
    ...fields,
  }
  const payload = JSON.stringify(given)
  return app.inject({ method: 'POST', url: '/ga/api/v2/set_up', payload, remoteAddress })
}

test('the link of the start makes the first administrator, names their organization and logs in', async () => {
  const { api, offer, setUp } = await aFreshServer()
  const token = await offer()
  expect((await api.call('GET', 'set_up', undefined, null)).body.data).toEqual({ is_open: true })
  const answer = await setUp({ token })
  expect(answer.statusCode).toBe(200)
  expect(answer.json<{ data: object }>().data).toMatchObject({
    user: { full_name: 'Ann Example', role: 'system_admin' },
    organization: { id: 1, name: 'Example Ltd', time_zone: 'Europe/Berlin' },
    role: 'system_admin',
    features: { sends_mail: false },
  })
  expect(answer.headers['set-cookie']).toMatch(/^__Host-quiver_session=1\./)
  expect((await logIn(api)).status).toBe(200)
  expect((await api.call('GET', 'set_up', undefined, null)).body.data).toEqual({ is_open: false })

  const again = await setUp({ token, email: 'eve@example.com' })
  expect([again.statusCode, again.json<{ error_message: string }>().error_message]).toEqual([
    403,
    'Quiver is set up already: log in',
  ])
  expect(await offerSetUp(api.database.everywhere())).toBeNull()
  expect(await api.sql`select email from users`).toHaveLength(1)
  const stored =
    await api.sql`select t::text from set_up_tokens t union all select details::text from audit_events`
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('users whom a program has created in an organization do not end the link', async () => {
  const { api, offer, setUp } = await aFreshServer()
  const token = await offer()
  await aUser(api, api.a.organizationId, { role: 'organization_admin' })
  await aUser(api, 1, { role: 'standard' })
  expect((await api.call('GET', 'set_up', undefined, null)).body.data).toEqual({ is_open: true })
  expect(await offer()).not.toBe('')
  expect((await setUp({ token })).statusCode).toBe(200)
  expect((await api.call('GET', 'set_up', undefined, null)).body.data).toEqual({ is_open: false })
})

test('of two calls with the links of two processes, one makes the administrator', async () => {
  const { api, offer, setUp } = await aFreshServer()
  const tokens = [await offer(), await offer()]
  const answers = await Promise.all(
    tokens.map((token, index) => setUp({ token, email: `user${index}@example.com` })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect(await api.sql`select email from users`).toHaveLength(1)
})

test('a wrong link makes nothing, is counted like a wrong password, and a bad password leaves the link', async () => {
  const { api, offer, setUp } = await aFreshServer()
  const token = await offer()
  const easy = await setUp({ token, password: 'ann@example.com' })
  expect([easy.statusCode, easy.json<{ error_message: string }>().error_message]).toEqual([
    422,
    'password cannot be the address',
  ])
  const statuses = []
  for (let tries = 0; tries < 11; tries += 1) statuses.push((await setUp({ token: 'wrong' })).statusCode)
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  expect(await api.sql`select email from users`).toHaveLength(0)
  await api.passTime(16)
  expect((await setUp({ token })).statusCode).toBe(200)
})

test('strangers who try wrong links lock the right one for nobody, not even in their own network', async () => {
  const { offer, setUp } = await aFreshServer()
  const token = await offer()
  const statuses: number[] = []
  for (let round = 0; round < 11; round++) {
    const tries = Array.from({ length: 10 }, (_, place) =>
      setUp({ token: '1.wrong' }, `192.0.2.${place < 9 ? place : round}`),
    )
    statuses.push(...(await Promise.all(tries)).map(({ statusCode }) => statusCode))
  }
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
  expect((await setUp({ token, email: 'easy' }, '192.0.2.1')).statusCode).toBe(422)
  expect((await setUp({ token }, '192.0.2.1')).statusCode).toBe(200)
})

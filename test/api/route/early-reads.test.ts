import { expect, onTestFinished, test } from 'vitest'
import { endpoint } from '../../../src/contract/api/endpoint.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { createRouter } from '../../../src/http/route/bind.ts'
import { createRateLimits } from '../../../src/http/route/rate-limit.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { findMailingList } from '../../../src/store/lists/rows.ts'
import { anApi } from '../../harness/core/api.ts'
import type { Actor, Api } from '../../harness/core/api.ts'
import { logInto } from '../../harness/core/server.ts'
import { until } from '../../harness/core/until.ts'

const noted = endpoint({ ...showMailingList, id: 'testNoted', path: 'test/noted/:id', aliases: [] })
const forAdmins = endpoint({
  ...noted,
  id: 'testAdmins',
  path: 'test/admins/:id',
  role: 'system_admin',
})

/** Reads of one list that note as whom they begin, and the calls for them. */
async function aNotingServer(perMinute = 0) {
  const api = await anApi()
  await api.sql`update api_keys set last_used_at = now()`
  const [list] = await api.sql<{ id: number }[]>`
    insert into mailing_lists (organization_id, name) values (${api.a.organizationId}, 'News') returning id`
  const app = createServer(logInto([]), 'real')
  onTestFinished(() => app.close())
  const route = createRouter(
    app,
    api.database,
    api.secrets,
    createRateLimits({ perMinute, failuresPerMinute: 0, now: () => 0 }),
  )
  const begun: string[] = []
  for (const definition of [noted, forAdmins]) {
    route(definition, async ({ sql, caller, params }) => {
      begun.push(`${definition.id} ${caller.role} ${caller.time_zone}`)
      return { data: await findMailingList(sql, caller.organization_id, params.id) }
    })
  }
  const get = async (place = 'noted', as: Actor = api.a) => {
    const headers = { authorization: `Basic ${as.credential}` }
    return (await app.inject({ url: `/ga/api/v2/test/${place}/${list?.id}`, headers })).statusCode
  }
  return { ...api, begun, get }
}

/** Changes the key while calls wait for its look-up. */
async function whileLookUpsWait({ sql, a }: Api, change: 'delete' | 'keep', work: () => Promise<void>) {
  await sql.begin(async (sql) => {
    await sql`lock table api_keys in access exclusive mode`
    if (change === 'delete') await sql`delete from api_keys where organization_id = ${a.organizationId}`
    await work()
  })
}

test('a read begins before the look-up of a known key is answered, and is answered after it', async () => {
  const server = await aNotingServer()
  expect(await server.get()).toBe(200)
  let answered = false
  let second: Promise<number> | undefined
  await whileLookUpsWait(server, 'keep', async () => {
    second = server.get()
    second.then(
      () => (answered = true),
      () => {},
    )
    await until(() => server.begun.length === 2)
    expect(answered).toBe(false)
  })
  expect(await second).toBe(200)
  expect(server.begun).toEqual(Array(2).fill('testNoted organization_admin UTC'))
})

test('what a read has found for a key that is gone meanwhile is not answered', async () => {
  const server = await aNotingServer()
  expect(await server.get()).toBe(200)
  let second: Promise<number> | undefined
  await whileLookUpsWait(server, 'delete', async () => {
    second = server.get()
    await until(() => server.begun.length === 2)
  })
  expect(await second).toBe(401)
  // Who was refused begins nothing any more.
  expect(await server.get()).toBe(401)
  expect(server.begun).toHaveLength(2)
})

test('a read that began as a caller who has changed is done again as the present one', async () => {
  const server = await aNotingServer()
  const { sql, a, begun, get } = server
  expect(await get()).toBe(200)
  await sql`update organizations set time_zone = 'Europe/Berlin' where id = ${a.organizationId}`
  expect(await get()).toBe(200)
  expect(await get()).toBe(200)
  expect(begun.map((one) => one.split(' ').at(-1))).toEqual(['UTC', 'UTC', 'Europe/Berlin', 'Europe/Berlin'])
})

test('a key that may call one endpoint does not begin reads of another', async () => {
  const { begun, get } = await aNotingServer()
  expect(await get()).toBe(200)
  expect(await get('admins')).toBe(403)
  expect(begun).toEqual(['testNoted organization_admin UTC'])
})

test('of the calls beyond a rate, one begins a read', async () => {
  const { begun, get } = await aNotingServer(2)
  const statuses = []
  for (let call = 0; call < 5; call += 1) statuses.push(await get())
  expect(statuses).toEqual([200, 200, 429, 429, 429])
  expect(begun).toHaveLength(3)
})

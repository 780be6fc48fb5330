import { expect, onTestFinished, test } from 'vitest'
import { endpoint } from '../../../src/contract/api/endpoint.ts'
import { listMailingLists } from '../../../src/contract/lists/endpoints.ts'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { createRouter } from '../../../src/http/route/bind.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { organizationRoutes } from '../../../src/http/organizations/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { apiShare } from '../../../src/server/start.ts'
import { anActor, anApi, type Actor } from '../../harness/core/api.ts'
import { logInto } from '../../harness/core/server.ts'
import { until } from '../../harness/core/until.ts'

const slowList = endpoint({ ...listMailingLists, id: 'testSlow', path: 'test/slow', aliases: [] })
const costlyList = endpoint({
  ...slowList,
  id: 'testCostly',
  path: 'test/costly',
  costly: { withQuery: 'deep' },
})

/**
 * A server with the connections and shares of an installed one, and calls that hold a connection until the test
 * releases them.
 */
async function aSharedServer(share = apiShare) {
  const api = await anApi()
  await api.sql`update api_keys set last_used_at = now()`
  const faults: unknown[] = []
  const app = createServer(logInto(faults), 'real')
  const database = connect(api.url, { max: 10, share, applicationName: 'shared', role: applicationRole })
  onTestFinished(() => database.end())
  onTestFinished(() => app.close())
  const route = createRouter(app, database, api.secrets)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const holding: number[] = []
  for (const definition of [slowList, costlyList]) {
    route(definition, async ({ sql, caller }) => {
      await sql`select 1`
      holding.push(caller.organization_id)
      await released
      return { data: [], paging: { page: 0, per_page: 1, num_records: 0, num_pages: 0 } }
    })
  }
  mailingListRoutes(route)
  organizationRoutes(route, { pageTokens: createPageTokens(api.secrets), autoSubscriberManagement: false })
  const get = (path: string, as: Actor) =>
    app.inject({ url: `/ga/api/v2/${path}`, headers: { authorization: `Basic ${as.credential}` } })
  onTestFinished(() => release())
  return { ...api, get, app, holding, faults, release: () => release() }
}

test('slow calls of one organization leave connections to other organizations and to system administrators', async () => {
  const { get, app, holding, release, a, b, system, sql, secrets } = await aSharedServer()
  const [c, d] = await Promise.all([2, 3].map(() => anActor(sql, secrets, b.organizationId)))
  const slow = [b, c ?? b, d ?? b].flatMap((as) => Array.from({ length: 10 }, () => get('test/slow', as)))
  await until(async () => holding.length === apiShare.max)
  for (const as of [a, system]) expect((await get('mailing_lists', as)).statusCode).toBe(200)
  // The share counts for the caller, so an administrator can stop what an organization does.
  const ended = await app.inject({
    method: 'PUT',
    url: `/ga/api/v2/organizations/${b.organizationId}`,
    headers: { authorization: `Basic ${system.credential}` },
    payload: { organization: { active: false } },
  })
  expect(ended.statusCode).toBe(200)
  expect(holding).toHaveLength(apiShare.max)
  release()
  const statuses = new Set((await Promise.all(slow)).map(({ statusCode }) => statusCode))
  expect(statuses).toEqual(new Set([200, 401]))
})

test('calls beyond the share wait in a short queue, then get 429 and the time to wait', async () => {
  const { get, holding, release, b, faults } = await aSharedServer({ max: 2, waitingMax: 3, waitMs: 60_000 })
  const slow = Array.from({ length: 5 }, () => get('test/slow', b))
  await until(async () => holding.length === 2)
  const refused = await get('test/slow', b)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json().error_message).toBe(
    'the organization has too many calls in progress, or their answers are too large: send fewer, or ask for less at once',
  )
  release()
  for (const { statusCode } of await Promise.all(slow)) expect(statusCode).toBe(200)
  expect(faults).toEqual([])
})

test('an organization runs two costly calls at once; others wait without a connection', async () => {
  const { get, holding, release, a, b } = await aSharedServer()
  const costly = Array.from({ length: 6 }, () => get('test/costly?deep=7', b))
  await until(async () => holding.length === 2)
  expect((await get('mailing_lists', b)).statusCode).toBe(200)
  costly.push(get('test/costly?deep=7', a))
  await until(async () => holding.length === 3)
  expect(holding.filter((id) => id === b.organizationId)).toHaveLength(2)
  // The same call without its costly part.
  costly.push(get('test/costly', b))
  await until(async () => holding.length === 4)
  release()
  for (const { statusCode } of await Promise.all(costly)) expect(statusCode).toBe(200)
})

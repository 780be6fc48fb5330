import { describe, expect, test } from 'vitest'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { auditWalk } from '../../harness/audit-walk/walk.ts'
import { aWorld } from '../../harness/audit-walk/world.ts'
import { collectionOf } from '../../harness/fuzz/foreign-ids.ts'
import { aWholeApi, furnish } from '../../harness/records/tenants.ts'

// How many shards a call asks. Whatever an organization does is on one shard, so that a cluster grows with its organizations.

type Asked = { one: number; all: number }

async function askedSoFar(sql: Sql): Promise<Asked> {
  const [row] = await sql<[Asked]>`
    select query_execution_single_shard as one, query_execution_multi_shard as all
    from citus_stat_counters where name = current_database()`
  return row
}

async function askedBy(sql: Sql, call: () => Promise<unknown>): Promise<Asked> {
  const before = await askedSoFar(sql)
  await call()
  const after = await askedSoFar(sql)
  return { one: after.one - before.one, all: after.all - before.all }
}

/** An address to log in with, and a domain of senders, of log-ins or for bounces, may belong to any organization. */
const overAll = new Set([
  'log_in_provider.deleted',
  'message.created',
  'message.created several',
  'session.created',
  'session.refused',
  'bounce_email.created by a system administrator',
])

/** Of the person who has logged in: keys have no session. */
const ofSession = new Set([
  'sessions',
  'sessions/current',
  'sessions/current/organizations',
  'users/current',
  'users/current/passkeys',
  'users/current/assistant_grants',
])

const texts: Record<string, string> = { classification: 'added' }

const queries: Record<string, string> = {
  search: '?q=own',
  'campaigns/:id/people': '?kind=sent',
  'mailing_lists/:mailing_list_id/autoresponders/:id/people': '?kind=sent',
  suppressed_addresses: '?email=own@example.com',
  'organizations/:organization_id/suppressed_addresses': '?email=own@example.com',
}

/** About all organizations. The check asks who has proven the domain of the sender. */
const overAllReads = [
  'campaigns/:id/check',
  'organizations',
  'system_campaigns',
  'jobs/all_on_all_organizations',
  'jobs/unfinished_on_all_organizations',
  'health',
]

/** They need an import that has ended, an undo, or prepaid credits, and are refused after one shard was asked. */
const refusedReads = [
  'subscriber_imports/:id/undo/logs/:classification',
  'subscriber_imports/:id/logs/:classification',
  'subscriber_imports/:id/undo',
  'organizations/:id/sending_credits',
]

describe.each(Object.entries(auditWalk))('the change %s', (name, prepare) => {
  test('asks one shard', async () => {
    const world = await aWorld()
    const { method, path, body, as, status = 200 } = await prepare(world)
    const asked = await askedBy(world.sql, async () => {
      expect((await world.send(method, path, body, as)).status).toBe(status)
    })
    expect(asked.all > 0).toBe(overAll.has(name))
  })
})

describe('each call that reads', () => {
  test('is answered by one shard, unless it is about all organizations', { timeout: 600_000 }, async () => {
    const api = await aWholeApi('both')
    const own = await furnish(api, api.a, 'own')
    await api.sql`update api_keys set last_used_at = now() + interval '1 day'`
    const wide: string[] = []
    const refused: string[] = []
    for (const { method, path, role } of endpoints) {
      // A stream of events does not end by itself.
      if (method !== 'GET' || /(?:^|\/)(?:stream|events)$/.test(path) || ofSession.has(path)) continue
      const filled = path.replaceAll(
        /:(\w+)/g,
        (_, parameter: string) => texts[parameter] ?? own[collectionOf(path, parameter)] ?? '1',
      )
      const as = role === 'system_admin' ? api.system : api.a
      const asked = await askedBy(api.sql, async () => {
        const { status } = await api.request(method, `${filled}${queries[path] ?? ''}`, as)
        if (status !== 200) refused.push(path)
      })
      if (asked.all > 0) wide.push(path)
    }
    expect(refused).toEqual(refusedReads)
    expect(wide).toEqual(overAllReads)
  })
})

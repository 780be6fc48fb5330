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

/** An address to log in with, and a domain for bounces, may belong to any organization. */
const overAll = new Set([
  'session.created',
  'session.refused',
  'bounce_email.created by a system administrator',
])

/** The list of organizations is over all; the others could ask one shard. */
const stillWideReads = [
  'campaigns/:id/check',
  'organizations',
  'jobs/all',
  'jobs/unfinished',
  'stream',
  'overview',
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
  test('asks one shard', { timeout: 600_000 }, async () => {
    const api = await aWholeApi('both')
    const own = await furnish(api, api.a, 'own')
    await api.sql`update api_keys set last_used_at = now() + interval '1 day'`
    const wide: string[] = []
    for (const { method, path } of endpoints) {
      // A stream of events does not end by itself.
      if (method !== 'GET' || /\/(stream|events)$/.test(path)) continue
      const filled = path.replaceAll(
        /:(\w+)/g,
        (_, parameter: string) => own[collectionOf(path, parameter)] ?? '1',
      )
      const asked = await askedBy(api.sql, () => api.request(method, filled, api.a))
      if (asked.all > 0) wide.push(path)
    }
    expect(wide).toEqual(stillWideReads)
  })
})

import { expect, onTestFinished, test } from 'vitest'
import { connect, type Scoped } from '../../database/driver/connection.ts'
import { applicationRole } from '../../database/roles.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { findApiKeys, findCaller, insertApiKey, markKeysUsed } from './rows.ts'
import { insertOrganization } from '../conditions/system-organization.ts'

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Actual Loops': number
  Plans?: Plan[]
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]

/** The plans of a store function's statements: the function gets a database that explains them. */
async function plansOf(sql: Scoped, work: (sql: Scoped) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  await sql.begin(async (transaction) => {
    const tag = (first: unknown, ...values: unknown[]) => {
      if (!Array.isArray(first) || !('raw' in first))
        return Reflect.apply(transaction, undefined, [first, ...values])
      const made = Reflect.apply(transaction, undefined, [first, ...values])
      if (!/^\s*select\s/.test(String(first[0]))) return made
      return transaction`explain (analyze, format json) ${made}`.then(([row]) => {
        const [explained] = (row?.['QUERY PLAN'] ?? []) as { Plan: Plan }[]
        if (explained !== undefined) plans.push(...flat(explained.Plan))
        return []
      })
    }
    await work(Object.assign(tag, transaction) as never)
  })
  return plans
}

async function aCrowd() {
  const { sql, url } = await aDatabase()
  const database = connect(url, { max: 2, applicationName: 'plans', role: applicationRole })
  onTestFinished(() => database.end())
  const id = await insertOrganization(sql, 'Crowd', 'UTC')
  await sql`
    insert into api_keys (organization_id, name, role, key_hmac, key_sealed)
    select ${id}, 'Key ' || n % 1000, 'organization_admin', decode(md5(n::text), 'hex'), '' from generate_series(1, 20000) n`
  await sql`update api_keys set previous_key_hmac = key_hmac, previous_key_expires_at = now() where id % 100 = 0`
  await sql`vacuum analyze api_keys`
  return { sql, id, scoped: database.within(id) }
}

test('pages deep in the list read as much as the first, under row-level security, in both orders', async () => {
  const { sql, id, scoped } = await aCrowd()
  const [deep] = await sql<{ id: number; name_key: string }[]>`
    select id, name_key from api_keys order by name_key, id offset 15000 limit 1`
  for (const order of ['id', 'name'] as const) {
    for (const filter of [{ seesSystemKeys: false }, { seesSystemKeys: true, nameContains: 'KEY' }]) {
      const start = { afterId: deep?.id ?? 0, afterName: deep?.name_key ?? '' }
      const plans = await plansOf(scoped, (sql) => findApiKeys(sql, id, filter, { order, start, limit: 101 }))
      expect(plans.length).toBeGreaterThan(0)
      for (const plan of plans) {
        expect(plan['Node Type'], JSON.stringify(plan)).not.toMatch(/Seq Scan|Sort/)
        expect(plan['Actual Rows'] * plan['Actual Loops']).toBeLessThanOrEqual(101)
        expect(plan['Rows Removed by Filter'] ?? 0).toBe(0)
      }
    }
  }
})

test('a key is found by its value through the indexes', async () => {
  const { id, scoped } = await aCrowd()
  const plans = await plansOf(scoped, (sql) => findCaller(sql, id, [Buffer.alloc(32), Buffer.alloc(32, 1)]))
  const indexes = plans.flatMap((plan) => plan['Index Name'] ?? [])
  expect(indexes).toContain('api_keys_organization_id_key_hmac_key')
  expect(indexes).toContain('api_keys_previous')
})

test('a use is due once a minute, and written once a minute whoever thinks that it is due', async () => {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const keyHmac = Buffer.alloc(32, 1)
  const key = { name: 'Key', role: 'organization_admin', keyHmac, seal: () => Buffer.alloc(0) } as const
  const id = await insertApiKey(sql, organizationId, key)
  const use = { address: '192.0.2.7', endpoint: 'listMailingLists' }
  const isDue = async () => (await findCaller(sql, organizationId, [keyHmac]))?.is_use_due
  const written = () => sql`select last_used_at from api_keys where id = ${id}`
  expect(await isDue()).toBe(true)
  await sql`update api_keys set last_used_at = now() - interval '59 seconds'`
  expect(await isDue()).toBe(false)
  const before = await written()
  await markKeysUsed(sql, [{ organizationId, id, ...use }])
  expect(await written()).toEqual(before)
  await sql`update api_keys set last_used_at = now() - interval '61 seconds'`
  expect(await isDue()).toBe(true)
  await markKeysUsed(sql, [
    { organizationId: organizationId + 1, id, ...use },
    { organizationId, id: id + 1, ...use },
  ])
  expect(await isDue()).toBe(true)
  await markKeysUsed(sql, [{ organizationId, id, ...use }])
  expect(await isDue()).toBe(false)
})

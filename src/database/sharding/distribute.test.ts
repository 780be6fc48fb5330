import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { isSharded } from '../../../test/harness/postgres/waiting.ts'
import { applicationRole } from '../roles.ts'
import { distribute } from './distribute.ts'
import { distributedTables, tenantTables } from './tables.ts'

test('a database without Citus is refused with what to do, and stays as it is', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  await expect(distribute(url)).rejects.toThrow('This database has no Citus. Install it on the coordinator')
})

test.skipIf(!isSharded)(
  'all tables of tenants lie side by side, with their foreign keys and policies',
  async () => {
    const { sql } = await aDatabase()
    const names = (await tenantTables(sql)).map(({ name }) => name)
    expect(await distributedTables(sql)).toEqual(names.toSorted())
    const groups = await sql`
    select distinct colocationid, shard_count from citus_tables c
    join pg_dist_partition p on p.logicalrelid = c.table_name where p.partmethod = 'h'`
    expect(groups).toHaveLength(1)
    const [lost] = await sql`
    select (select count(*)::integer from pg_constraint where contype = 'f' and not convalidated) as keys,
      (select count(*)::integer from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
        where d.partmethod = 'h' and not exists (select from pg_policy where polrelid = c.oid)) as policies`
    expect(lost).toEqual({ keys: 0, policies: 0 })
  },
)

test.skipIf(!isSharded)('to distribute again changes nothing', async () => {
  const { url } = await aDatabase()
  expect(await distribute(url)).toEqual({ tables: [], foreignKeys: 0 })
})

test.skipIf(!isSharded)('whoever leaves a list leaves its sequences', async () => {
  const { sql } = await aDatabase()
  await sql`insert into organizations (id, name) values (2, 'A')`
  await sql`insert into mailing_lists (organization_id, id, name) values (2, 1, 'L')`
  await sql`insert into subscribers (organization_id, mailing_list_id, id, key) values (2, 1, 1, 'a@example.com')`
  await sql`insert into autoresponders (organization_id, mailing_list_id, id, name, trigger) values (2, 1, 5, 'S', 'api')`
  await sql`
    insert into autoresponder_reactions
      (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at, sequence_id, entered_at)
    values (2, 5, 1, 1, now(), 5, now())`
  await sql.everywhere().begin(async (inner) => {
    await inner`update subscribers set status = 'unsubscribed' where organization_id = 2 and mailing_list_id = 1`
  })
  expect(await sql`select 1 from autoresponder_reactions where organization_id = 2`).toHaveLength(0)
})

test.skipIf(!isSharded)(
  'without a scope, and in the scope of another, the shards show no rows and take none',
  async () => {
    const { sql, connections } = await aDatabase()
    await sql`insert into organizations (id, name) values (2, 'A'), (3, 'B')`
    await sql`insert into mailing_lists (organization_id, id, name) values (2, 1, 'L')`
    const own = connections({ max: 1, applicationName: 'test', role: applicationRole })
    const seen = async (reader: typeof own | ReturnType<typeof own.within>) => {
      const rows = await reader`select name from mailing_lists where organization_id = 2`
      return rows.length
    }
    const ofLists = (...listIds: number[]) => own.within(2, { listIds, actor: 'k1' })
    expect([await seen(own), await seen(own.within(3)), await seen(own.within(2))]).toEqual([0, 0, 1])
    expect([await seen(ofLists(1)), await seen(ofLists(9))]).toEqual([1, 0])
    const [{ restrictive }] = await sql<[{ restrictive: number }]>`
      select count(*) as restrictive from pg_policy where not polpermissive`
    expect(restrictive).toBe(0)
    await expect(
      own.within(3)`insert into mailing_lists (organization_id, id, name) values (2, 2, 'M')`,
    ).rejects.toThrow('row-level security')
  },
)

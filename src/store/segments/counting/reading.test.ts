import { expect, test } from 'vitest'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { aList } from '../../../../test/harness/core/records.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { insertOrganization } from '../../conditions/system-organization.ts'
import { boundOf } from './in-ranges.ts'
import { findSelected } from '../subscribers.ts'

test('counting a segment reads each list once, however many subscribers and clauses there are', async () => {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId, { name: 'All' })
  const lists: number[] = []
  for (let number = 0; number < 5; number += 1) {
    lists.push(await aList(sql, organizationId, { name: `List ${number}` }))
  }
  for (const list of [listId, ...lists]) {
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key)
      select ${organizationId}, ${list}, ${list} % 3 || 'user' || n || '@example.com' from generate_series(1, 2000) n`
  }
  const [suppression] = await sql<[{ id: number }]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'S') returning id`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    select ${organizationId}, ${suppression.id}, md5(key) from subscribers where mailing_list_id = ${listId}
    order by id desc limit 500`
  await sql`analyze subscribers, suppressed_addresses`
  const on = (id: number, operator: 'is_in' | 'is_not_active_in'): Clause => ({
    type: 'in_mailing_list',
    operator,
    mailing_list: { id },
  })
  const clauses: Clause[] = [
    { type: 'any', clauses: lists.flatMap((id) => [on(id, 'is_in'), on(id, 'is_not_active_in')]) },
    { type: 'not_in_suppression_list', suppression_list: { id: suppression.id } },
  ]
  const target = { organizationId, listId, timeZone: 'UTC' }
  await sql.begin(async (sql) => {
    const before = await scansOf(sql)
    const page = { start: { afterId: 0 }, limit: 1, bound: boundOf(60_000) }
    expect((await findSelected(sql, target, clauses, page))?.count.records).toBe(1500)
    // The page of one subscriber looks up each list once or twice.
    expect((await scansOf(sql)) - before).toBeLessThan(40)
  })
})

/** Scans of tables and indexes in this transaction. */
async function scansOf(sql: Sql): Promise<number> {
  const [row] = await sql<[{ scans: number }]>`
    select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::bigint as scans from pg_stat_xact_user_tables
    where relname in ('subscribers', 'suppressed_addresses')`
  return row.scans
}

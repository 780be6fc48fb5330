import { expect, test } from 'vitest'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { aList } from '../../../../test/harness/core/records.ts'
import { readsOf } from '../../../../test/harness/postgres/plans.ts'
import { aStartedCampaign } from '../../../../test/harness/sending/campaigns.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Database } from '../../../database/driver/connection.ts'
import { insertOrganization } from '../../conditions/system-organization.ts'
import { keepCampaignPeople } from '../campaign-people.ts'
import { boundOf } from './in-ranges.ts'
import { matchesOf } from './matches.ts'
import { largeList, withSecondCore } from './second-core.ts'
import { findSelected } from '../subscribers.ts'

/** 10,000 subscribers, of whom every tenth has left and every fourth has opened a campaign. */
async function aLongList(sql: Database) {
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const id = await aStartedCampaign(sql, organizationId, listId)
  await sql`
    insert into subscribers (organization_id, mailing_list_id, id, key, status)
    select ${organizationId}, ${listId}, n, n || '@example.com', case when n % 10 = 0 then 'bounced' else 'active' end
    from generate_series(1, 10000) n`
  await sql`
    insert into message_responses (organization_id, campaign_id, subscriber_id, first_opened_at)
    select ${organizationId}, ${id}, n, now() from generate_series(4, 10000, 4) n`
  await sql.begin((sql) => keepCampaignPeople(sql, organizationId, id))
  await sql`analyze subscribers`
  const opened: Clause = { type: 'activity', activity: 'opened', operator: 'did', campaign: { id } }
  return { target: { organizationId, listId, timeZone: 'UTC' }, opened }
}

/** Every third of them; the first list counts as large. */
async function anotherList(
  sql: Database,
  target: { organizationId: number; listId: number },
): Promise<number> {
  const { organizationId } = target
  const listId = await aList(sql, organizationId, { name: 'Other' })
  await sql`
    insert into subscribers (organization_id, mailing_list_id, id, key)
    select ${organizationId}, ${listId}, 20000 + n, n || '@example.com' from generate_series(3, 10000, 3) n`
  await sql`analyze subscribers`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active) values (${organizationId}, ${target.listId}, ${largeList})`
  // As after a vacuum, which has to wait for the transactions of other tests.
  await sql`update pg_class set relallvisible = relpages where oid = 'subscribers'::regclass`
  return listId
}

test('segments about messages, other lists and the status are counted without the rows of subscribers', async () => {
  const { sql } = await aDatabase()
  const { target, opened } = await aLongList(sql)
  const otherId = await anotherList(sql, target)
  const never: Clause = { ...opened, operator: 'did_not' }
  const onOther = (operator: 'is_in' | 'is_not_in'): Clause => ({
    type: 'in_mailing_list',
    operator,
    mailing_list: { id: otherId },
  })
  const bounced: Clause = { type: 'subscriber_status', operator: 'is', value: 'bounced' }
  const page = { start: { afterId: 0 }, limit: 20, bound: boundOf(60_000) }
  const readsFor = (clauses: Clause[], expected: number) =>
    sql.begin(async (sql) => {
      // Rows that are new and short are read for it: whether pages are visible to all depends on other transactions.
      await sql`set local enable_seqscan = off`
      return readsOf(sql, 'subscribers', async (explained) => {
        expect((await findSelected(explained, target, clauses, page))?.count.records).toBe(expected)
      })
    })
  for (const [clauses, count] of [
    [[opened], 2000],
    [[never], 7000],
    [[opened, bounced], 500],
    [[], 9000],
    [[onOther('is_in')], 3000],
    [[onOther('is_not_in'), opened], 1333],
  ] as const) {
    const reads = await readsFor([...clauses], count)
    const rows = reads.filter((read) => !read.startsWith('Index Only Scan'))
    // Of the page: those that are shown.
    expect(rows, JSON.stringify(reads)).toEqual([expect.stringMatching(/id = \w+\.id/)])
  }
})

test('one count of a large list at a time may use a second core, and none of a smaller one', async () => {
  const { sql } = await aDatabase()
  const workersOf = (subscribers: number, during = async () => {}) =>
    sql.begin((sql) =>
      withSecondCore(sql, { subscribers, readsRows: true }, async () => {
        await during()
        const [row] = await sql<[{ workers: string }]>`
          select current_setting('max_parallel_workers_per_gather') as workers`
        return row.workers
      }),
    )
  expect(await workersOf(1_999_999)).toBe('0')
  const others: string[] = []
  expect(await workersOf(2_000_000, async () => void others.push(await workersOf(9_000_000)))).toBe('1')
  expect(others).toEqual(['0'])
  await expect(workersOf(2_000_000, () => Promise.reject(new Error('too long')))).rejects.toThrow('too long')
  expect(await workersOf(2_000_000)).toBe('1')
  const [after] = await sql`select current_setting('max_parallel_workers_per_gather') as workers`
  expect(after).toEqual({ workers: '0' })
})

test('a count of a large list that reads the rows reads them on two cores', async () => {
  const { sql } = await aDatabase()
  const { target } = await aLongList(sql)
  const rows: Clause[] = [{ type: 'subscriber_email_domain', operator: 'is_any_of', values: ['example.com'] }]
  const planOf = (subscribers: number) =>
    sql.begin(async (sql) => {
      // As if the table were large.
      await sql`
        select set_config('parallel_setup_cost', '0', true), set_config('min_parallel_table_scan_size', '0', true),
          set_config('min_parallel_index_scan_size', '0', true)`
      const page = { start: { afterId: 0 }, limit: 20 }
      const { matches, readsRows } = await matchesOf(sql, target, rows, page)
      return withSecondCore(sql, { subscribers, readsRows }, async () => {
        const lines = await sql<
          { 'QUERY PLAN': string }[]
        >`explain with ${matches} select sum(number) from counted`
        return lines.map((line) => line['QUERY PLAN']).join('\n')
      })
    })
  expect(await planOf(1_999_999)).not.toContain('Gather')
  expect(await planOf(2_000_000)).toContain('Gather')
})

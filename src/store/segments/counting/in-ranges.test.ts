import { expect, test } from 'vitest'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { aList } from '../../../../test/harness/core/records.ts'
import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import { insertOrganization } from '../../conditions/system-organization.ts'
import { countSelection } from '../../bulk-changes/selection.ts'
import { adjustCounts } from '../../subscribers/counts.ts'
import type { Target } from '../known.ts'
import { inRanges } from './in-ranges.ts'

const bound = { timeMs: 60_000, atOnceMax: 0, rangeIds: 1_024 }
/** One range, whatever the machine does. */
const noTime = { ...bound, timeMs: 0 }
const farApart = [1, 2, 1_500, 90_000, 90_001, 7_000_000_000]

async function aListOf(sql: Sql, ids: readonly number[]): Promise<Target> {
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const rows = ids.map((id) => ({
    organization_id: organizationId,
    mailing_list_id: listId,
    id,
    key: `${id}@example.com`,
    status: id % 2 === 0 ? 'active' : 'bounced',
  }))
  await sql`insert into subscribers ${sql(rows)}`
  const active = ids.filter((id) => id % 2 === 0).length
  await adjustCounts(sql, organizationId, listId, { active, bounced: ids.length - active })
  return { organizationId, listId, timeZone: 'UTC' }
}

async function idsIn(sql: Sql, { organizationId, listId, ids }: Target): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from subscribers where organization_id = ${organizationId} and mailing_list_id = ${listId}
      and id >= ${ids?.from ?? 0} and id < ${ids?.to ?? 0} order by id`
  return rows.map(({ id }) => id)
}

test('ranges read everybody once, in order, and none of them is empty, however far the ids are apart', async () => {
  const { sql } = await aDatabase()
  const target = await aListOf(sql, farApart)
  const parts: number[][] = []
  const over = await sql.begin((sql) =>
    inRanges(sql, target, { after: 0, bound }, async (part) => {
      parts.push(await idsIn(sql, part))
      return { isEnough: false }
    }),
  )
  expect(parts.flat()).toEqual(farApart)
  expect(parts.every((part) => part.length > 0)).toBe(true)
  expect(over).toEqual({ end: null, ranges: parts.length })
})

test('ranges begin after an id, and end where there is enough or no time is left', async () => {
  const { sql } = await aDatabase()
  const target = await aListOf(sql, farApart)
  const from = (after: number, { isEnough = false, within = bound } = {}) =>
    sql.begin((sql) => inRanges(sql, target, { after, bound: within }, async () => ({ isEnough })))
  expect(await from(0, { isEnough: true })).toEqual({ end: 1_023, ranges: 1 })
  expect(await from(1_023, { within: noTime })).toEqual({ end: 2_047, ranges: 1 })
  expect(await from(90_001, { within: noTime })).toEqual({ end: null, ranges: 1 })
  expect(await from(7_000_000_000)).toEqual({ end: null, ranges: 0 })
})

test('a range that takes too long is divided, and nothing of it is kept', async () => {
  const { sql } = await aDatabase()
  const target = await aListOf(sql, farApart)
  const sizes: number[] = []
  const slow = { timeMs: 0, atOnceMax: 0, rangeIds: 2 ** 14 }
  const look = (sql: Transaction) => async (part: Target) => {
    sizes.push((part.ids?.to ?? 0) - (part.ids?.from ?? 0))
    await sql`select pg_sleep(5)`
    return { isEnough: false }
  }
  const nothing = await sql.begin((sql) => inRanges(sql, target, { after: 0, bound: slow }, look(sql)))
  expect(nothing).toEqual({ end: 0, ranges: 0 })
  expect(sizes).toEqual([2 ** 14])
  const found: number[] = []
  const some = await sql.begin((sql) =>
    inRanges(sql, target, { after: 0, bound: { ...slow, timeMs: 2_000 } }, async (part) => {
      const size = (part.ids?.to ?? 0) - (part.ids?.from ?? 0)
      if (size > 1_024) await sql`select pg_sleep(5)`
      found.push(...(await idsIn(sql, part)))
      return { isEnough: true }
    }),
  )
  expect(some).toEqual({ end: 1_023, ranges: 1 })
  expect(found).toEqual([1, 2])
})

test('a selection is counted at once, or says what a sample found and about how many there are', async () => {
  const { sql } = await aDatabase()
  const target = await aListOf(sql, farApart)
  const counted = (selection: Parameters<typeof countSelection>[2], within: typeof bound) =>
    sql.begin((sql) => countSelection(sql, target, selection, within))
  const ofDomain = { q: '@example.com', status: null, clauses: null }
  const bounced = { type: 'subscriber_status', operator: 'is', value: 'bounced' } as const
  const ofSegment = { q: '', status: null, clauses: [bounced] }
  const none = { unsubscribed: 0, scomp: 0, deactivated: 0 }
  const atOnce = { ...bound, atOnceMax: 100 }
  const exact = { isExact: true, estimate: null }
  expect(await counted(ofDomain, atOnce)).toEqual({ statuses: { ...none, active: 4, bounced: 2 }, ...exact })
  expect(await counted(ofSegment, atOnce)).toEqual({ statuses: { ...none, active: 0, bounced: 2 }, ...exact })
  const sampled = await counted(ofSegment, noTime)
  expect(sampled).toMatchObject({ statuses: { ...none, active: 0 }, isExact: false })
  expect(sampled?.statuses.bounced).toBeLessThanOrEqual(2)
  expect(sampled?.estimate?.from).toBeLessThanOrEqual(2)
  expect(sampled?.estimate?.to).toBeGreaterThanOrEqual(2)
  const everybody = { q: '', status: 'active' as const, clauses: null }
  expect(await counted(everybody, noTime)).toEqual({ statuses: { ...none, active: 4, bounced: 0 }, ...exact })
})

import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aList } from '../../../test/harness/core/records.ts'
import { insertOrganization } from '../conditions/system-organization.ts'
import { activeSubscribers, adjustCounts, countSubscribers, lockQuota } from './counts.ts'

async function aStart() {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  return { sql, organizationId, listId }
}

test('counts begin where they are first needed, and sixteen at once miss nothing', async () => {
  const { sql, organizationId, listId } = await aStart()
  expect(await countSubscribers(sql, organizationId, listId)).toBe(0)
  await Promise.all(
    Array.from({ length: 16 }, () =>
      sql.begin((sql) => adjustCounts(sql, organizationId, listId, { active: 2, bounced: 1 })),
    ),
  )
  await adjustCounts(sql, organizationId, listId, { active: -2, unsubscribed: 1, scomp: 1 })
  await adjustCounts(sql, organizationId, listId, { deactivated: 1, bounced: -1 })
  await adjustCounts(sql, organizationId, listId, {})
  const [row] = await sql`select active, unsubscribed, scomp, bounced, deactivated from subscriber_counts`
  expect(row).toEqual({ active: 30, unsubscribed: 1, scomp: 1, bounced: 15, deactivated: 1 })
  expect(await countSubscribers(sql, organizationId, listId)).toBe(48)
})

test('a count below zero is refused', async () => {
  const { sql, organizationId, listId } = await aStart()
  await adjustCounts(sql, organizationId, listId, { active: 1 })
  await expect(adjustCounts(sql, organizationId, listId, { active: -2 })).rejects.toThrow('check constraint')
})

test('active subscribers are those of all living lists of the organization', async () => {
  const { sql, organizationId, listId } = await aStart()
  const deleted = await aList(sql, organizationId, { deleted_at: new Date() })
  const stranger = await insertOrganization(sql, 'B', 'UTC')
  await adjustCounts(sql, organizationId, listId, { active: 3, bounced: 5 })
  await adjustCounts(sql, organizationId, await aList(sql, organizationId), { active: 4 })
  await adjustCounts(sql, organizationId, deleted, { active: 8 })
  await adjustCounts(sql, stranger, await aList(sql, stranger), { active: 16 })
  expect(await activeSubscribers(sql, organizationId)).toBe(7)
  expect(await activeSubscribers(sql, 999)).toBe(0)
})

test.each([
  ['no_limit', null, 0, null],
  ['visible_limit', 10, 0, 3],
  ['hidden_limit', 10, 15, 4],
  ['visible_limit', 7, 0, 0],
  ['visible_limit', 2, 0, 0],
  ['visible_limit', 250_000, 15, 287_493],
  ['visible_limit', 9_007_199_254_740_991, 0, 9_007_199_254_740_984],
])(
  '%s of %s and %s per cent leaves %s places beside seven subscribers',
  async (mode, limit, overage, places) => {
    const { sql, organizationId, listId } = await aStart()
    await adjustCounts(sql, organizationId, listId, { active: 7 })
    await sql`
    update organizations set subscriber_quota_mode = ${mode}, subscriber_quota_limit = ${limit},
      subscriber_quota_overage = ${overage}
    where id = ${organizationId}`
    expect(await sql.begin((sql) => lockQuota(sql, organizationId))).toBe(places)
  },
)

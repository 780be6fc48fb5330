import { expect, test } from 'vitest'
import { claimCampaign } from '../../../../test/harness/sending/campaigns.ts'
import { aCampaignWorld } from '../../../../test/harness/sending/world.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { beginCampaign } from '../sending.ts'
import { countFirst, countSome } from './counted.ts'

const bound = { timeMs: 60_000, atOnceMax: 0, rangeIds: 1_024 }
/** One range in each transaction, whatever the machine does. */
const oneRange = { bound: { ...bound, timeMs: 0 }, sharedMin: 4 }

/** A campaign to people whose ids are far apart, which has begun. */
async function aBegunCampaign(people: number) {
  const world = await aCampaignWorld(people)
  const { sql, organizationId } = world
  await sql`update subscribers set id = id * 10000`
  const id = await world.begin()
  const database = sql.within(organizationId)
  const claimed = (await claimCampaign(sql, 'leader')) ?? expect.fail()
  const claim = await database.begin((tx) => beginCampaign(tx, claimed, { contentCount: 1 }))
  const count = () => database.begin((tx) => countSome(tx, claim, oneRange))
  return { ...world, id, claim, database, count }
}

/** The hashes of each person. */
async function makeSlow(sql: Sql, seconds = 0.1): Promise<void> {
  await sql.unsafe(`
    create or replace function address_in_letters(key text) returns text language plpgsql as $$
    begin perform pg_sleep(${seconds}); return null; end $$`)
}

test('the recipients of a campaign are counted in parts, each once, up to the last who was there when it began', async () => {
  const { sql, statsOf, id, count, organizationId, listId } = await aBegunCampaign(5)
  await sql`insert into subscribers (organization_id, mailing_list_id, id, key) values (${organizationId}, ${listId}, 50001, 'new@example.com')`
  expect(await statsOf(id)).toMatchObject({ recipients_total: 0, recipients_total_is: 'counting' })
  const ends = [await count(), await count()]
  expect(await statsOf(id)).toMatchObject({ recipients_total: 2, recipients_total_is: 'counting' })
  ends.push(await count(), await count(), await count())
  expect(ends).toEqual(['more', 'more', 'more', 'more', 'over'])
  expect(await statsOf(id)).toMatchObject({ recipients_total: 5, recipients_total_is: 'exact' })
  expect(await count()).toBe('over')
  expect(await statsOf(id)).toMatchObject({ recipients_total: 5 })
})

test('two senders that count the same part at the same time count it once', async () => {
  const { count, statsOf, id } = await aBegunCampaign(3)
  await Promise.all([count(), count(), count(), count()])
  while ((await count()) !== 'over') expect((await statsOf(id))['recipients_total']).toBeLessThan(3)
  expect(await statsOf(id)).toMatchObject({ recipients_total: 3, recipients_total_is: 'exact' })
})

test('a count that never ends in time is given up, and says about how many there are', async () => {
  const { sql, database, claim, statsOf, id, organizationId } = await aBegunCampaign(2)
  const left = { organization_id: organizationId, name: 'Left' }
  const [list] = await sql<[{ id: number }]>`insert into suppression_lists ${sql(left)} returning id`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    values (${organizationId}, ${list.id}, ${'0'.repeat(32)})`
  await makeSlow(sql)
  const slow = { bound: { ...bound, timeMs: 0, attemptMs: 20 }, sharedMin: 4 }
  const count = () => database.begin((tx) => countSome(tx, claim, slow))
  expect([await count(), await count(), await count(), await count()]).toEqual([
    'slow',
    'slow',
    'over',
    'over',
  ])
  expect(await statsOf(id)).toMatchObject({ recipients_total: 2, recipients_total_is: 'about' })
  const first = () => database.begin((tx) => countFirst(tx, claim, 0.02))
  expect(await first()).toEqual({ number: 2, from: 2, to: 2 })
  await makeSlow(sql, 3)
  expect(await first()).toEqual({ number: 1, from: 0, to: 2 })
})

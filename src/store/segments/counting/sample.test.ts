import { expect, test } from 'vitest'
import { createRandom } from '../../../../bench/data.ts'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { aList } from '../../../../test/harness/core/records.ts'
import { byDay } from '../../../../test/harness/night.ts'
import { beliefs, planOnce, readsSoFar } from '../../../../test/harness/postgres/believed.ts'
import { isSharded } from '../../../../test/harness/postgres/waiting.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Database } from '../../../database/driver/connection.ts'
import { findSuppressing } from '../../conditions/suppression.ts'
import { insertOrganization } from '../../conditions/system-organization.ts'
import { adjustCounts } from '../../subscribers/counts.ts'
import { boundOf } from './in-ranges.ts'
import { estimateReachable, estimateSegment } from './estimate.ts'
import { countReachable } from './reachable.ts'
import { findSelected } from '../subscribers.ts'
import { sampleBlocks } from './sample.ts'

const people = 24_000

/** One in eight has left; whoever came with the first of twenty imports has an address of its own; one in thirty is suppressed. */
async function aSpreadList(sql: Database) {
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  await sql`
    insert into subscribers (organization_id, mailing_list_id, id, key, status)
    select ${organizationId}, ${listId}, n * 3 + n / 1000 * 50000,
      'p' || n || case when n / 1200 % 20 = 3 then '@import.example' when hashint8(n) % 9 = 0 then '@ninth.example' else '@other.example' end,
      case when hashint8(n + 1) % 8 = 0 then 'bounced' else 'active' end
    from generate_series(1, ${people}::integer) n`
  const [counts] = await sql<[{ active: number; bounced: number }]>`
    select count(*) filter (where status = 'active') as active, count(*) filter (where status = 'bounced') as bounced
    from subscribers`
  await adjustCounts(sql, organizationId, listId, counts)
  const [{ id }] = await sql<[{ id: number }]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'Never') returning id`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    select ${organizationId}, ${id}, key from subscribers where hashint8(id) % 30 = 0`
  return { organizationId, listId, timeZone: 'UTC' }
}

const ofDomain = (value: string): Clause => ({ type: 'subscriber_email_domain', operator: 'is', value })
const left: Clause = { type: 'subscriber_status', operator: 'is', value: 'bounced' }

test('estimates hold in nine of ten cases at least, of people who are spread and who came together', async () => {
  const { sql } = await aDatabase()
  const target = await aSpreadList(sql)
  const effort = (seed: number) => ({ timeMs: 60_000, blocksMax: 112, random: createRandom(seed) })
  await sql.begin(async (sql) => {
    for (const clauses of [[ofDomain('ninth.example')], [ofDomain('import.example')], [left], [ofDomain('nobody.example')]]) {
      const page = { start: { afterId: 0 }, limit: 1, bound: boundOf(60_000) }
      const truth = (await findSelected(sql, target, clauses, page))?.count.records ?? 0
      const found = []
      for (let seed = 1; seed <= byDay(3, 100); seed += 1)
        found.push((await estimateSegment(sql, target, clauses, effort(seed)))?.estimate)
      const held = found.filter((one) => one && one.from <= truth && truth <= one.to)
      expect(held.length / found.length, JSON.stringify({ clauses, truth, found })).toBeGreaterThanOrEqual(0.9)
    }
    const asked = { clauses: [ofDomain('other.example')], suppressing: await findSuppressing(sql, target) }
    const { reached, suppressed } = await countReachable(sql, target, asked.clauses, asked.suppressing)
    const both = []
    const draws = byDay(3, 10)
    for (let seed = 1; seed <= draws; seed += 1) both.push(await estimateReachable(sql, target, asked, effort(seed)))
    for (const [truth, key] of [[reached, 'reached'], [suppressed, 'suppressed']] as const) {
      const found = both.flatMap((one) => one?.[key] ?? [])
      expect(found.filter(({ from, to }) => from <= truth && truth <= to).length, JSON.stringify({ truth, found })).toBeGreaterThanOrEqual(Math.floor(draws * 0.8))
      expect(Math.max(...found.map(({ from, to }) => to - from))).toBeLessThan(people / 5)
    }
  })
}) // oxfmt-ignore

test('a sample has nobody twice, and nearly all of a small list', async () => {
  const { sql } = await aDatabase()
  const target = await aSpreadList(sql)
  const question = {
    among: sql`true`,
    classOf: sql`case when s.status = 'active' then 1 else 2 end`,
    classes: 2,
  }
  const blocks = await sql.begin((sql) =>
    sampleBlocks(sql, target, { ...question, subscribers: people }, { timeMs: 60_000, blocksMax: 100_000 }),
  )
  const sum = (of: (block: (typeof blocks)[number]) => number) =>
    blocks.reduce((all, one) => all + of(one), 0)
  expect(sum((one) => one.people)).toBeLessThanOrEqual(people)
  expect(sum((one) => one.people)).toBeGreaterThan(people * 0.8)
  expect(sum(({ classes: [one = 0, other = 0] }) => one + other)).toBe(sum((one) => one.people))
})

const tables = ['subscribers', 'suppressed_addresses']

// Statistics of shards belong to the workers of the cluster.
test.skipIf(isSharded).each(beliefs)(
  'a sample reads nobody but whom it draws: %s',
  async (_name, prepare) => {
    const { sql } = await aDatabase()
    await planOnce(sql, tables)
    const target = await aSpreadList(sql)
    await prepare(sql, tables)
    const before = await readsSoFar(sql, tables)
    const effort = { timeMs: 60_000, blocksMax: 16, random: createRandom(1) }
    await sql.begin((sql) => estimateSegment(sql, target, [ofDomain('ninth.example')], effort))
    // 16 blocks of up to 128 people, and where the stretches begin.
    const between = await readsSoFar(sql, tables)
    expect(between - before).toBeLessThan(6_000)
    const asked = { clauses: [], suppressing: await findSuppressing(sql, target) }
    await sql.begin((sql) => estimateReachable(sql, target, asked, effort))
    // One look-up for each text under which a person may be suppressed, and not all that is suppressed.
    expect((await readsSoFar(sql, tables)) - between).toBeLessThan(6_000)
  },
)

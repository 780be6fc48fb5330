import { expect, test } from 'vitest'
import type { Clause } from '../../../src/contract/segments/clauses.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { foldSome } from '../../../src/store/conditions/folded-deliveries.ts'
import { addStats } from '../../../src/store/campaigns/stats.ts'
import { findDomains } from '../../../src/store/campaigns/timeline.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { recordBounce } from '../../../src/store/responses/bounces.ts'
import { addHitCounts } from '../../../src/store/responses/hits/rows.ts'
import { findSents } from '../../../src/store/responses/rows.ts'
import { keepNextCampaignPeople } from '../../../src/store/segments/campaign-people.ts'
import { boundOf } from '../../../src/store/segments/counting/in-ranges.ts'
import { findSelected } from '../../../src/store/segments/subscribers.ts'
import { findHistory } from '../../../src/store/subscribers/history.ts'
import { forgetDeliveries } from '../../../src/store/erasure/traces.ts'
import { oldDeliveries } from '../../../src/upkeep/purges/old-deliveries.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aList } from '../../harness/core/records.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

const people = 260
const days = 366

/** An organization with a campaign of 400 days ago, two contents, and every outcome of a message. */
async function anOldCampaign(sql: Database, name: string) {
  const organizationId = await insertOrganization(sql, name, 'UTC')
  const listId = await aList(sql, organizationId)
  const startedAt = new Date(Date.now() - 400 * 86_400_000 - 100_000)
  const campaignId = await aStartedCampaign(sql, organizationId, listId, {
    started_at: startedAt,
    finished_at: new Date(startedAt.getTime() + 3_600_000),
  })
  const contents = await sql<{ id: number }[]>`
    insert into campaign_contents (organization_id, campaign_id, position)
    values (${organizationId}, ${campaignId}, 1), (${organizationId}, ${campaignId}, 2) returning id`
  // So that their ids are in two buckets.
  await sql`select setval(pg_get_serial_sequence('subscribers', 'id'), nextval(pg_get_serial_sequence('subscribers', 'id')) / 1024 * 1024 + 900)`
  const added = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, 'p' || n || '@d' || n % 3 || '.example' from generate_series(1, ${people}::integer) n
    returning id`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active)
    values (${organizationId}, ${listId}, ${people})`
  const ids = added.map(({ id }) => id)
  await sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, content_id, state, status, diagnostic, sent_at)
    select ${organizationId}, ${campaignId}, id, case when n % 2 = 0 then ${contents[0]?.id ?? null}::integer else ${contents[1]?.id ?? null}::integer end,
      state, case when state = 'bounced' then '5.1.1' end, case when state in ('bounced', 'skipped') then 'no such user' end,
      ${startedAt.toISOString()}::timestamptz + n * interval '1 second'
    from unnest(${ids.map(String)}::text[]::bigint[]) with ordinality given (id, n),
      lateral (select case when n % 41 = 0 then 'bounced' when n % 43 = 0 then 'uncertain' when n % 47 = 0 then 'skipped'
        else 'accepted' end as state) decided`
  const source = { campaignId }
  await sql`insert into campaign_stats (organization_id, campaign_id) values (${organizationId}, ${campaignId}) on conflict do nothing`
  await sql.begin((sql) =>
    addStats(
      sql,
      organizationId,
      source,
      contents.map(({ id }) => ({ contentId: id, counts: { total_success: 120 } })),
    ),
  )
  return { sql, organizationId, listId, campaignId, contents, ids, source }
}

type Campaign = Awaited<ReturnType<typeof anOldCampaign>>

/** Places of those whom a clause about the campaign selects. */
async function selected(campaign: Campaign, more: object): Promise<number[]> {
  const { sql, organizationId, listId, campaignId, ids } = campaign
  const target = { organizationId, listId, timeZone: 'UTC' }
  const page = { start: { afterId: 0 }, limit: people, bound: boundOf(60_000) }
  const clause = { type: 'activity', operator: 'did', campaign: { id: campaignId }, ...more } as Clause
  const found = await sql.within(organizationId).begin((sql) => findSelected(sql, target, [clause], page))
  return (found?.rows ?? []).map(({ id }) => ids.indexOf(id) + 1)
}

/** While it was being sent. */
const sentSince = (campaign: Campaign) => selected(campaign, { activity: 'was_sent', last_days: 400 })

/** Everything that reads messages, without what two equal campaigns differ in. */
async function pictureOf(campaign: Campaign) {
  const { sql, organizationId, listId, campaignId, contents, ids, source } = campaign
  const own = sql.within(organizationId)
  const number = (id: number | null) => ids.indexOf(id ?? 0) + 1
  const contentOf = (id: number | null) => contents.findIndex((one) => one.id === id)
  const activity = (more: object) => selected(campaign, more)
  const slices = await own<Record<string, unknown>[]>`
    select * from stat_slices where campaign_id = ${campaignId} order by content_id nulls first, day nulls first`
  const sents = await findSents(own, organizationId, { listId, source }, ids)
  const histories = []
  for (const id of ids.filter((_, at) => at % 13 === 0)) {
    const page = { part: 'messages', before: null, limit: 50 } as const
    const rows = await findHistory(own, { organizationId, listId, id }, page)
    histories.push(rows.map(({ kind, details }) => [number(id), kind, details.state, details.reason]))
  }
  const domains = (belowId: number | null) =>
    findDomains(own, organizationId, { id: campaignId, mailing_list_id: listId }, { limit: 10, belowId })
  return {
    domains: await domains(null),
    firstDomains: await domains(ids[20] ?? 0),
    slices: slices.map(({ content_id, ...counts }) => ({
      ...counts,
      organization_id: 0,
      id: 0,
      campaign_id: 0,
      content: contentOf(content_id as number | null),
    })),
    contents: ids.map((id) => contentOf(sents.get(id)?.contentId ?? null)),
    sent: await activity({ activity: 'was_sent' }),
    bounced: await activity({ activity: 'bounced' }),
    longAgo: await activity({ activity: 'was_sent', last_days: 500 }),
    lately: await activity({ activity: 'was_sent', last_days: 399 }),
    histories,
  }
}

/** Reports and opens that arrive after a year, some of them twice. */
async function lateEvents(campaign: Campaign): Promise<void> {
  const { sql, organizationId, ids, source, listId } = campaign
  const own = sql.within(organizationId)
  for (const n of [2, 3, 2, 14, 41, 43, 47, 259, 200]) {
    const severity = n % 2 === 0 ? ('hard' as const) : ('soft' as const)
    const report = { occasion: 0, status: '5.1.1', severity, diagnostic: `a late report ${n}` }
    await own.begin((sql) =>
      recordBounce(sql, organizationId, { source, subscriberId: ids[n - 1] ?? 0 }, report),
    )
  }
  const readers = [4, 5, 82, 201].map((n) => ids[n - 1] ?? 0)
  await own.begin(async (sql) => {
    const sents = await findSents(sql, organizationId, { listId, source }, readers)
    const times = new Map(readers.map((id) => [id, { people: 1, machines: 0 }]))
    await addHitCounts(sql, organizationId, source, { count: 'opens', times })
    const changes = readers.map((id) => ({
      contentId: sents.get(id)?.contentId ?? null,
      counts: { opens_total: 1 },
    }))
    await addStats(sql, organizationId, source, changes)
  })
}

test('a campaign whose messages are folded answers as one whose messages are rows, also to what arrives late', async () => {
  const { sql } = await aDatabase()
  const folded = await anOldCampaign(sql, 'A')
  const rows = await anOldCampaign(sql, 'B')
  while (await sql.everywhere().begin(keepNextCampaignPeople)) continue
  // It is not folded, and nothing else looks at this.
  await sql`update campaigns set deliveries_folded_at = now() where id = ${rows.campaignId}`
  const model = await pictureOf(rows)
  expect(model.sent.length).toBeGreaterThan(240)
  expect(await pictureOf(folded)).toEqual(model)

  const fold = () => sql.everywhere().begin((sql) => foldSome(sql, { days, limit: 80 }))
  expect(await fold()).toBe(80)
  const dies = sql.everywhere().begin(async (sql) => {
    await foldSome(sql, { days, limit: 80 })
    throw new Error('killed')
  })
  await expect(dies).rejects.toThrow('killed')
  expect(await pictureOf(folded)).toEqual(model)

  const [, ...late] = await Promise.all([fold(), lateEvents(folded), lateEvents(rows)])
  expect(late).toHaveLength(2)
  const env = { ...upkeepEnvironment(sql), deliveriesDays: days }
  await oldDeliveries.run(env, new AbortController().signal)
  const [left] = await sql`
    select count(*) filter (where state = 'accepted') as accepted, count(*) filter (where state <> 'accepted') as others
    from deliveries where campaign_id = ${folded.campaignId}`
  expect(left).toEqual({ accepted: 0, others: await othersOf(rows) })
  expect(await pictureOf(folded)).toEqual(await pictureOf(rows))

  await lateEvents(folded)
  await lateEvents(rows)
  const last = await pictureOf(folded)
  expect(last).toEqual(await pictureOf(rows))
  // The people of a bucket have the time of its last message.
  const [half, exactHalf] = [await sentSince(folded), await sentSince(rows)]
  expect(exactHalf.length).toBeGreaterThan(50)
  expect(half).toEqual(expect.arrayContaining(exactHalf))
  for (const campaign of [folded, rows]) {
    const { organizationId, listId, ids } = campaign
    await sql.within(organizationId).begin((sql) => forgetDeliveries(sql, organizationId, listId, ids))
  }
  expect(JSON.stringify(last)).toContain('a late report 14')
  const afterErasure = await pictureOf(folded)
  expect(afterErasure).toEqual(await pictureOf(rows))
  expect(JSON.stringify(afterErasure)).not.toContain('a late report')
})

async function othersOf({ sql, campaignId }: Campaign): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from deliveries where campaign_id = ${campaignId} and state <> 'accepted'`
  return row.count
}

test('nothing is folded before its time, without the setting, or while its people are not kept', async () => {
  const { sql } = await aDatabase()
  const { campaignId } = await anOldCampaign(sql, 'A')
  const run = (deliveriesDays: number) =>
    oldDeliveries.run({ ...upkeepEnvironment(sql), deliveriesDays }, new AbortController().signal)
  await run(days)
  while (await sql.everywhere().begin(keepNextCampaignPeople)) continue
  await run(0)
  await run(401)
  const [kept] = await sql`select count(*) from folded_deliveries`
  expect(kept).toEqual({ count: 0 })
  await run(days)
  const [folded] = await sql`
    select sum(bit_count(people)) as messages, count(*) < 10 as "isSmall" from folded_deliveries`
  expect(folded).toMatchObject({ isSmall: true })
  expect(Number(folded?.['messages'])).toBe(people - (await othersOf({ sql, campaignId } as Campaign)))
})

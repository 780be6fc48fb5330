import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Clause } from '../../../src/contract/segments/clauses.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { keepNextCampaignPeople } from '../../../src/store/segments/campaign-people.ts'
import { boundOf } from '../../../src/store/segments/counting/in-ranges.ts'
import { findSelected } from '../../../src/store/segments/subscribers.ts'
import { purgeWaiting } from '../../../src/store/sending-rules/waiting.ts'
import { keptPeople } from '../../../src/upkeep/kept-people.ts'
import { importLogs } from '../../../src/upkeep/import-logs.ts'
import { anImportApi } from '../../harness/importing/api.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'
import { readsOf } from '../../harness/postgres/plans.ts'
import { isSharded } from '../../harness/postgres/waiting.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aList } from '../../harness/core/records.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import type { Database } from '../../../src/database/driver/connection.ts'

async function runDuties(sql: Database, folder: string): Promise<void> {
  const env = {
    ...upkeepEnvironment(sql),
    spool: createSpool(join(folder, 'spool')),
    log: pino({ level: 'silent' }),
  }
  for (const duty of [keptPeople, importLogs]) await duty.run(env, new AbortController().signal)
}

test('the people of an import are selected while it is new, in bits, and after its logs are gone', async () => {
  const api = await anImportApi()
  const { sql, organizationId, listId } = api
  const content = 'Email\nann@example.com\nben@example.com\n'
  const { id } = (await api.create({ file_source: { type: 'json', content } })).body.data
  await api.work()
  await sql`insert into subscribers ${sql({ organization_id: organizationId, mailing_list_id: listId, key: 'new@example.com' })}`
  const keys = async (operator: 'added_by' | 'not_added_by' | 'changed_by') => {
    const clause: Clause = { type: 'import', operator, import: { id } }
    const target = { organizationId, listId, timeZone: 'UTC' }
    const page = { start: { afterId: 0 }, limit: 10, bound: boundOf(60_000) }
    const found = await sql.begin((sql) => findSelected(sql, target, [clause], page))
    return found?.rows.map(({ email }) => email)
  }
  const expectAll = async () => {
    expect(await keys('added_by')).toEqual(['ann@example.com', 'ben@example.com'])
    expect(await keys('not_added_by')).toEqual(['new@example.com'])
    expect(await keys('changed_by')).toEqual([])
  }
  await expectAll()
  await runDuties(sql, api.folder)
  expect(await sql`select kind, bit_count(people) as people from import_people`).toEqual([
    { kind: 'added', people: 2 },
  ])
  await expectAll()
  await sql`update jobs set finished_at = now() - interval '8 days'`
  await runDuties(sql, api.folder)
  expect(await sql`select 1 from import_undo_pieces`).toHaveLength(0)
  await expectAll()
})

test('the people of a campaign are kept ten minutes after its end, and again when many opens may be later', async () => {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const id = await aStartedCampaign(sql, organizationId, listId, {
    started_at: new Date(Date.now() - 90_000_000),
    finished_at: new Date(Date.now() - 60_000),
  })
  await sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, state)
    select ${organizationId}, ${id}, n, case n when 3 then 'skipped' else 'accepted' end from generate_series(0, 1030) n`
  const kept = async () => {
    await runDuties(sql, '/tmp')
    const [row] = await sql<[{ rows: number; people: number }]>`
      select count(*) as rows, coalesce(sum(bit_count(people)), 0)::integer as people from campaign_people`
    return row
  }
  expect(await kept()).toEqual({ rows: 0, people: 0 })
  await sql`update campaigns set finished_at = now() - interval '11 minutes' where id = ${id}`
  expect(await kept()).toEqual({ rows: 2, people: 1029 })
  await sql`
    insert into message_responses (organization_id, campaign_id, subscriber_id, first_opened_at)
    values (${organizationId}, ${id}, 7, now())`
  expect(await kept()).toEqual({ rows: 2, people: 1029 })
  const [again] = await sql`
    select people_again_at - finished_at = 2 * (people_kept_at - finished_at) as is_twice from campaigns`
  expect(again).toEqual({ is_twice: true })
  await sql`update campaigns set people_again_at = now() - interval '1 second' where id = ${id}`
  expect(await kept()).toEqual({ rows: 3, people: 1030 })
})

test.skipIf(isSharded)(
  'upkeep finds by indexes which campaigns are due, however many there are',
  async () => {
    const { sql } = await aDatabase()
    const organizationId = await insertOrganization(sql, 'A', 'UTC')
    const listId = await aList(sql, organizationId)
    await sql`
    insert into campaigns (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, started_at,
      finished_at, people_kept_at, people_again_at)
    select ${organizationId}, ${listId}, 'C ' || n, case when n % 50 = 0 then 'failed' else 'finished' end, true, at, at,
      at + interval '1 hour', at + interval '2 hours', case when n % 50 = 1 then now() else now() + interval '1 day' end
    from generate_series(1, 3000) n, lateral (select now() - n * interval '1 day' as at) time`
    await sql`insert into waiting_recipients (organization_id, campaign_id, subscriber_id, due_at)
    select ${organizationId}, 50 * n, m, now() from generate_series(1, 3) n, generate_series(1, 1000) m`
    await sql`analyze campaigns`
    await sql`analyze waiting_recipients`
    const reads = await sql.everywhere().begin((sql) =>
      readsOf(sql, 'campaigns', async (explained) => {
        await keepNextCampaignPeople(explained)
        expect(await purgeWaiting(explained, 2_500)).toBe(2_500)
        expect(await purgeWaiting(explained, 2_500)).toBe(500)
      }),
    )
    expect(reads.length).toBeGreaterThan(2)
    expect(reads.filter((read) => !read.startsWith('Index'))).toEqual([])
  },
)

test('whoever has no bits at all is selected by what they did not do', async () => {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const campaign = { id: await aStartedCampaign(sql, organizationId, listId) }
  await sql`
    insert into subscribers (organization_id, mailing_list_id, id, key)
    select ${organizationId}, ${listId}, id, id || '@example.com' from unnest(${[1, 2, 5000]}::bigint[]) id`
  await sql`
    insert into message_responses (organization_id, campaign_id, subscriber_id, first_opened_at)
    values (${organizationId}, ${campaign.id}, 1, now())`
  const opened: Clause = { type: 'activity', activity: 'opened', operator: 'did', campaign }
  const never: Clause = { ...opened, operator: 'did_not' }
  const not: Clause = { type: 'not', clauses: [opened] }
  const clicked: Clause = { ...opened, activity: 'clicked' }
  const target = { organizationId, listId, timeZone: 'UTC' }
  const idsOf = async (clauses: Clause[]) => {
    const page = { start: { afterId: 0 }, limit: 10, bound: boundOf(60_000) }
    return (await sql.begin((sql) => findSelected(sql, target, clauses, page)))?.rows.map(({ id }) => id)
  }
  expect(await idsOf([opened])).toEqual([1])
  expect(await idsOf([never])).toEqual([2, 5000])
  expect(await idsOf([{ type: 'any', clauses: [not, clicked] }])).toEqual([2, 5000])
  expect(await idsOf([{ type: 'any', clauses: [opened, never] }])).toEqual([1, 2, 5000])
  expect(await idsOf([{ type: 'all', clauses: [not, opened] }])).toEqual([])
})

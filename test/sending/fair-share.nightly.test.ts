import { expect, test } from 'vitest'
import { aCampaignWorld, people } from '../harness/sending/world.ts'
import { aStartedCampaign } from '../harness/sending/campaigns.ts'
import { aList } from '../harness/core/records.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { until } from '../harness/core/until.ts'

/** As many as a server has (src/server/start.ts). */
const lanes = 4
const [campaigns, recipients, others] = [50, 20_000, 1000]

const due = { state: 'scheduled', begins_at: new Date().toISOString(), started_at: null, finished_at: null }

type World = Awaited<ReturnType<typeof aCampaignWorld>>

async function aDueCampaign({ sql }: World, organizationId: number, listId: number): Promise<number> {
  const [everybody] = await sql<[{ id: number }]>`
    insert into segments (organization_id, mailing_list_id, clauses) values (${organizationId}, ${listId}, '[]')
    returning id`
  const whom = { segmentation_criteria_id: everybody.id, from_email: 'news@example.com' }
  const id = await aStartedCampaign(sql, organizationId, listId, { ...due, ...whom })
  await sql`
    insert into campaign_contents (organization_id, campaign_id, position, format, text, subject)
    values (${organizationId}, ${id}, 0, 'text', 'Hello', 'Hello')`
  return id
}

test('beside 50 campaigns of 20,000, one of 1,000 of another organization begins within 10 seconds and ends within 60', async () => {
  const world = await aCampaignWorld(recipients, { keep: false })
  const { sql, api } = world
  for (let made = 0; made < campaigns; made += 1)
    await aDueCampaign(world, world.organizationId, world.listId)
  const senders = startSenders(api, { smtpUrl: world.sink.url, lanes, pace: { heartbeatSeconds: 1 } })
  await until(() => world.sink.counts.taken > 2000, { seconds: 120 })
  const listId = await aList(sql, api.b.organizationId)
  await people(sql, api.b.organizationId, listId, others, { domain: 'b.example' })
  const other = await aDueCampaign(world, api.b.organizationId, listId)
  await sql`select pg_notify('sending', '')`
  const startedMs = performance.now()
  await until(async () => ((await world.statsOf(other))['sent_accepted'] ?? 0) > 0, { seconds: 10 })
  const left = 60 - (performance.now() - startedMs) / 1000
  await until(async () => (await world.stateOf(other)).state === 'finished', { seconds: left })
  expect((await world.statsOf(other))['sent_accepted']).toBe(others)
  const [going] = await sql<{ count: number }[]>`
    select count(*) from campaigns where organization_id = ${world.organizationId} and state <> 'finished'`
  expect(going?.count, 'the others are still at it').toBeGreaterThan(0)
  await senders.stop()
}, 300_000)

import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { migrate } from '../../../src/database/migrate.ts'
import {
  ensureSystemOrganization,
  insertOrganization,
} from '../../../src/store/conditions/system-organization.ts'
import { noteIdentity } from '../../../src/store/server/restored-copy.ts'
import { letRetriesCome, people } from '../../harness/sending/world.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'
import { die } from '../../harness/importing/database-deaths.ts'
import { aDataDirectory, start } from '../../harness/core/embedded.ts'
import { aSink } from '../../harness/sending/mailing.ts'
import { aList } from '../../harness/core/records.ts'
import { senderSettings } from '../../harness/sending/sender-kills.ts'
import { until } from '../../harness/core/until.ts'
import { aSenderProcess } from '../../harness/importing/worker-processes.ts'

type Order = { recipients: number; deaths: number; seed: number }

const credits = 1_000_000

/**
 * One process sends a campaign while its PostgreSQL is stopped at once, or one of its backends killed, which takes all
 * others along. It is never started again. Nobody is passed over, nothing is sent twice by itself, and the counters say
 * what arrived.
 */
export async function surviveDeathsInMidCampaign({ recipients, deaths, seed }: Order): Promise<void> {
  const random = createRandom(seed)
  const dataDir = await aDataDirectory()
  const database = await start(dataDir, { shared_buffers: '64MB' })
  const { sql } = database
  await migrate(database.ownerUrl)
  // Slow enough for the campaign to last.
  const sink = await aSink({ slowMs: 40 })
  const settings = senderSettings(database.url, randomBytes(32).toString('hex'), sink.url)
  await sql.begin((inside) => noteIdentity(inside, settings.serverIdentity))
  const id = await aCampaignOfMany(sql, recipients)
  const sender = aSenderProcess(settings)
  for (let died = 0; died < deaths; died += 1) {
    const before = sink.messages.length
    await until(
      async () => {
        await letRetriesCome(sql, '10 minutes')
        return sink.messages.length > before + 20
      },
      { seconds: 90 },
    )
    await delay(random() * 300)
    expect(await stateOf(sql, id), 'the deaths come while it is sent').toBe('sending')
    await die({ sql, dataDir }, died % 4 === 0 ? 'server' : 'backend')
  }
  await until(
    async () => {
      await letRetriesCome(sql, '10 minutes')
      return (await stateOf(sql, id)) === 'finished'
    },
    { seconds: 300 },
  )
  expect(await sender.stop()).toBe(0)
  const doubts = await expectEverybody(sql, id, sink.messages)
  // At most two batches were in progress at a death.
  expect(doubts).toBeLessThanOrEqual(deaths * settings.pace.batchMax * settings.pace.batchesAtOnce)
}

async function aCampaignOfMany(sql: Database, recipients: number): Promise<number> {
  await ensureSystemOrganization(sql)
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  await people(sql, organizationId, listId, recipients)
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, ${credits})`
  const [segment] = await sql<[{ id: number }]>`
    insert into segments (organization_id, mailing_list_id, clauses) values (${organizationId}, ${listId}, '[]')
    returning id`
  const id = await aStartedCampaign(sql, organizationId, listId, {
    segmentation_criteria_id: segment.id,
    state: 'scheduled',
    started_at: null,
    finished_at: null,
    from_email: 'news@example.com',
  })
  await sql`
    insert into campaign_contents (organization_id, campaign_id, position, format, text, subject)
    values (${organizationId}, ${id}, 0, 'text', 'Hello', 'Hello')`
  return id
}

async function stateOf(sql: Database, id: number): Promise<string | undefined> {
  const [row] = await sql<{ state: string }[]>`select state from campaigns where id = ${id}`
  return row?.state
}

/** @returns the number of uncertain messages. */
async function expectEverybody(sql: Database, id: number, messages: readonly { to: string }[]) {
  const rows = await sql<{ key: string; state: string | null }[]>`
    select s.key, d.state from subscribers s
    left join deliveries d on d.organization_id = s.organization_id and d.campaign_id = ${id} and d.subscriber_id = s.id`
  const arrived = new Set(messages.map(({ to }) => to))
  const wrong = rows.filter(({ key, state }) =>
    state === 'accepted' ? !arrived.has(key) : state !== 'uncertain',
  )
  expect(wrong).toEqual([])
  expect(messages.length, 'nothing is sent twice by itself').toBe(arrived.size)
  const accepted = rows.filter(({ state }) => state === 'accepted').length
  const uncertain = rows.length - accepted
  const [counted] = await sql`
    select s.recipients_total, s.recipients_sent, s.sent_accepted, s.sent_in_queue, b.reserved,
      ${credits} - b.available as spent, b.lifetime_messages_sent as lifetime,
      (select sum(messages) from messages_sent_by_quarter_hour)::integer as reported,
      (select count(*) from sending_batches) as batches
    from campaign_stats s, credit_balances b where s.campaign_id = ${id}`
  expect(counted).toEqual({
    recipients_total: rows.length,
    recipients_sent: rows.length,
    sent_accepted: accepted,
    sent_in_queue: uncertain,
    reserved: 0,
    spent: accepted,
    lifetime: accepted,
    reported: accepted,
    batches: 0,
  })
  return uncertain
}

import { expect, test } from 'vitest'
import { setCredits } from '../../src/store/accounting/credits.ts'
import { aCampaignWorld, people } from '../harness/sending/world.ts'
import { aList } from '../harness/core/records.ts'
import { writeJobs } from '../harness/sending/campaigns.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { until } from '../harness/core/until.ts'

const senders = 16

type World = Awaited<ReturnType<typeof aCampaignWorld>>

async function severalCampaigns(world: World, count: number) {
  const ids: number[] = []
  for (let made = 0; made < count; made += 1) ids.push(await world.begin({ name: `Campaign ${made}` }))
  return ids
}

test('a small campaign does not wait for large ones of its organization that began earlier', async () => {
  const world = await aCampaignWorld(2000)
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { sliceSeconds: 0.2, batchMax: 50 } })
  const large = [await world.begin(), await world.begin()]
  await until(() => world.sink.messages.length > 100)
  const small = await world.begin({
    segmentation_criteria_ad_hoc: [
      { type: 'subscriber_date_subscribed', operator: 'in_last_days', value: 1 },
    ],
  })
  await world.sql`update subscribers set subscribe_time = now() - interval '9 days' where id % 100 <> 0`
  await until(async () => (await world.stateOf(small)).state === 'finished')
  for (const id of large) expect((await world.stateOf(id)).state).toBe('sending')
})

/** All wait for something, and no message is in progress. */
function allWait(world: World, reason: string) {
  return async () => {
    const [row] = await world.sql<{ left: number }[]>`
      select count(*) as left from jobs where state <> 'finished' and waiting_for <> ${reason}`
    return row?.left === 0 && (await world.sql`select 1 from sending_batches`).length === 0
  }
}

test('16 senders send exactly as many messages as there are credits, and continue when there are more', async () => {
  const world = await aCampaignWorld(30)
  const { sql, organizationId } = world
  await sql`update organizations set sending_quota_mode = 'fixed_credits', sending_quota_notify = true
    where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, 100)`
  await sql`insert into users (organization_id, full_name, email, email_key, role, active)
    values (${organizationId}, 'Ada', 'ada@example.com', 'ada@example.com', 'organization_admin', true)`
  startSenders(world.api, { smtpUrl: world.sink.url, lanes: senders, pace: { batchMax: 7 } })
  await severalCampaigns(world, 8)
  await until(allWait(world, 'sending credits'))
  expect(world.sink.messages).toHaveLength(100)
  expect(await sql`select available, reserved, lifetime_messages_sent from credit_balances`).toEqual([
    { available: 0, reserved: 0, lifetime_messages_sent: 100 },
  ])
  expect(await sql`select to_email, subject, text from system_mails`).toEqual([
    {
      to_email: 'ada@example.com',
      subject: expect.stringMatching(/^The sending credits of .+ are used up$/),
      text: expect.stringMatching(/^Hello .*\n\n.*has no sending credits left.*\n\nAsk the administrator /),
    },
  ])
  // 240 messages in all.
  const source = { caller: null, requestId: null }
  await sql.begin((tx) => setCredits(tx, organizationId, 1000, source))
  await until(async () => (await sql`select 1 from campaigns where state <> 'finished'`).length === 0)
  expect(world.sink.messages).toHaveLength(240)
  expect(await sql`select available, reserved from credit_balances`).toEqual([
    { available: 860, reserved: 0 },
  ])
  const pairs = new Set(
    world.sink.messages.map(({ raw, to }) => `${to} ${/^Message-ID: .*$/m.exec(raw.toString())?.[0]}`),
  )
  expect(pairs.size).toBe(240)
})

test('16 senders send exactly as many messages as the quota of the month allows, its overage included', async () => {
  const world = await aCampaignWorld(30)
  const { sql, organizationId } = world
  await sql`update organizations set sending_quota_mode = 'visible_limit', sending_quota_limit = 80,
    sending_quota_overage = 25 where id = ${organizationId}`
  startSenders(world.api, { smtpUrl: world.sink.url, lanes: senders, pace: { batchMax: 7 } })
  await severalCampaigns(world, 6)
  await until(allWait(world, 'sending quota'))
  expect(world.sink.messages).toHaveLength(100)
  expect(await sql`select sum(messages)::integer as sent from messages_sent_by_quarter_hour`).toEqual([
    { sent: 100 },
  ])
})

test('rejected messages release their reserved credits', async () => {
  const world = await aCampaignWorld(40, {
    decide: (stage, { to }) => (stage === 'rcpt' && /[02468]@/.test(to) ? { code: 550 } : null),
  })
  const { sql, organizationId } = world
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, 25)`
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 10 } })
  const [id = 0] = await severalCampaigns(world, 1)
  await world.finished(id)
  expect(world.sink.messages).toHaveLength(20)
  expect(await sql`select available, reserved from credit_balances`).toEqual([{ available: 5, reserved: 0 }])
})

test('a speed limit is never exceeded', async () => {
  const world = await aCampaignWorld(60)
  startSenders(world.api, { smtpUrl: world.sink.url })
  // Two a second, five seconds' worth at once.
  const id = await world.begin({}, { speed: 7200 })
  await until(async () => (await world.stateOf(id)).waiting_for === 'the speed limit')
  const [row] = await world.sql<{ seconds: number }[]>`
    select extract(epoch from next_attempt_at - started_at)::float8 as seconds from jobs where id = ${id}`
  const sent = world.sink.messages.length
  expect(sent).toBe(10)
  expect(row?.seconds).toBeGreaterThan(4.9)
})

test('a slow server does not lower a speed limit further', async () => {
  const world = await aCampaignWorld(60, { slowMs: 3000 })
  startSenders(world.api, { smtpUrl: world.sink.url })
  const id = await world.begin({}, { speed: 7200 })
  await until(async () => (await world.stateOf(id)).waiting_for === 'the speed limit')
  const [row] = await world.sql<{ seconds: number }[]>`
    select extract(epoch from next_attempt_at - started_at)::float8 as seconds from jobs where id = ${id}`
  expect(row?.seconds).toBeGreaterThan(4.9)
  expect(row?.seconds).toBeLessThan(7.5)
})

test('a campaign is sent beside one of another organization that is ten times larger', async () => {
  const world = await aCampaignWorld(3000)
  const { api } = world
  startSenders(api, { smtpUrl: world.sink.url, pace: { sliceSeconds: 0.2, batchMax: 50 } })
  const large = await world.begin()
  await until(() => world.sink.messages.length > 100)
  const other = await aSmallCampaign(world, api.b.organizationId)
  await until(async () => (await world.stateOf(other)).state === 'finished')
  expect((await world.stateOf(large)).state).toBe('sending')
})

async function aSmallCampaign({ sql }: World, organizationId: number) {
  const listId = await aList(sql, organizationId)
  await people(sql, organizationId, listId, 30, { domain: 'b.example' })
  const [segment] = await sql<{ id: number }[]>`
    insert into segments (organization_id, mailing_list_id, clauses) values (${organizationId}, ${listId}, '[]')
    returning id`
  const [campaign] = await sql<{ id: number }[]>`
    insert into campaigns (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, from_email,
      segmentation_criteria_id)
    values (${organizationId}, ${listId}, 'Small', 'scheduled', true, now(), 'b@example.com', ${segment?.id ?? 0})
    returning id`
  await sql`insert into campaign_contents (organization_id, campaign_id, position, format, text, subject)
    values (${organizationId}, ${campaign?.id ?? 0}, 0, 'text', 'Hello', 'Hello')`
  await writeJobs(sql)
  return campaign?.id ?? 0
}

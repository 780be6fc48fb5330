import { expect, onTestFinished, test } from 'vitest'
import { LeaseLost } from '../../../src/database/lease.ts'
import { markBatch } from '../../../src/store/campaigns/batches/mark.ts'
import { campaignLoop } from '../../../src/sending/campaigns/loop.ts'
import { runRange } from '../../../src/sending/campaigns/ranges.ts'
import { claimRange, type ClaimedRange } from '../../../src/store/campaigns/ranges/claims.ts'
import type { Mailer } from '../../../src/sending/smtp/mailer.ts'
import { until } from '../../harness/core/until.ts'
import { aSink } from '../../harness/sending/mailing.ts'
import { aMailer, startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'

const pace = { batchMax: 10, rangeMin: 20 }

/** Messages wait until it is opened. */
function aGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const gated = (mailer: Mailer): Mailer => ({
    ...mailer,
    send: async (route, message, signal) => {
      await opened
      return mailer.send(route, message, signal)
    },
  })
  return { open, gated }
}

/** A campaign whose leader has marked its first messages, and does not come further before the gate opens. */
async function aLedCampaign(recipients: number) {
  const world = await aCampaignWorld(recipients)
  const gate = aGate()
  const leader = startSenders(world.api, {
    smtpUrl: world.sink.url,
    worker: 'the leader',
    mailer: gate.gated(aMailer()),
    pace,
  })
  // Before the sender is stopped, which waits for its messages.
  onTestFinished(gate.open)
  const id = await world.begin()
  await until(async () => (await world.sql`select 1 from sending_batches`).length === 1)
  const everywhere = leader.env.database.everywhere()
  /** As another worker. */
  const take = async (worker: string): Promise<ClaimedRange> =>
    (await claimRange(everywhere, { worker, rangeMin: pace.rangeMin })) ?? expect.fail('nothing to take')
  const mark = (claim: ClaimedRange) =>
    world.sql.begin((sql) =>
      markBatch(sql, claim, { batchMax: 10, contentOf: () => contentId, formatOf: () => 'multipart' }),
    )
  const [content] = await world.sql<{ id: number }[]>`select id from campaign_contents`
  const contentId = content?.id ?? 0
  return { ...world, id, gate, leader, take, mark }
}

test('two processes send one campaign, and what others left behind: to everyone once, all counted', async () => {
  const recipients = 240
  const { sql, organizationId, sink, id, gate, take, mark, ...world } = await aLedCampaign(recipients)
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, 1000)`
  // One dies before its first batch, one after it, one in the middle of its range.
  await take('dies at once')
  await mark(await take('dies with a batch'))
  const third = await take('dies later')
  const lost = [await mark(third), await mark(third)]
  await sql`update campaign_ranges set leased_until = now() - interval '1 second'`
  const secondSink = await aSink()
  startSenders(world.api, { smtpUrl: secondSink.url, worker: 'the second', pace })
  await until(() => secondSink.messages.length > 0)
  gate.open()
  await world.finished(id)
  expect(lost.map(({ kind }) => kind)).toEqual(['batch', 'batch'])
  const arrived = [...sink.messages, ...secondSink.messages].map(({ to }) => to)
  expect(new Set(arrived).size).toBe(arrived.length)
  const rows = await sql<{ key: string; state: string }[]>`
    select s.key, d.state from subscribers s left join deliveries d on d.organization_id = s.organization_id and d.subscriber_id = s.id`
  const withState = (state: string) => rows.flatMap((row) => (row.state === state ? [row.key] : []))
  expect(withState('uncertain')).toHaveLength(30)
  expect(withState('accepted').toSorted()).toEqual(arrived.toSorted())
  expect(arrived).toHaveLength(recipients - 30)
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: recipients,
    recipients_sent: recipients,
    sent_accepted: recipients - 30,
    sent_in_queue: 30,
  })
  const [settled] = await sql`
    select available, reserved, (select count(*) from campaign_ranges) as ranges,
      (select count(*) from sending_batches) as batches from credit_balances`
  // The first ones were marked before there was a limit.
  expect(settled).toEqual({ available: 1000 - arrived.length, reserved: 0, ranges: 0, batches: 0 })
})

test('a pause stops those who send a part of a campaign, too', async () => {
  const { sql, sink, id, gate, take, mark, ...world } = await aLedCampaign(200)
  const claim = await take('another')
  expect((await mark(claim)).kind).toBe('batch')
  expect((await world.call('POST', `campaigns/${id}/pause`)).status).toBe(200)
  await expect(mark(claim)).rejects.toThrow(LeaseLost)
  // Not even if it is resumed before they notice.
  expect((await world.call('POST', `campaigns/${id}/resume`)).status).toBe(200)
  await expect(mark(claim)).rejects.toThrow(LeaseLost)
  await sql`update campaign_ranges set leased_until = null`
  gate.open()
  await world.finished(id)
  const [left] = await sql<{ count: number }[]>`select count(*) from deliveries where state = 'uncertain'`
  expect(left?.count).toBe(10)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(190)
  expect(sink.messages).toHaveLength(190)
})

test('a part that cannot be sent waits longer each time, until it gets on', async () => {
  const { sql, leader, take, mark } = await aLedCampaign(200)
  const broken = (isBroken: boolean) =>
    sql`update mailing_lists set deleted_at = ${isBroken ? sql`now()` : null}`
  const fail = async (claim: ClaimedRange) => {
    await broken(true)
    await runRange(leader.env, claim, new AbortController().signal)
    await broken(false)
    const [row] = await sql<[{ seconds: number }]>`
      select round(extract(epoch from next_attempt_at - now()) / 10)::integer * 10 as seconds from campaign_ranges`
    await sql`update campaign_ranges set next_attempt_at = null`
    return row.seconds
  }
  expect(await fail(await take('another'))).toBe(30)
  expect(await fail(await take('another'))).toBe(60)
  const claim = await take('another')
  expect((await mark(claim)).kind).toBe('batch')
  await sql`update campaign_ranges set leased_until = null`
  expect(await fail(await take('another'))).toBe(30)
})

test('a cancelled campaign ends for those who send a part of it, and leaves nothing behind', async () => {
  const { sql, id, gate, take, mark, ...world } = await aLedCampaign(200)
  const claim = await take('another')
  expect((await mark(claim)).kind).toBe('batch')
  expect((await world.call('POST', `campaigns/${id}/cancel`)).status).toBe(200)
  await expect(mark(claim)).rejects.toThrow(LeaseLost)
  gate.open()
  await sql`update campaign_ranges set leased_until = now() - interval '1 second'`
  await until(async () => {
    const left = await sql`
      select 1 from campaign_ranges union all select 1 from sending_batches`
    return left.length === 0
  })
  const [uncertain] = await sql<{ count: number }[]>`
    select count(*) from deliveries where state = 'uncertain'`
  expect(uncertain?.count).toBe(10)
  expect(await world.statsOf(id)).toMatchObject({ sent_in_queue: 10 })
  expect(await world.stateOf(id)).toMatchObject({ state: 'cancelled' })
})

test('a process that cannot send takes no further part of the campaign at once', async () => {
  const { sql, leader } = await aLedCampaign(400)
  const mailer: Mailer = {
    ...leader.env.mailer,
    send: () => Promise.resolve({ kind: 'untried', status: null, diagnostic: 'connection refused' }),
  }
  const loop = campaignLoop({ ...leader.env, worker: 'another', mailer })
  const part = (await loop.take()) ?? expect.fail('nothing to take')
  await loop.run(part, new AbortController().signal)
  const [{ deferred } = { deferred: 0 }] = await sql<{ deferred: number }[]>`
    select count(*) as deferred from deliveries where state = 'deferred'`
  expect(deferred).toBeGreaterThan(0)
  expect(await loop.take()).toBeNull()
})

test('campaigns to few, with a speed limit, or of the same process are not shared', async () => {
  const { sql, leader, id, gate, take } = await aLedCampaign(80)
  const everywhere = leader.env.database.everywhere()
  const offered = async (worker = 'another', rangeMin = pace.rangeMin) => {
    const claim = await claimRange(everywhere, { worker, rangeMin })
    if (claim !== null) await sql`delete from campaign_ranges`
    await sql`update campaigns set until_subscriber_id = null`
    return claim !== null
  }
  expect(await offered()).toBe(true)
  expect(await offered('the leader')).toBe(false)
  expect(await offered('another', 100)).toBe(false)
  await sql`update campaigns set speed = 1000000 where id = ${id}`
  expect(await offered()).toBe(false)
  await sql`update campaigns set speed = 0 where id = ${id}`
  await sql`update jobs set state = 'paused', paused_from = state where id = ${id}`
  expect(await offered()).toBe(false)
  await sql`update jobs set state = paused_from, paused_from = null, leased_until = null where id = ${id}`
  expect(await offered()).toBe(false)
  await sql`update jobs set leased_until = now() + interval '30 seconds' where id = ${id}`
  await take('another')
  expect(await offered()).toBe(false)
  gate.open()
})

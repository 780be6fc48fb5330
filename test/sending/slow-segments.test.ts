import { expect, onTestFinished, test } from 'vitest'
import type { Database, Sql } from '../../src/database/driver/connection.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { logInto } from '../harness/core/server.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'
import { aStartedCampaign, writeJobs } from '../harness/sending/campaigns.ts'
import { until } from '../harness/core/until.ts'
import { aList } from '../harness/core/records.ts'
import { cancelWaiting, countWaiting } from '../harness/postgres/waiting.ts'

/** Locks subscribers until the test is over, so that counting recipients never ends. */
async function blockSubscribers(sql: Database): Promise<void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let isLocked = false
  const holding = sql.begin(async (own) => {
    await own`set local idle_in_transaction_session_timeout = 0`
    await own`lock table subscribers in access exclusive mode`
    isLocked = true
    await released
  })
  onTestFinished(async () => {
    release()
    await holding
  })
  await until(async () => isLocked)
}

/** Suppresses a hash, and lets it take a third of a second to compute those of a person. */
async function suppressSlowly(sql: Sql, organizationId: number): Promise<void> {
  const list = { organization_id: organizationId, name: 'Left' }
  const [made] = await sql<[{ id: number }]>`insert into suppression_lists ${sql(list)} returning id`
  const key = '0cc175b9c0f1b6a831c399e269772661'
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    values (${organizationId}, ${made.id}, ${key})`
  await sql`
    create or replace function address_in_letters(key text) returns text language plpgsql as $$
    begin perform pg_sleep(0.3); return null; end $$`
}

async function aSlowCampaign() {
  const world = await aCampaignWorld(2)
  const id = await world.begin()
  await blockSubscribers(world.sql)
  return { ...world, id }
}

test('a campaign whose recipients cannot be counted in time is sent to all of them', async () => {
  const world = await aCampaignWorld(3)
  const { api, sql, sink, organizationId } = world
  await suppressSlowly(sql, organizationId)
  const id = await world.begin()
  startSenders(api, { smtpUrl: sink.url, pace: { countSeconds: 0.1 }, log: logInto([]) })
  await world.finished(id)
  expect(sink.messages).toHaveLength(3)
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: 3,
    recipients_total_is: 'exact',
    recipients_sent: 3,
    count_failures: 1,
  })
})

test('cancelling a campaign ends the count of its recipients, and the sender continues with another organization', async () => {
  const { api, sql, sink, id, stateOf, call } = await aSlowCampaign()
  startSenders(api, { smtpUrl: sink.url, lanes: 1, log: logInto([]) })
  await until(async () => (await countWaiting(sql, 'test sender')) === 1)
  expect((await call('POST', `campaigns/${id}/cancel`)).status).toBe(200)
  await until(async () => (await countWaiting(sql, 'test sender')) === 0)
  expect(await stateOf(id)).toMatchObject({ state: 'cancelled', error_message: null })
  const listId = await aList(sql, api.b.organizationId)
  const due = { state: 'scheduled', begins_at: new Date(), started_at: null, finished_at: null }
  const other = await aStartedCampaign(sql, api.b.organizationId, listId, due)
  await until(async () => (await stateOf(other)).state !== 'scheduled')
})

test('a campaign that has begun waits for its next recipients, and does not fail', async () => {
  const world = await aCampaignWorld(2)
  const { api, sql, sink, stateOf } = world
  const id = await world.begin()
  const [last] = await sql<[{ id: number }]>`select max(id) as id from subscribers`
  await sql`
    update campaigns set state = 'sending', started_at = now(), last_subscriber_id = ${last.id} where id = ${id}`
  await writeJobs(sql)
  await blockSubscribers(sql)
  startSenders(api, { smtpUrl: sink.url, log: logInto([]) })
  for (const _ of [1, 2, 3]) {
    // Soon the renewal of its lease waits, too.
    await until(async () => (await countWaiting(sql, 'test sender')) > 0)
    // Its own limit would end it like this after five minutes.
    await cancelWaiting(sql, 'test sender')
    await until(async () => (await stateOf(id)).waiting_for !== '')
    expect(await stateOf(id)).toMatchObject({ state: 'sending', error_message: null })
    await sql`update jobs set next_attempt_at = now(), waiting_for = '' where id = ${id}`
  }
})

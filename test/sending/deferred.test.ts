import { expect, test } from 'vitest'
import { aCampaignWorld } from '../harness/sending/world.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { until } from '../harness/core/until.ts'

const winner = {
  autowinner_enabled: true,
  autowinner_percentage: '50',
  autowinner_delay_amount: 2,
  autowinner_delay_unit: 'days',
  autowinner_metric: 'clicks_unique',
}
const contents = ['First', 'Second'].map((subject) => ({ subject, format: 'text', text: subject }))

/** A server that rejects everything temporarily, until the test changes that. */
async function aReluctantWorld(count: number) {
  const world = await aCampaignWorld(count, {
    decide: (stage) => (stage === 'rcpt' ? { code: 451, text: '4.2.1 come back' } : null),
  })
  startSenders(world.api, { smtpUrl: world.sink.url })
  return world
}

test('messages that test the contents are retried in time, however late the winner is chosen', async () => {
  const world = await aReluctantWorld(40)
  const id = await world.begin({ contents }, winner)
  await until(async () => (await world.stateOf(id)).waiting_for === 'the choice of the winning content')
  const [row] = await world.sql<{ seconds: number }[]>`
    select extract(epoch from next_attempt_at - now())::float8 as seconds from jobs where id = ${id}`
  expect(row?.seconds).toBeLessThanOrEqual(60)

  world.sink.decide(() => null)
  const { sent_in_queue: queued = 0 } = await world.statsOf(id)
  expect(queued).toBeGreaterThan(0)
  await world.sql`update deliveries set next_attempt_at = now()`
  await world.sql`update jobs set next_attempt_at = null`
  await world.sql`select pg_notify('sending', '')`
  await until(async () => (await world.statsOf(id))['sent_accepted'] === queued)
  await until(async () => (await world.stateOf(id)).waiting_for === 'the choice of the winning content')
  expect(world.sink.messages).toHaveLength(queued)
})

test('a subscriber who is suppressed while a message waits for its retry does not get it', async () => {
  const world = await aReluctantWorld(3)
  const { sql, organizationId } = world
  const id = await world.begin()
  await until(async () => (await world.stateOf(id)).waiting_for === 'messages to be tried again')
  await sql`insert into suppression_lists (organization_id, id, name) values (${organizationId}, 5, 'Never')`
  await sql`insert into suppressed_addresses (organization_id, suppression_list_id, key)
    values (${organizationId}, 5, 'person2@example.com')`
  world.sink.decide(() => null)
  await sql`update deliveries set next_attempt_at = now()`
  await sql`update jobs set next_attempt_at = null`
  await sql`select pg_notify('sending', '')`
  await world.finished(id)
  expect(world.sink.messages.map(({ to }) => to).toSorted()).toEqual([
    'person1@example.com',
    'person3@example.com',
  ])
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: 3,
    recipients_sent: 2,
    recipients_skip: 1,
    sent_accepted: 2,
    sent_in_queue: 0,
  })
})

test('a campaign that is cancelled while it waits has no waiting reason, and sends nothing more', async () => {
  const world = await aReluctantWorld(3)
  const id = await world.begin()
  await until(async () => (await world.stateOf(id)).waiting_for === 'messages to be tried again')
  expect((await world.api.call('POST', `campaigns/${id}/cancel`)).status).toBe(200)
  expect(await world.stateOf(id)).toMatchObject({ state: 'cancelled', waiting_for: '' })
  world.sink.decide(() => null)
  const rows = await world.sql`select state from deliveries where campaign_id = ${id}`
  expect(rows.map((row) => row['state'])).toEqual(['skipped', 'skipped', 'skipped'])
  const other = await world.begin()
  await world.finished(other)
  expect(world.sink.messages).toHaveLength(3)
})

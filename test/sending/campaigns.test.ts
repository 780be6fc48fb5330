import { expect, test } from 'vitest'
import { until } from '../harness/core/until.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'
import { startSenders } from '../harness/sending/sender.ts'

test('a campaign is sent once to every active subscriber, and to no one else', async () => {
  const world = await aCampaignWorld(350)
  await world.sql`update subscribers set status = 'unsubscribed' where key in ('person7@example.com', 'person8@example.com')`
  startSenders(world.api, { smtpUrl: world.sink.url })
  const id = await world.begin()
  await world.finished(id)
  const addressed = world.sink.messages.map(({ to }) => to)
  expect(addressed).toHaveLength(348)
  expect(new Set(addressed).size).toBe(348)
  expect(addressed).not.toContain('person7@example.com')
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: 348,
    recipients_sent: 348,
    recipients_skip: 0,
    sent_total: 348,
    sent_accepted: 348,
    sent_bounced: 0,
    sent_in_queue: 0,
  })
  const [counted] =
    await world.sql`select sum(messages)::integer as sent from messages_sent_by_quarter_hour where campaign_id = ${id}`
  expect(counted?.['sent']).toBe(348)
})

test('subscribers on a suppression list, by address, domain or hash, get nothing', async () => {
  const world = await aCampaignWorld(20)
  const { sql, organizationId } = world
  await sql`insert into suppression_lists (organization_id, id, name) values (${organizationId}, 5, 'Never')`
  await sql`insert into subscribers (organization_id, mailing_list_id, key)
    values (${organizationId}, ${world.listId}, 'a@blocked.example'), (${organizationId}, ${world.listId}, 'b@b.example')`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    values (${organizationId}, 5, 'person3@example.com'), (${organizationId}, 5, '@blocked.example'),
      (${organizationId}, 5, md5('b@b.example')),
      (${organizationId}, 5, encode(sha256('person4@example.com'::bytea), 'hex'))`
  startSenders(world.api, { smtpUrl: world.sink.url })
  await world.finished(await world.begin())
  const addressed = world.sink.messages.map(({ to }) => to)
  expect(addressed).toHaveLength(18)
  for (const left of ['person3@example.com', 'person4@example.com', 'a@blocked.example', 'b@b.example'])
    expect(addressed).not.toContain(left)
})

test('a permanent rejection is a bounce, a temporary one is retried', async () => {
  const world = await aCampaignWorld(30, {
    decide: (stage, { to, nth }) => {
      if (stage !== 'rcpt') return null
      if (to === 'person1@example.com') return { code: 550, text: '5.1.1 nobody here' }
      return to === 'person2@example.com' && nth < 60 ? { code: 451, text: '4.2.1 come back' } : null
    },
  })
  startSenders(world.api, { smtpUrl: world.sink.url })
  const id = await world.begin()
  await until(async () => (await world.statsOf(id))['sent_total'] === 30)
  expect(await world.statsOf(id)).toMatchObject({ sent_accepted: 28, sent_bounced: 1, sent_in_queue: 1 })
  expect(await world.stateOf(id)).toMatchObject({ state: 'sending' })
  // A minute later.
  world.sink.decide(() => null)
  await until(async () => (await world.stateOf(id)).waiting_for === 'messages to be tried again')
  await world.sql`update deliveries set next_attempt_at = now() where state = 'deferred'`
  await world.sql`update jobs set next_attempt_at = null`
  await world.finished(id)
  expect(await world.statsOf(id)).toMatchObject({
    sent_total: 30,
    sent_accepted: 29,
    sent_bounced: 1,
    sent_in_queue: 0,
    bounce_total: 1,
    bounce_unique: 1,
    bounce_hard: 1,
    bounce_subscribers_updated: 1,
  })
  const [gone] = await world.sql`select status from subscribers where key = 'person1@example.com'`
  expect(gone?.['status']).toBe('bounced')
})

test('a connection that closes after the message leaves it uncertain, and it is not sent again automatically', async () => {
  const world = await aCampaignWorld(40, {
    decide: (stage, { to }) => (stage === 'dot' && to === 'person5@example.com' ? 'close' : null),
  })
  startSenders(world.api, { smtpUrl: world.sink.url })
  const id = await world.begin()
  await world.finished(id)
  expect(await world.statsOf(id)).toMatchObject({ sent_total: 40, sent_accepted: 39, sent_in_queue: 1 })
  expect(world.sink.messages.filter(({ to }) => to === 'person5@example.com')).toHaveLength(1)
  const rows =
    await world.sql`select s.key from deliveries d join subscribers s on s.organization_id = d.organization_id and s.id = d.subscriber_id
    where d.state = 'uncertain'`
  expect(rows.map(({ key }) => key)).toEqual(['person5@example.com'])
})

test('a campaign waits while no server can be reached, and continues afterwards', async () => {
  const world = await aCampaignWorld(25)
  // Nobody listens there. The port of a server that has stopped may be another test's by now.
  startSenders(world.api, { smtpUrl: 'smtp://127.0.0.1:1' })
  const id = await world.begin()
  await until(async () => (await world.stateOf(id)).waiting_for === 'a mail server')
  expect((await world.statsOf(id))['sent_accepted'] ?? 0).toBe(0)
})

test.each([
  ['550 5.4.5 Daily user sending quota exceeded.', 'the sending limit of the mail server'],
  ['530 5.7.0 Authentication required', 'a mail server that accepts the log-in'],
])('a relay that answers "%s" to everybody holds the campaign, and nobody bounces', async (reply, reason) => {
  const world = await aCampaignWorld(25, {
    decide: (stage) => (stage === 'rcpt' ? { code: Number(reply.slice(0, 3)), text: reply.slice(4) } : null),
  })
  startSenders(world.api, { smtpUrl: world.sink.url })
  const id = await world.begin()
  await until(async () => (await world.stateOf(id)).waiting_for === reason)
  world.sink.decide(() => null)
  await world.sql`update deliveries set next_attempt_at = now() where campaign_id = ${id} and state = 'deferred'`
  await world.sql`update jobs set next_attempt_at = now() where id = ${id}`
  await world.finished(id)
  expect(await world.statsOf(id)).toMatchObject({ sent_total: 25, sent_accepted: 25 })
  expect((await world.statsOf(id))['bounce_total'] ?? 0).toBe(0)
})

test('a paused campaign stops at once; resumed, it continues after the last recipient', async () => {
  const world = await aCampaignWorld(1200, { keep: true })
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 20 } })
  const id = await world.begin()
  for (let round = 1; round <= 5; round += 1) {
    await until(() => world.sink.messages.length >= round * 120)
    const answer = await world.api.call('POST', `campaigns/${id}/pause`)
    expect(answer.status).toBe(200)
    await until(async () => (await world.sql`select 1 from sending_batches`).length === 0)
    const sent = world.sink.messages.length
    expect(sent).toBeLessThan(1200)
    expect((await world.api.call('POST', `campaigns/${id}/resume`)).status).toBe(200)
  }
  await world.finished(id)
  expect(new Set(world.sink.messages.map(({ to }) => to)).size).toBe(1200)
  expect(world.sink.messages).toHaveLength(1200)
})

test('a cancelled campaign ends where it is', async () => {
  const world = await aCampaignWorld(3000)
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 20 } })
  const id = await world.begin()
  await until(() => world.sink.messages.length >= 50)
  expect((await world.api.call('POST', `campaigns/${id}/cancel`)).status).toBe(200)
  await until(async () => (await world.sql`select 1 from sending_batches`).length === 0)
  const sent = world.sink.messages.length
  expect(sent).toBeLessThan(3000)
  expect((await world.statsOf(id))['sent_accepted']).toBe(sent)
  expect((await world.stateOf(id)).state).toBe('cancelled')
})

test('deferred messages of a cancelled campaign are skipped, and none stays in the queue', async () => {
  const world = await aCampaignWorld(400, {
    decide: (stage, { to }) =>
      stage === 'rcpt' && /[05]@/.test(to) ? { code: 451, text: '4.2.1 later' } : null,
  })
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 20 } })
  const id = await world.begin()
  await until(async () => ((await world.statsOf(id))['sent_in_queue'] ?? 0) > 10)
  expect((await world.api.call('POST', `campaigns/${id}/cancel`)).status).toBe(200)
  const isHeld = () => world.sql`select 1 from jobs where leased_until is not null`
  await until(async () => (await isHeld()).length === 0)
  const stats = await world.statsOf(id)
  expect(stats['sent_in_queue']).toBe(0)
  expect(stats['recipients_skip']).toBeGreaterThan(10)
  expect(stats['sent_total']).toBe(stats['sent_accepted'])
  expect(await world.sql`select 1 from deliveries where state = 'deferred'`).toEqual([])
})

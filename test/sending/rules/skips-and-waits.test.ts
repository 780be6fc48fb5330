import { expect, test } from 'vitest'
import { aField, aList } from '../../harness/core/records.ts'
import { aReactor, owe, someSubscribers } from '../../harness/sending/reactions.ts'
import { until } from '../../harness/core/until.ts'
import { aRule, fates, joinedLongAgo, letJoinLongAgo, onlyAt } from './world.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld, people } from '../../harness/sending/world.ts'

/** Not now, and not within the next hours. */
const later = onlyAt(new Date().getUTCHours() + 12)
/** A zone whose clocks show the time of `later` now. */
const otherSide = () => `Etc/GMT${new Date().getUTCHours() < 12 ? '-12' : '+12'}`

test.each([
  ['matching', (place: number) => place % 3 !== 0],
  ['not_matching', (place: number) => place % 3 === 0],
] as const)('people are skipped by a condition, %s, and counted as asked for', async (when, gets) => {
  const world = await aCampaignWorld(120)
  const { sql, organizationId, sink } = world
  await letJoinLongAgo(sql, `id % 3 = (select min(id) + 2 from subscribers) % 3`)
  const rule = await aRule(sql, organizationId, { clauses: joinedLongAgo, skip_when: when })
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  await world.finished(id)
  const expected = Array.from({ length: 120 }, (_, index) => index + 1).filter(gets)
  expect(sink.messages.map(({ to }) => to).toSorted()).toEqual(
    expected.map((place) => `person${place}@example.com`).toSorted(),
  )
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: 120,
    recipients_sent: expected.length,
    recipients_skip: 120 - expected.length,
    skip_ssr_request: 120 - expected.length,
    skip_ssr_failure: 0,
    sent_accepted: expected.length,
  })
  const skipped = (await fates(sql, id)).filter(({ state }) => state === 'skipped')
  expect(new Set(skipped.map(({ diagnostic }) => diagnostic))).toEqual(
    new Set([expect.stringMatching(/^the special sending rule “Rule \d+” leaves them out$/)]),
  )
  expect(skipped).toHaveLength(120 - expected.length)
})

test('the campaign itself is none of the last campaigns that a rule looks at', async () => {
  const world = await aCampaignWorld(20)
  const { sql, organizationId, sink } = world
  startSenders(world.api, { smtpUrl: sink.url })
  const before = await world.begin()
  await world.finished(before)
  await sql`
    insert into message_responses (organization_id, campaign_id, subscriber_id, opens, first_opened_at)
    select ${organizationId}, ${before}, id, 1, now() from subscribers where id % 2 = 0`
  const unread = { type: 'activity', activity: 'opened', operator: 'did_not', last_campaigns: 1 }
  const rule = await aRule(sql, organizationId, { clauses: [unread] })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  await world.finished(id)
  expect(await world.statsOf(id)).toMatchObject({ recipients_sent: 10, skip_ssr_request: 10 })
})

test('nobody has more than the limit of messages, by address over all lists, also of two campaigns at once', async () => {
  const world = await aCampaignWorld(150)
  const { sql, organizationId, sink } = world
  // The same people on a list with its own key, with capitals, one of them twice.
  const other = await aList(sql, organizationId, { name: 'Other' })
  const [field] = await sql<[{ id: number }]>`
    insert into custom_fields (organization_id, mailing_list_id, name, field_type)
    values (${organizationId}, ${other}, 'Number', 'text') returning id`
  await sql`update mailing_lists set primary_key_custom_field_id = ${field.id} where id = ${other}`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email)
    select ${organizationId}, ${other}, 'number ' || n, 'Person' || least(n, 150) || '@Example.com'
    from generate_series(1, 151) n`
  const rule = await aRule(sql, organizationId, { messages_max: 1, messages_days: 7 })
  const first = await world.begin({}, { special_sending_rule_id: rule })
  const second = await world.begin({}, { special_sending_rule_id: rule })
  const third = await world.begin({}, { special_sending_rule_id: rule })
  const [segment] = await sql<[{ id: number }]>`
    insert into segments (organization_id, mailing_list_id, clauses) values (${organizationId}, ${other}, '[]')
    returning id`
  await sql`
    update campaigns set mailing_list_id = ${other}, segmentation_criteria_id = ${segment.id} where id = ${third}`
  startSenders(world.api, { smtpUrl: sink.url, lanes: 4, pace: { batchMax: 7 } })
  for (const id of [first, second, third]) await world.finished(id)
  const addressed = sink.messages.map(({ to }) => to.toLowerCase())
  expect(addressed.toSorted()).toEqual(
    Array.from({ length: 150 }, (_, index) => `person${index + 1}@example.com`).toSorted(),
  )
  const stats = await Promise.all([first, second, third].map((id) => world.statsOf(id)))
  const sum = (name: string) => stats.reduce((all, row) => all + (row[name] ?? 0), 0)
  expect([sum('recipients_sent'), sum('skip_ssr_request'), sum('skip_ssr_failure')]).toEqual([150, 301, 0])

  // Messages of a week ago do not count; those that bounced or were skipped never do.
  await sql`update deliveries set sent_at = now() - interval '8 days' where state = 'accepted'`
  const again = await world.begin({}, { special_sending_rule_id: rule })
  await world.finished(again)
  expect(await world.statsOf(again)).toMatchObject({ recipients_sent: 150, recipients_skip: 0 })
})

test('outside of the hours of their time zone people wait, others go on, and the campaign ends with the last', async () => {
  const world = await aCampaignWorld(90)
  const { sql, organizationId, listId, sink } = world
  const [field] = await sql<[{ id: number }]>`
    insert into custom_fields (organization_id, mailing_list_id, name, field_type)
    values (${organizationId}, ${listId}, 'Zone', 'text') returning id`
  // It is night for the organization and for some, day for those on the other side of the world.
  const away = otherSide()
  await sql`
    update subscribers set custom_fields = ('{"' || ${field.id}::integer || '":"' || case
      when id % 3 = 0 then ${away} when id % 3 = 1 then 'Etc/UTC' else 'nowhere' end || '"}')::jsonb`
  const rule = await aRule(sql, organizationId, { ...later, time_zone_field: 'zone' })
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  await until(
    async () => (await world.stateOf(id)).waiting_for === 'the time at which its recipients are due',
  )
  expect(sink.messages).toHaveLength(30)
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: 90,
    recipients_sent: 30,
    recipients_skip: 0,
  })
  expect(await sql`select 1 from waiting_recipients where due_at > now() and due_at < now() + interval '13 hours'`).toHaveLength(60) // oxfmt-ignore

  // Their time comes. One has left, and one is skipped by the rule as it is then.
  const [left] = await sql<[{ id: number }]>`
    update subscribers set status = 'unsubscribed'
    where id = (select min(subscriber_id) from waiting_recipients) returning id`
  await letJoinLongAgo(sql, `id = (select max(subscriber_id) from waiting_recipients)`)
  await sql`
    update special_sending_rules set send_from = null, send_until = null, clauses = ${sql.json(joinedLongAgo)}`
  await sql`update waiting_recipients set due_at = now()`
  await sql`update jobs set next_attempt_at = now()`
  await sql`select pg_notify('sending', '')`
  await world.finished(id)
  expect(sink.messages).toHaveLength(88)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(88)
  expect((await fates(sql, id)).filter(({ state }) => state === null)).toHaveLength(1)
  expect(await sql`select 1 from deliveries where subscriber_id = ${left.id}`).toHaveLength(0)
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: 89,
    recipients_sent: 88,
    skip_ssr_request: 1,
  })
  expect(await sql`select 1 from waiting_recipients`).toHaveLength(0)
})

type World = Awaited<ReturnType<typeof aCampaignWorld>>

async function aSuppressionList({ sql, organizationId }: World) {
  const [list] = await sql<[{ id: number }]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'S') returning id`
  return {
    clause: { type: 'not_in_suppression_list', suppression_list: { id: list.id } },
    remove: () => sql`delete from suppression_lists where id = ${list.id}`,
  }
}

async function aTown({ sql, organizationId, listId }: World) {
  const id = await aField(sql, organizationId, listId, { name: 'Town' })
  return {
    clause: { type: 'custom_field', custom_field: { id }, operator: 'is_blank' },
    remove: () => sql`update custom_fields set deleted_at = now() where id = ${id}`,
  }
}

test.each([
  ['a suppression list', aSuppressionList],
  ['a field', aTown],
] as const)('whom a rule that names %s which is gone is for gets no message, and counts', async (_, make) => {
  const world = await aCampaignWorld(60)
  const { sql, organizationId, listId, sink } = world
  const { clause, remove } = await make(world)
  const rule = await aRule(sql, organizationId, {
    name: 'Never',
    mailing_list_id: listId,
    clauses: [clause],
    skip_when: 'not_matching',
  })
  await remove()
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  await world.finished(id)
  expect(sink.messages).toHaveLength(0)
  expect(await world.statsOf(id)).toMatchObject({
    recipients_skip: 60,
    skip_ssr_failure: 60,
    skip_ssr_request: 0,
  })
  const [one] = await fates(sql, id)
  expect(one?.diagnostic).toBe('the special sending rule “Never” names something that no longer exists')
})

test('the hours of a rule hold by the clocks of the organization when its field of time zones is gone', async () => {
  const world = await aCampaignWorld(20)
  const { sql, organizationId, listId, sink } = world
  const field = await aField(sql, organizationId, listId, { name: 'Zone' })
  // By the field it is day for everybody, by the clocks of the organization it is night.
  await sql`update subscribers set custom_fields = ${sql.json({ [field]: otherSide() })}`
  const rule = await aRule(sql, organizationId, { ...later, time_zone_field: 'zone' })
  await sql`update custom_fields set deleted_at = now() where id = ${field}`
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  await until(
    async () => (await world.stateOf(id)).waiting_for === 'the time at which its recipients are due',
  )
  expect(sink.messages).toHaveLength(0)
  expect(await sql`select 1 from waiting_recipients where due_at > now()`).toHaveLength(20)
})

test('with fewer credits than people, those who are skipped cost nothing and all credits are spent', async () => {
  const world = await aCampaignWorld(100)
  const { sql, organizationId, sink } = world
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, 33)`
  await letJoinLongAgo(sql, 'id % 2 = 0')
  const rule = await aRule(sql, organizationId, { clauses: joinedLongAgo })
  startSenders(world.api, { smtpUrl: sink.url, pace: { batchMax: 20 } })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  await until(async () => (await world.stateOf(id)).waiting_for === 'sending credits')
  expect(sink.messages).toHaveLength(33)
  await sql`update credit_balances set available = 100`
  await sql`update jobs set next_attempt_at = now()`
  await sql`select pg_notify('sending', '')`
  await world.finished(id)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(50)
  expect(sink.messages).toHaveLength(50)
  expect(await world.statsOf(id)).toMatchObject({ recipients_sent: 50, skip_ssr_request: 50 })
})

test('people who waited and exceed the credits when they are due are not lost', async () => {
  const world = await aCampaignWorld(20)
  const { sql, organizationId, sink } = world
  const rule = await aRule(sql, organizationId, later)
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  await until(async () => (await world.stateOf(id)).waiting_for !== '')
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, 7)`
  await sql`update special_sending_rules set send_from = null, send_until = null`
  const goOn = async () => {
    await sql`update waiting_recipients set due_at = now()`
    await sql`update jobs set next_attempt_at = now()`
    await sql`select pg_notify('sending', '')`
  }
  await goOn()
  await until(async () => (await world.stateOf(id)).waiting_for === 'sending credits')
  expect(sink.messages).toHaveLength(7)
  await sql`update credit_balances set available = 100`
  await goOn()
  await world.finished(id)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(20)
  expect(sink.messages).toHaveLength(20)
})

test('retries wait for the hours, and a limit does not count them again', async () => {
  const world = await aCampaignWorld(4, {
    decide: (stage) => (stage === 'rcpt' ? { code: 451, text: '4.3.0 later' } : null),
  })
  const { sql, organizationId, sink } = world
  const rule = await aRule(sql, organizationId, { messages_max: 1, messages_days: 1 })
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  await until(async () => (await world.stateOf(id)).waiting_for === 'messages to be tried again')
  sink.decide(() => null)
  await sql`update special_sending_rules set send_from = ${later.send_from}, send_until = ${later.send_until}`
  const retryNow = async () => {
    await sql`update deliveries set next_attempt_at = now() where state = 'deferred'`
    await sql`update jobs set next_attempt_at = now()`
    await sql`select pg_notify('sending', '')`
  }
  await retryNow()
  await until(
    async () =>
      (await sql`select 1 from deliveries where next_attempt_at > now() + interval '2 hours'`).length === 4,
  )
  await until(async () => (await sql`select 1 from jobs where leased_until is null`).length === 1)
  expect(sink.messages).toHaveLength(0)
  await sql`update special_sending_rules set send_from = null, send_until = null`
  await retryNow()
  await world.finished(id)
  expect(sink.messages).toHaveLength(4)
})

test('what a paused campaign has waiting leaves when it is resumed, and of a cancelled one never', async () => {
  const world = await aCampaignWorld(10)
  const { sql, organizationId, sink, api } = world
  const rule = await aRule(sql, organizationId, later)
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin({}, { special_sending_rule_id: rule })
  const other = await world.begin({}, { special_sending_rule_id: rule })
  for (const one of [id, other]) await until(async () => (await world.stateOf(one)).waiting_for !== '')
  await api.call('POST', `campaigns/${id}/pause`)
  await api.call('POST', `campaigns/${other}/cancel`)
  await sql`update special_sending_rules set send_from = null, send_until = null`
  await sql`update waiting_recipients set due_at = now()`
  await sql`update jobs set next_attempt_at = now() where finished_at is null`
  await sql`select pg_notify('sending', '')`
  await people(sql, organizationId, world.listId, 1, { domain: 'later.example.com' })
  expect((await api.call('POST', `campaigns/${id}/resume`)).status).toBe(200)
  await world.finished(id)
  expect(sink.messages).toHaveLength(10)
  expect(await world.stateOf(other)).toMatchObject({ state: 'cancelled' })
  expect(await sql`select distinct campaign_id from waiting_recipients`).toEqual([{ campaign_id: other }])
})

test('messages of an autoresponder are skipped or wait by its rule, and count for no limit', async () => {
  const reactor = await aReactor()
  const { sql, organizationId, received, work } = reactor
  const listId = await reactor.list()
  const rule = await aRule(sql, organizationId, { clauses: joinedLongAgo, messages_max: 1, messages_days: 1 })
  const id = await reactor.autoresponder(listId, { special_sending_rule_id: rule })
  const people = await someSubscribers(reactor, listId, ['a', 'b', 'c'])
  await letJoinLongAgo(sql, `key = 'b@example.com'`)
  await owe(reactor, id, people)
  await work()
  expect(await received()).toEqual(['Hello to a@example.com', 'Hello to c@example.com'])
  const [slice] = await sql`select sent_text, skips_request, skips_error from stat_slices`
  expect(slice).toEqual({ sent_text: 2, skips_request: 1, skips_error: 0 })
  expect(await sql`select subscriber_id from deliveries where state = 'skipped'`).toEqual([
    { subscriber_id: people[1] },
  ])

  await sql`
    update special_sending_rules set clauses = null, send_from = ${later.send_from}, send_until = ${later.send_until}`
  await owe(reactor, id, people)
  await work()
  expect(await received()).toEqual([])
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*) from autoresponder_reactions where next_attempt_at > now() + interval '2 hours'`
  expect(count).toBe(3)
  await sql`update special_sending_rules set send_from = null, send_until = null`
  await sql`update autoresponder_reactions set next_attempt_at = now()`
  await work()
  expect(await received()).toHaveLength(3)
})

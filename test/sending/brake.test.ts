import { expect, test } from 'vitest'
import { defaultPace } from '../../src/sending/environment.ts'
import {
  changeBrakeLimits,
  countForBrake,
  findSendingBrake,
  releaseBrake,
} from '../../src/store/accounting/sending-brake.ts'
import { until } from '../harness/core/until.ts'
import { aReactor, owe, someSubscribers } from '../harness/sending/reactions.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'

const lanes = 4
const waiting = 'the release of the sending brake: '

test('concurrent senders stop together at too many dead addresses, and continue after the release', async () => {
  const world = await aCampaignWorld(300, {
    // Two of five addresses do not exist.
    decide: (stage, { to }) =>
      stage === 'rcpt' && /[05]@/.test(to) ? { code: 550, text: '5.1.1 User unknown' } : null,
  })
  const { sql, organizationId } = world
  await sql`insert into users (organization_id, full_name, email, email_key, role, active)
    values (${organizationId}, 'Ada', 'ada@example.com', 'ada@example.com', 'organization_admin', true)`
  const database = world.api.sql.within(organizationId)
  const set = { bounce_limit: 10, messages_min: 100 }
  await database.begin((tx) => changeBrakeLimits(tx, organizationId, set))
  const ids = await Promise.all(Array.from({ length: lanes }, () => world.begin()))
  startSenders(world.api, { smtpUrl: world.sink.url, lanes, pace: { batchMax: 20 } })
  const allWait = async () => {
    const [row] = await sql`
      select count(*) as others from jobs where state <> 'finished' and waiting_for not like ${`${waiting}%`}`
    return row?.['others'] === 0 && (await sql`select 1 from sending_batches`).length === 0
  }
  await until(allWait)
  const [counted] = await sql`
    select count(*) as messages, count(*) filter (where state = 'bounced') as hard_bounces
    from deliveries where state in ('accepted', 'bounced')`
  const brake = await findSendingBrake(database, organizationId)
  expect(brake).toMatchObject({ ...counted, complaints: 0, braked_at: expect.any(Date) })
  // Only the messages in progress when the brake was pulled have left.
  const [, at = '0'] = / of the last (\d+) messages bounced hard/.exec(brake.reason) ?? []
  expect(Number(at)).toBeGreaterThanOrEqual(100)
  expect(brake.messages - Number(at)).toBeLessThanOrEqual(lanes * 20 * defaultPace.batchesAtOnce)
  expect(await sql`select to_email, subject from system_mails`).toEqual([
    { to_email: 'ada@example.com', subject: 'Sending is paused' },
  ])
  expect(await sql`select kind from audit_events where kind like 'sending_brake.%'`).toEqual([
    { kind: 'sending_brake.pulled' },
  ])
  await database.begin((tx) => changeBrakeLimits(tx, organizationId, { bounce_limit: 0 }))
  expect(await allWait(), 'other limits release nothing').toBe(true)
  await database.begin((tx) => releaseBrake(tx, organizationId))
  for (const id of ids) await world.finished(id)
})

test('a batch is counted as a whole, not its bounces before its messages', async () => {
  const world = await aCampaignWorld(120, {
    decide: (stage, { to }) =>
      stage === 'rcpt' && /^person1?\d@/.test(to) ? { code: 550, text: '5.1.1 gone' } : null,
  })
  const { sql, organizationId } = world
  const database = world.api.sql.within(organizationId)
  // 1 of 100 so far; 19 of the next 50 bounce: 20 of 150, but 20 of 100 while the bounces alone are counted.
  await database.begin(async (tx) => {
    await changeBrakeLimits(tx, organizationId, { bounce_limit: 15, messages_min: 100 })
    await countForBrake(tx, organizationId, {
      messages: 100,
      hardBounces: 1,
      complaints: 0,
      isPartial: false,
    })
  })
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 50, batchesAtOnce: 1 } })
  await world.finished(await world.begin())
  expect(await findSendingBrake(database, organizationId)).toMatchObject({
    messages: 220,
    hard_bounces: 20,
    braked_at: null,
  })
  expect(await sql`select 1 from system_mails`).toEqual([])
})

test('autoresponders of an organization with the brake on wait, with a reason', async () => {
  const reactor = await aReactor()
  const { sql, organizationId } = reactor
  const listId = await reactor.list()
  const id = await reactor.autoresponder(listId)
  await owe(reactor, id, await someSubscribers(reactor, listId, ['ann', 'ben', 'cem']))
  await sql`insert into sending_brakes (organization_id, braked_at, reason)
    values (${organizationId}, now(), '3 % of the last 500 messages were called spam')`
  await reactor.work()
  expect(await reactor.received()).toEqual([])
  expect(await sql`select waiting_for from reaction_turns`).toEqual([
    { waiting_for: `${waiting}3 % of the last 500 messages were called spam` },
  ])
  await sql.within(organizationId).begin((tx) => releaseBrake(tx, organizationId))
  await reactor.work()
  expect(await reactor.received()).toHaveLength(3)
})

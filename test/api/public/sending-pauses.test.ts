import { expect, test } from 'vitest'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { endPause, writePause } from '../../../src/store/subscribers/pauses.ts'
import { endReactions } from '../../../src/store/erasure/traces.ts'
import { endedPauses } from '../../../src/upkeep/purges/ended-pauses.ts'
import { until } from '../../harness/core/until.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'
import { aStartedReactor } from '../../harness/sending/reactions.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'

const tomorrow = () => new Date(Date.now() + 86_400_000)

/** By the local part of their addresses. */
async function pause(sql: Sql, names: readonly string[], end: string) {
  await sql`
    insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_until)
    select organization_id, mailing_list_id, id, now() + ${end}::text::interval from subscribers
    where key = any(${names.map((name) => `${name}@example.com`)}::text[])`
}

test('a campaign reaches nobody who pauses, and counts them as no recipients; whose pause is over is reached', async () => {
  const world = await aCampaignWorld(6)
  await pause(world.sql, ['person2', 'person3'], '1 hour')
  await pause(world.sql, ['person4'], '-1 second')
  startSenders(world.api, { smtpUrl: world.sink.url })
  const id = await world.begin()
  await world.finished(id)
  expect(world.sink.messages.map(({ to }) => to.slice(0, to.indexOf('@'))).toSorted()).toEqual([
    'person1',
    'person4',
    'person5',
    'person6',
  ])
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: 4,
    recipients_sent: 4,
    recipients_skip: 0,
  })
})

test('a message that waits for its retry is not sent to somebody who pauses meanwhile', async () => {
  const world = await aCampaignWorld(3, {
    decide: (stage) => (stage === 'rcpt' ? { code: 451, text: '4.2.1 come back' } : null),
  })
  startSenders(world.api, { smtpUrl: world.sink.url })
  const id = await world.begin()
  await until(async () => (await world.stateOf(id)).waiting_for === 'messages to be tried again')
  await pause(world.sql, ['person2'], '1 hour')
  world.sink.decide(() => null)
  await world.sql`update deliveries set next_attempt_at = now()`
  await world.sql`update jobs set next_attempt_at = null`
  await world.sql`select pg_notify('sending', '')`
  await world.finished(id)
  expect(world.sink.messages.map(({ to }) => to).toSorted()).toEqual([
    'person1@example.com',
    'person3@example.com',
  ])
  expect(await world.statsOf(id)).toMatchObject({ recipients_sent: 2, recipients_skip: 1, sent_in_queue: 0 })
})

test('messages of autoresponders wait for the end of the pause, and leave at once when it is ended', async () => {
  const { sql, organizationId, listId, people, work, received } = await aStartedReactor()
  const place = { organizationId, listId }
  const [a = 0, b = 0] = people
  const end = tomorrow()
  for (const id of [a, b]) await sql.begin((sql) => writePause(sql, place, { id, until: end, ip: null }))
  await work()
  expect(await received()).toEqual(['Hello to c@example.com'])
  const [waiting] = await sql`
    select count(*) as waiting, bool_and(next_attempt_at = ${end} and holder is null) as until_then
    from autoresponder_reactions where not handed_over`
  expect(waiting).toEqual({ waiting: 2, until_then: true })
  expect(await sql.begin((sql) => endPause(sql, place, a))).toBe(true)
  expect(await sql.begin((sql) => endPause(sql, place, a))).toBe(false)
  await work()
  expect(await received()).toEqual(['Hello to a@example.com'])
  // As if the day had passed.
  await sql`update subscriber_pauses set paused_until = now()`
  await sql`update autoresponder_reactions set next_attempt_at = now()`
  await work()
  expect(await received()).toEqual(['Hello to b@example.com'])
})

test('pauses that are over are deleted by upkeep, and those of deleted people with them', async () => {
  const world = await aCampaignWorld(3)
  await pause(world.sql, ['person1'], '-2 days')
  await pause(world.sql, ['person2', 'person3'], '2 days')
  const { signal } = new AbortController()
  await endedPauses.run(upkeepEnvironment(world.sql), signal)
  expect(await world.sql`select 1 from subscriber_pauses`).toHaveLength(2)
  const [{ id } = { id: 0 }] = await world.sql<
    { id: number }[]
  >`select id from subscribers where key like 'person2%'`
  await world.sql.begin((sql) => endReactions(sql, world.organizationId, world.listId, [id]))
  expect(await world.sql`select 1 from subscriber_pauses`).toHaveLength(1)
})

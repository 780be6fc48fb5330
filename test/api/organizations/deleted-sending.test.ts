import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { reactionLoop } from '../../../src/sending/reactions.ts'
import { markOrganizationDeleted } from '../../../src/store/organizations/delete.ts'
import { runLoops } from '../../harness/postgres/due.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { createMailTimes } from '../../harness/sending/mail-times.ts'
import { owe } from '../../harness/sending/reactions.ts'
import { anAutoresponder } from '../../harness/core/records.ts'
import { sendingEnvironment, startSenders, type SenderOptions } from '../../harness/sending/sender.ts'
import { until } from '../../harness/core/until.ts'

/** A mail server so slow that a batch takes many seconds. */
const slowMs = 700
const graceMs = 2000

type World = Awaited<ReturnType<typeof aCampaignWorld>>

function startReactions(world: World, options: SenderOptions): void {
  const env = sendingEnvironment(world.api, options)
  const stopped = new AbortController()
  const loops = runLoops(reactionLoop(env), { ...env, stop: stopped.signal })
  onTestFinished(async () => {
    stopped.abort(new Error('the test is over'))
    await Promise.all(loops)
    await env.end()
  })
}

async function oweAll(world: World): Promise<number> {
  const { sql, organizationId, listId } = world
  await sql`update mailing_lists set d_from_email = 'news@example.com' where id = ${listId}`
  const id = await anAutoresponder(sql, organizationId, listId, {
    content_subject: 'Hello',
    content_format: 'text',
    content_text: 'Hello there.',
  })
  const people = await sql<{ id: number }[]>`select id from subscribers order by id limit 200`
  const ids = people.map((person) => person.id)
  await owe(world, id, ids)
  return id
}

test('no message is handed over later than two seconds after its organization is deleted', async () => {
  const mails = createMailTimes()
  const world = await aCampaignWorld(1000, { slowMs, decide: mails.decide })
  const { sql, organizationId } = world
  await oweAll(world)
  const pace = { heartbeatSeconds: 1 }
  startReactions(world, { smtpUrl: world.sink.url, pace })
  startSenders(world.api, { smtpUrl: world.sink.url, lanes: 2, pace })
  const ids = [await world.begin(), await world.begin()]
  await until(() => mails.count() > 60)

  await sql.begin((inside) => markOrganizationDeleted(inside, organizationId))
  const endsMs = performance.now() + graceMs
  await until(async () => (await sql`select 1 from sending_batches`).length === 0)
  await until(async () => (await sql`select 1 from autoresponder_reactions where handed_over`).length === 0)
  await pause(graceMs)
  expect(mails.count()).toBeLessThan(500)
  expect(mails.after(endsMs)).toBe(0)
  for (const id of ids) expect((await world.stateOf(id)).state).toBe('cancelled')
})

test('no message is handed over later than two seconds after its autoresponder is paused', async () => {
  const mails = createMailTimes()
  const world = await aCampaignWorld(200, { slowMs, decide: mails.decide })
  const id = await oweAll(world)
  startReactions(world, { smtpUrl: world.sink.url, pace: { heartbeatSeconds: 1 } })
  await until(() => mails.count() > 10)
  await world.sql`update autoresponders set paused = true where id = ${id}`
  const endsMs = performance.now() + graceMs
  const owed = () => world.sql`select 1 from autoresponder_reactions where handed_over`
  await until(async () => (await owed()).length === 0)
  expect(mails.after(endsMs)).toBe(0)
  expect(mails.count()).toBeLessThan(100)

  await world.sql`update autoresponders set paused = false where id = ${id}`
  await until(async () => mails.count() === 200)
  await until(async () => (await world.sql`select 1 from autoresponder_reactions`).length === 0)
  expect(new Set(world.sink.messages.map(({ to }) => to)).size).toBe(200)
})

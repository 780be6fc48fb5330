import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { campaignLoop } from '../../src/sending/campaigns/loop.ts'
import { reactionLoop } from '../../src/sending/reactions.ts'
import { runLoops } from '../harness/postgres/due.ts'
import type { DueLoop } from '../../src/work/loops/run.ts'
import { createBell } from '../../src/work/loops/bell.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'
import { aStartedCampaign } from '../harness/sending/campaigns.ts'
import { owe } from '../harness/sending/reactions.ts'
import { aList, anAutoresponder } from '../harness/core/records.ts'
import { sendingEnvironment } from '../harness/sending/sender.ts'

const seconds = 6
const lanes = 3

type World = Awaited<ReturnType<typeof aCampaignWorld>>

/** Campaigns and reactions that wait for every possible reason. */
async function everythingThatWaits({ sql, organizationId, listId, api }: World): Promise<void> {
  const [soon, past] = [new Date(Date.now() + 3_600_000), new Date(Date.now() - 3_600_000)]
  const begun = { state: 'sending', finished_at: null, begins_at: past, started_at: past }
  const waiting = { ...begun, next_attempt_at: soon }
  const campaign = (attributes: object, list = listId, of = organizationId) =>
    aStartedCampaign(sql, of, list, attributes)
  for (const reason of ['a mail server', 'sending credits', 'the speed limit', 'the choice of the winner'])
    await campaign({ ...waiting, waiting_for: reason })
  await campaign({ ...begun, leased_until: soon, worker: 'another' })
  await campaign({ ...begun, paused: true })
  await campaign({ state: 'scheduled', begins_at: soon, started_at: null, finished_at: null })
  await campaign({ state: 'scheduled', paused: true, begins_at: past, started_at: null, finished_at: null })
  await campaign({ next_attempt_at: soon })
  await campaign({})
  await campaign(begun, await aList(sql, organizationId, { deleted_at: past }))
  await campaign(begun, await aList(sql, api.b.organizationId), api.b.organizationId)
  await sql`update organizations set active = false where id = ${api.b.organizationId}`
  const people = await sql<{ id: number }[]>`select id from subscribers`
  const ids = people.map(({ id }) => id)
  await owe(
    { sql, organizationId },
    await anAutoresponder(sql, organizationId, listId, { paused: true }),
    ids,
  )
  await owe(
    { sql, organizationId },
    await anAutoresponder(sql, organizationId, listId, { name: 'Later' }),
    ids,
  )
  await sql`
    update autoresponder_reactions set due_at = ${soon}
    where autoresponder_id in (select id from autoresponders where not paused)`
}

test('an idle sender looks for work once, whatever waits, until something is due', async () => {
  const world = await aCampaignWorld(3)
  await everythingThatWaits(world)
  const env = sendingEnvironment(world.api, { smtpUrl: world.sink.url })
  const [bell, stopped] = [createBell(), new AbortController()]
  let looks = 0
  const counted = <Piece>(loop: DueLoop<Piece>): DueLoop<Piece> => ({
    ...loop,
    take: () => {
      looks += 1
      return loop.take()
    },
  })
  const listening = await env.database.listen('sending', () => bell.ring())
  const place = { ...env, stop: stopped.signal }
  const loops = [
    ...runLoops(counted(campaignLoop(env)), place, { bell, lanes }),
    ...runLoops(counted(reactionLoop(env)), place, { bell }),
  ]
  onTestFinished(async () => {
    stopped.abort(new Error('the test is over'))
    await Promise.all(loops)
    await listening.stop()
    await env.end()
  })
  // The test is that nothing happens.
  await pause(seconds * 1000)
  // At the start; since then the pollers have said that nothing is due.
  expect(looks).toBe(lanes + 1)
  expect(world.sink.counts.connections).toBe(0)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkIdentity, confirmCopy } from '../../src/server/restored-copy.ts'
import { campaignLoop } from '../../src/sending/campaigns/loop.ts'
import { watchForCopies } from '../../src/store/server/restored-copy.ts'
import { holdable } from '../../src/work/loops/holdable.ts'
import { runLoops } from '../harness/postgres/due.ts'
import { createBell } from '../../src/work/loops/bell.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'
import { sendingEnvironment } from '../harness/sending/sender.ts'

/** O4: a restored copy sends nothing. */

async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quiver-copy-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}

test('a copy on another host sends nothing until an operator confirms it, and then only what is due now', async () => {
  const world = await aCampaignWorld(20)
  const { sql, api, sink } = world
  await checkIdentity(sql, await aDataDir(), 'original')
  const due = await world.begin()
  const late = await world.begin({}, { begins_at: new Date(Date.now() - 7_200_000).toISOString() })
  expect((await checkIdentity(sql, await aDataDir(), 'copy')).held).toBe(true)

  const env = sendingEnvironment(api, { smtpUrl: sink.url })
  const everywhere = env.database.everywhere()
  const bell = createBell()
  const stopped = new AbortController()
  // One query for work, and one for the time of the next.
  let looks = 0
  let hasLooked = () => {}
  const looked = new Promise<void>((resolve) => (hasLooked = resolve))
  const isCopy = watchForCopies('copy')
  const held = async () => {
    looks += 1
    if (looks === 2) hasLooked()
    return isCopy(everywhere)
  }
  const loop = holdable(campaignLoop(env), held)
  const running = runLoops(loop, { ...env, stop: stopped.signal, held }, { bell })
  const listening = await env.database.listen('sending', () => bell.ring())
  onTestFinished(async () => {
    stopped.abort()
    bell.ring()
    await Promise.all(running)
    await listening.stop()
    await env.end()
  })

  await looked
  expect(sink.counts.connections).toBe(0)
  expect(await confirmCopy(api.url)).toEqual({ confirmed: true, paused: 1 })
  await world.finished(due)
  expect(sink.messages).toHaveLength(20)
  expect(await world.stateOf(late)).toMatchObject({
    state: 'scheduled',
    paused: true,
    waiting_for: 'confirmation after a restore',
  })
  await world.call('POST', `campaigns/${late}/resume`)
  await sql`select pg_notify('sending', '')`
  await world.finished(late)
  expect(sink.messages).toHaveLength(40)
})

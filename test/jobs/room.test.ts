import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/database/driver/connection.ts'
import { until } from '../harness/core/until.ts'
import { anExportApi } from '../harness/exporting/stories.ts'
import { canMount, mountDisk } from '../harness/files/small-disk.ts'
import { someSteps } from '../harness/importing/steps.ts'
import { aBulkApi, changerOf, changeUntil, changeUntilEnded } from '../harness/records/changers.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'
import { aDueUndo } from '../harness/undo/crash-points.ts'
import { claimUndo, runUndo } from '../harness/undo/import-claims.ts'

// Imports and dry runs: test/importing/unpacking/room.test.ts.

/** A disk with a megabyte, until it grows. */
async function aFullDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-room-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  onTestFinished(mountDisk(folder, '1m'))
  return { folder, grow: () => execFileSync('mount', ['-o', 'remount,size=600m', folder]) }
}

/** What waits, and goes on at once. */
function waiting(sql: Database, kind: string) {
  const job = async () => {
    const [row] = await sql`
      select waiting_for, attempts, leased_until is null as is_free, next_attempt_at > now() as is_later,
        finished_at is null as is_open
      from jobs where kind = ${kind}`
    return row
  }
  return {
    job,
    isWaiting: async () => ((await job())?.['waiting_for'] ?? '') !== '',
    goOn: () => sql`update jobs set next_attempt_at = now() where finished_at is null`,
  }
}

const waits = (place: 'database' | 'server') => ({
  waiting_for: `room on the disk of the ${place}`,
  attempts: 0,
  is_free: true,
  is_later: true,
  is_open: true,
})

test.skipIf(!canMount)('a bulk change waits while the disk of the database is almost full, and goes on by itself', async () => {
  const { sql, url, create, people, listId, statusesOn } = await aBulkApi()
  const { folder, grow } = await aFullDisk()
  const { job, isWaiting, goOn } = waiting(sql, 'SubscriberBulkChange')
  await people(listId, [{ email: 'ann@example.com' }, { email: 'ben@example.com' }])
  const { status } = await create({ selection: { all: true }, action: 'set_status', status: 'unsubscribed' })
  expect(status).toBe(200)
  const settings = changerOf(url, { rowDisks: [folder] })
  await changeUntil(settings, isWaiting)
  expect(await job()).toEqual(waits('database'))
  expect(await statusesOn(listId)).toEqual(['ann@example.com active', 'ben@example.com active'])
  grow()
  await goOn()
  await changeUntilEnded(settings, sql)
  expect(await statusesOn(listId)).toEqual(['ann@example.com unsubscribed', 'ben@example.com unsubscribed'])
}) // oxfmt-ignore

test.skipIf(!canMount)(
  'an export does not begin on either disk without room, and fails for neither',
  async () => {
    const { sql, folder: files, create, show, work, workUntil } = await anExportApi()
    const { folder, grow } = await aFullDisk()
    const { job, isWaiting, goOn } = waiting(sql, 'SubscriberExport')
    const { id } = (await create()).body.data
    await workUntil(isWaiting, { spoolDir: folder })
    expect(await job()).toEqual(waits('server'))
    await sql`update jobs set waiting_for = ''`
    await goOn()
    await workUntil(isWaiting, { spoolDir: join(files, 'spool'), rowDisks: [folder] })
    expect(await job()).toEqual(waits('database'))
    grow()
    await goOn()
    await work({ rowDisks: [folder] })
    expect(await show(id)).toMatchObject({ state: 'finished' })
  },
)

test.skipIf(!canMount)('an undo waits between two pieces', async () => {
  const { sql, url, folder: files } = await aDueUndo(20, 20)
  const { folder, grow } = await aFullDisk()
  const { job, goOn } = waiting(sql, 'SubscriberImportUndo')
  const steps = someSteps(url, files, { rowDisks: [folder] })
  const run = async () => {
    const claim =
      (await claimUndo(sql, { name: 'host:1:0', presence: null })) ?? expect.fail('nothing is due')
    await runUndo(steps, claim, new AbortController().signal)
  }
  await run()
  expect(await job()).toEqual(waits('database'))
  grow()
  await goOn()
  await run()
  expect(await job()).toMatchObject({ is_open: false, waiting_for: '' })
})

test.skipIf(!canMount)('a campaign sends nothing more when there is hardly room for its results, and then the rest', async () => {
  const world = await aCampaignWorld(20)
  const { folder, grow } = await aFullDisk()
  const { job, isWaiting, goOn } = waiting(world.sql, 'Campaign')
  const id = await world.begin()
  startSenders(world.api, { smtpUrl: world.sink.url, rowDisks: [folder] })
  await until(isWaiting)
  expect(await job()).toEqual(waits('database'))
  expect(world.sink.messages).toHaveLength(0)
  grow()
  await goOn()
  await world.finished(id)
  expect(world.sink.messages).toHaveLength(20)
}) // oxfmt-ignore

import { claimImport, runImport, type Phase } from '../../harness/undo/import-claims.ts'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { createBell } from '../../../src/work/loops/bell.ts'
import { runLoop } from '../../../src/work/loops/run.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aScheduledImport, aWorkFolder, until } from '../../harness/importing/stories.ts'
import { areAllEnded } from '../../harness/importing/mixed.ts'
import { byDay } from '../../harness/night.ts'
import { aList } from '../../harness/core/records.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'
import { timed } from '../../../src/work/loops/poller.ts'

/** R6: one worker at a time works on an import. */

const races = byDay(60, 500)
const importsOfEach = byDay(8, 50)

const worker = { name: 'host:1:0', presence: null }

test.each(['prepare', 'apply'] as const)(
  `of 8 connections that race for one import that is due to %s, one wins, ${races} times over`,
  { timeout: 180_000 },
  async (phase) => {
    const { sql, url } = await aDatabase()
    const folder = await aWorkFolder()
    const organizationId = await insertOrganization(sql, 'A', 'UTC')
    const content = 'email\nanna@example.com\n'
    await aScheduledImport(sql, organizationId, await aList(sql, organizationId), folder, { content })
    if (phase === 'apply') await run(someSteps(url, folder), await claimed(sql, 'prepare'))
    const contenders = Array.from({ length: 8 }, (_, index) =>
      connect(url, { max: 1, applicationName: `contender ${index}` }),
    )
    onTestFinished(async () => void (await Promise.all(contenders.map((one) => one.end()))))
    const winners: number[] = []
    for (let race = 0; race < races; race += 1) {
      await sql`update jobs set leased_until = null`
      const claims = await Promise.all(
        contenders.map((one, index) => claimImport(one, phase, { name: `host:1:${index}`, presence: null })),
      )
      winners.push(claims.filter((claim) => claim !== null).length)
    }
    expect(new Set(winners)).toEqual(new Set([1]))
  },
)

test('an organization prepares two imports at a time, and does not delay the imports of others', async () => {
  const { sql } = await aDatabase()
  const folder = await aWorkFolder()
  for (const [name, imports] of Object.entries({ Big: 4, Small: 1 })) {
    const organizationId = await insertOrganization(sql, name, 'UTC')
    const listId = await aList(sql, organizationId)
    for (let index = 0; index < imports; index += 1) {
      await aScheduledImport(sql, organizationId, listId, folder, { content: null })
    }
  }
  const claims = [await claimed(sql, 'prepare'), await claimed(sql, 'prepare'), await claimed(sql, 'prepare')]
  expect(claims.map((claim) => claim.organization_id)).toEqual([1, 2, 1])
  expect(await claimImport(sql, 'prepare', worker)).toBeNull()
})

test('5,000 due imports do not slow claims down', async () => {
  const { sql } = await aDatabase()
  const folder = await aWorkFolder()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  await aScheduledImport(sql, organizationId, listId, folder, { content: null })
  await sql`
    insert into jobs
    select copy.* from jobs j, generate_series(2, 5000) number,
      jsonb_populate_record(j, jsonb_build_object('id', number)) copy`
  await sql`
    insert into subscriber_imports
    select copy.* from subscriber_imports i, generate_series(2, 5000) number,
      jsonb_populate_record(i, jsonb_build_object('id', number)) copy`
  const startedMs = performance.now()
  for (let claim = 0; claim < 20; claim += 1) await claimImport(sql, 'prepare', worker)
  expect(performance.now() - startedMs).toBeLessThan(10_000)
})

test(`8 workers run each of ${10 * importsOfEach} due imports once`, { timeout: 120_000 }, async () => {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  for (let owner = 0; owner < 10; owner += 1) {
    const organizationId = await insertOrganization(sql, `Organization ${owner}`, 'UTC')
    const listId = await aList(sql, organizationId)
    for (let index = 0; index < importsOfEach; index += 1) {
      const content = `email\nanna.${index}@example.com\nbob.${index}@example.com\nnobody\n`
      await aScheduledImport(sql, organizationId, listId, folder, { content })
    }
  }
  await workTogether(8, url, folder, () => areAllEnded(sql))
  const ends = await sql`
    select state, number_of_records, added, failed, epoch, count(*) from import_jobs
    group by state, number_of_records, added, failed, epoch`
  // Claimed twice: to be split, and to be applied.
  expect(ends).toEqual([
    { state: 'finished', number_of_records: 3, added: 2, failed: 1, epoch: 2, count: 10 * importsOfEach },
  ])
  const [subscribers] = await sql`select count(*) from subscribers`
  expect(subscribers).toEqual({ count: 20 * importsOfEach })
})

/** Workers that share few connections, because a test's server has few. */
async function workTogether(workers: number, url: string, folder: string, isDone: () => Promise<boolean>) {
  const steps = someSteps(url, folder)
  const loop = (phase: Phase, index: number, stop: AbortSignal) =>
    runLoop(
      {
        take: () => claimImport(steps.database, phase, { name: `host:1:${index}`, presence: null }),
        run: (claim, signal) => runImport(steps, claim, signal),
      },
      timed(createBell(), 0.05),
      steps.log,
      stop,
    )
  const running = Array.from({ length: workers }, (_, index) => {
    const stop = new AbortController()
    return { stop, loops: [loop('prepare', index, stop.signal), loop('apply', index, stop.signal)] }
  })
  try {
    await until(isDone, 110_000)
  } finally {
    for (const { stop } of running) stop.abort()
    await Promise.all(running.flatMap(({ loops }) => loops))
  }
}

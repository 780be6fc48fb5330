import { claimImport, runImport } from '../../harness/undo/import-claims.ts'
import { expect, test } from 'vitest'
import { attemptsMax } from '../../../src/database/lease.ts'
import { presenceClass } from '../../../src/store/server/worker-sessions.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aWorkFolder, settingsOf, until, workUntilEnded } from '../../harness/importing/stories.ts'
import { aMixedImport, expectMixed } from '../../harness/importing/mixed.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'
import { aUrlCase, aUrlImport, spooledFiles } from '../../harness/importing/url-imports.ts'
import { aWorkerProcess, heldBy } from '../../harness/importing/worker-processes.ts'

/** R5: another worker continues after a death. R10: a worker that is stopped releases its work cleanly. */

async function aCase(rows: number) {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const mixed = await aMixedImport(sql, folder, { rows })
  const look = async () => {
    const [row] = await sql`select state, attempts, leased_until, records_imported from import_jobs`
    return row ?? {}
  }
  return { sql, url, folder, mixed, look, settings: settingsOf(url, folder) }
}

test('the import of a killed worker continues before its lease would end', async () => {
  const { sql, mixed, look, settings } = await aCase(20_000)
  const only = aWorkerProcess(settings)
  await until(async () => (await heldBy(sql, only)).some((held) => held.records_imported > 0))
  await only.kill()
  const dead = await look()
  expect(dead).toMatchObject({ state: 'importing', leased_until: expect.any(Date) })
  const next = aWorkerProcess({ ...settings, index: 1 })
  await until(async () => (await look()).records_imported > dead.records_imported)
  const [clock] = await sql`select now()`
  expect(clock?.now.getTime()).toBeLessThan(dead.leased_until.getTime())
  await until(async () => (await look()).state === 'finished')
  await expectMixed(sql, mixed)
  expect(await next.stop()).toBe(0)
})

test('an import is held while its worker sends heartbeats, and no longer', async () => {
  const { sql } = await aCase(10)
  const life = await sql.listen('subscriber_imports', () => {}, { advisoryLock: [presenceClass, 77] })
  await claimImport(sql, 'prepare', { name: 'host:1:0', presence: 77 })
  const other = { name: 'host:2:1', presence: null }
  expect(await claimImport(sql, 'prepare', other)).toBeNull()
  await life.stop()
  // The server process of that connection ends a moment later; the lease would last for 30 seconds.
  await until(async () => (await claimImport(sql, 'prepare', other)) !== null, 10_000)
})

test('an import that is claimed before its worker is visible is not taken from it', async () => {
  const { sql } = await aCase(10)
  await claimImport(sql, 'prepare', { name: 'host:1:0', presence: 77 })
  expect(await claimImport(sql, 'prepare', { name: 'host:2:1', presence: 78 })).toBeNull()
})

test('an import without heartbeats continues when its lease has ended', async () => {
  const { sql, url, folder, mixed, settings } = await aCase(1_000)
  const steps = someSteps(url, folder)
  await run(steps, await claimed(sql, 'prepare'))
  await claimed(sql, 'apply')
  const [dead] = await sql`
    update jobs set leased_until = now() + interval '1 second' returning leased_until`
  await workUntilEnded(settings, sql)
  const [turn] = await sql`select served_at from job_turns`
  expect(turn?.served_at.getTime()).toBeGreaterThanOrEqual(dead?.leased_until.getTime())
  await expectMixed(sql, mixed)
})

test('a worker that is stopped ends at a checkpoint and releases its import', async () => {
  const { sql, mixed, look, settings } = await aCase(20_000)
  const worker = aWorkerProcess(settings)
  await until(async () => (await heldBy(sql, worker)).some((held) => held.records_imported > 0))
  const toldMs = performance.now()
  expect(await worker.stop()).toBe(0)
  expect(performance.now() - toldMs).toBeLessThan(10_000)
  expect(worker.log()).not.toContain('"level":50')
  const given = await look()
  expect(given).toMatchObject({ state: 'importing', attempts: 0, leased_until: null })
  const [done] = await sql`select sum(records)::integer as records from import_ranges where done`
  expect(given.records_imported).toBe(done?.records)
  await workUntilEnded(settings, sql)
  await expectMixed(sql, mixed)
})

test('stops do not count as failures, however many there are', async () => {
  const { sql, url, folder, mixed, look } = await aCase(1_000)
  const steps = someSteps(url, folder)
  const stopped = AbortSignal.abort(new Error('the worker was told to stop'))
  for (const phase of ['prepare', 'apply'] as const) {
    for (let stop = 0; stop < attemptsMax + 2; stop += 1) {
      await runImport(steps, await claimed(sql, phase), stopped)
      expect(await look()).toMatchObject({ attempts: 0, leased_until: null, records_imported: 0 })
    }
    await run(steps, await claimed(sql, phase))
  }
  await expectMixed(sql, mixed)
})

test('a stopped download does not count as a failed attempt, and leaves no file', async () => {
  const { sql, folder, source, url } = await aUrlCase()
  const steps = someSteps(url, folder)
  await aUrlImport(sql, folder, source.url('/stall'))
  for (let stops = 1; stops <= attemptsMax + 2; stops += 1) {
    const stop = new AbortController()
    const running = runImport(steps, await claimed(sql, 'prepare'), stop.signal)
    await until(async () => source.requests.length === stops)
    stop.abort(new Error('the worker was told to stop'))
    await running
    await source.quiet()
    expect(await sql`select state, attempts, leased_until, download_failures from import_jobs`).toEqual([
      { state: 'downloading', attempts: 0, leased_until: null, download_failures: 0 },
    ])
    expect(await spooledFiles(folder)).toEqual([])
  }
})

import { type ClaimedJob, releaseJob, renewLease } from '../../../src/store/jobs/lease.ts'
import { expect, test } from 'vitest'
import type { Plan } from '../../../src/contract/imports/plan.ts'
import { compileRowReader } from '../../../src/contract/imports/row-reader.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { LeaseLost } from '../../../src/database/lease.ts'
import { formatOf } from '../../../src/files/csv/format.ts'
import { applyRange } from '../../../src/importing/apply.ts'
import { createLookUps } from '../../../src/importing/keys/look-ups.ts'
import { createRangeParser } from '../../../src/importing/rows/range.ts'
import { openSource } from '../../../src/importing/source/open.ts'
import { RangeDone, takeRanges } from '../../../src/store/imports/ranges.ts'
import { startUrlSource } from '../../harness/fakes/url-source.ts'
import { expireLeases } from '../../harness/core/clock.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aWorkFolder, until } from '../../harness/importing/stories.ts'
import { aMixedImport, expectMixed } from '../../harness/importing/mixed.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'
import { aUrlImport, spooledFiles } from '../../harness/importing/url-imports.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'

/** R4: a worker whose lease was taken over changes nothing more, at any step. */

async function aMixedCase() {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const steps = someSteps(url, folder)
  const mixed = await aMixedImport(sql, folder, { rows: 1_000 })
  return { sql, url, steps, mixed }
}

async function everything(sql: Database) {
  return {
    subscribers: await sql`select *, xmin::text from subscribers order by key`,
    counts: await sql`select * from subscriber_counts`,
    ranges: await sql`select *, xmin::text from import_ranges order by number`,
    logs: await sql`select * from import_logs order by range_number, classification`,
    imports: await sql`select * from import_jobs`,
  }
}

/** Whether a statement waits for a lock. */
async function isSomebodyBlocked(sql: Database): Promise<boolean> {
  return (await countWaiting(sql, 'steps')) > 0
}

/** While `table` is locked, a worker blocks on it with its claim, and another worker takes the import over. */
async function overtakenAt(
  { sql, steps }: Awaited<ReturnType<typeof aMixedCase>>,
  table: string,
  claim: ClaimedJob,
  phase: 'prepare' | 'apply',
) {
  let running: Promise<void> | undefined
  const second = await sql.begin(async (locked) => {
    await locked`lock table ${locked(table)} in share row exclusive mode`
    running = run(steps, claim)
    await until(() => isSomebodyBlocked(sql))
    await expireLeases(sql)
    return claimed(sql, phase, 'host:2:1')
  })
  const before = await everything(sql)
  await running
  return { second, before }
}

test.each(['subscriber_counts', 'import_ranges', 'subscribers'])(
  'a worker that lost its lease while it waited for %s in its transaction leaves no trace of the range',
  async (table) => {
    const its = await aMixedCase()
    const { sql, steps, mixed } = its
    await run(steps, await claimed(sql, 'prepare'))
    const { second, before } = await overtakenAt(its, table, await claimed(sql, 'apply'), 'apply')
    expect(await everything(sql)).toEqual(before)
    expect(steps.logged()).toContain('lease lost')
    await run(steps, second)
    await expectMixed(sql, mixed)
  },
)

test('a worker that lost its lease after splitting the file leaves no ranges', async () => {
  const its = await aMixedCase()
  const { sql, steps, mixed } = its
  const { second, before } = await overtakenAt(its, 'import_ranges', await claimed(sql, 'prepare'), 'prepare')
  expect(second.state).toBe('splitting')
  expect(await everything(sql)).toEqual(before)
  expect(steps.logged()).toContain('lease lost')
  await run(steps, second)
  await run(steps, await claimed(sql, 'apply'))
  await expectMixed(sql, mixed)
})

test('a worker that lost its lease before it began does nothing', async () => {
  const { sql, steps, mixed } = await aMixedCase()
  const first = await claimed(sql, 'prepare')
  await expireLeases(sql)
  await run(steps, await claimed(sql, 'prepare', 'host:2:1'))
  const split = await everything(sql)
  await run(steps, first)
  expect(await everything(sql)).toEqual(split)
  const early = await claimed(sql, 'apply')
  await expireLeases(sql)
  await run(steps, await claimed(sql, 'apply', 'host:2:1'))
  const finished = await everything(sql)
  await run(steps, early)
  expect(await everything(sql)).toEqual(finished)
  await expectMixed(sql, mixed)
})

test('a worker that lost its lease during a download disconnects at its next heartbeat and keeps no file', async () => {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const steps = someSteps(url, folder, { heartbeatSeconds: 0.02 })
  const source = await startUrlSource()
  await aUrlImport(sql, folder, source.url('/stall'))
  const running = run(steps, await claimed(sql, 'prepare'))
  await until(async () => source.requests.length === 1)
  // In one transaction, or a heartbeat could come in between.
  await sql.begin(async (both) => {
    await expireLeases(both)
    await claimed(both, 'prepare', 'host:2:1')
  })
  await running
  expect(steps.logged()).toContain('lease lost')
  await source.quiet()
  expect(await spooledFiles(folder)).toEqual([])
  await source.close()
})

test('a late heartbeat does not renew a released lease', async () => {
  const { sql, steps } = await aMixedCase()
  const claim = await claimed(steps.database, 'prepare')
  await releaseJob(sql, claim)
  await expect(renewLease(sql, claim)).rejects.toThrow(LeaseLost)
  expect((await claimed(sql, 'prepare')).epoch).toBe(claim.epoch + 1)
})

test('a range that another worker has applied is not applied again, and its failed rows are listed once', async () => {
  const { sql, steps, mixed } = await aMixedCase()
  await run(steps, await claimed(sql, 'prepare'))
  const claim = await claimed(sql, 'apply')
  const source = await openSource(steps.sources, claim)
  if (!source.ok) expect.fail(source.message)
  const reader = compileRowReader(claim.plan as Plan)
  const rules = {
    overwrite: claim.overwrite,
    whenStatus: claim.overwrite_when_status,
    overwriteWhat: claim.overwrite_what,
    plan: reader.plan,
    fieldIds: reader.fieldIds,
    hasQuota: false,
    scansKeys: true,
    onAdded: [],
    onUpdated: [],
    lookUps: createLookUps(),
  }
  const [range = expect.fail()] = await takeRanges(sql, claim, 1, 1)
  const parsed = await createRangeParser(source.handle, formatOf(claim), reader)(range)
  await source.handle.close()
  const apply = () => applyRange(steps.database.within(claim.organization_id), claim, rules, parsed)
  await apply()
  expect(await sql`select classification from import_logs`).toContainEqual({ classification: 'failed' })
  const before = await everything(sql)
  await expect(apply()).rejects.toThrow(RangeDone)
  expect(await everything(sql)).toEqual(before)
  await run(steps, claim)
  await expectMixed(sql, mixed)
})

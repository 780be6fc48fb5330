import { expect, test } from 'vitest'
import { joining } from '../../src/importing/join.ts'
import { rangeSize } from '../../src/importing/split.ts'
import { takeRanges } from '../../src/store/imports/ranges.ts'
import { aMixedCase, wholeNumber } from '../harness/core/files.ts'
import type { JobClaim } from '../../src/store/jobs/lease.ts'
import { until } from '../harness/core/until.ts'
import { byDay } from '../harness/night.ts'
import { claimed, run, someSteps } from '../harness/importing/steps.ts'
import { anImporter, type GivenList } from '../harness/importing/whole.ts'
import type { OracleImport, OracleSubscriber } from '../harness/oracle/model.ts'

/** A file with rows of every class, repeats near and far. */
function aCase(rows: number): [OracleImport, GivenList] {
  const { content, mapping, before } = aMixedCase(rows)
  const whenStatus = { active: true, unsubscribed: false, bounced: true, deactivated: false, scomp: false }
  const order = { file: content, mapping, overwrite: true, overwriteStatus: true, whenStatus }
  return [
    { ...order, fields: { Score: wholeNumber } },
    { before, fields: { Score: { field_type: 'number' } } },
  ]
}

test('the result depends neither on the size of ranges, nor on how many are applied at once', async () => {
  const importer = await anImporter()
  const size = byDay(90, 400)
  for (const [rows, lanes] of [
    [1, 1],
    [2, 4],
    [3, 2],
    [100, 1],
    [100, 4],
    [20_000, 2],
  ] as const) {
    await importer.schedule(...aCase(size))
    await importer.work({ rangeSize: { rows, bytes: 1_000_000 }, lanes })
  }
  // Each range ends at the byte that would be too much, here in every row.
  await importer.schedule(...aCase(size))
  await importer.work({ rangeSize: { rows: 20_000, bytes: 1 }, lanes: 3 })
  const rows = await importer.expectAsOracle()
  for (const row of rows) expect(row.skipped_duplicate).toBeGreaterThan(5)
})

test('a large file in one piece', { timeout: 120_000 }, async () => {
  const importer = await anImporter()
  const size = byDay(15_000, 50_000)
  await importer.schedule(...aCase(size))
  const [row] = await importer.expectAsOracle({ rangeSize })
  expect(row?.number_of_records).toBe(size)
})

test('concurrent imports of the same file into one list add each row once', async () => {
  const importer = await anImporter()
  const file = Array.from({ length: 1_000 }, (_, index) => `p${(index * 617) % 1_000}@example.com\n`).join('')
  const { listId } = await importer.schedule({ file, mapping: ['email'], hasHeaders: false })
  for (let count = 0; count < 3; count += 1) {
    await importer.schedule({ file, mapping: ['email'], hasHeaders: false }, { listId })
  }
  const settings = { rangeSize: { rows: 50, bytes: 1_000_000 }, lanes: 2 }
  await Promise.all([0, 1, 2].map((index) => importer.work({ ...settings, index, sliceSeconds: 0 })))
  const rows = await importer.sql<{ state: string; added: number; skipped_overwrite: number }[]>`
    select state, added, skipped_overwrite from import_jobs`
  for (const row of rows) expect([row.state, row.added + row.skipped_overwrite]).toEqual(['finished', 1_000])
  expect(rows.reduce((sum, row) => sum + row.added, 0)).toBe(1_000)
  const [counts] = await importer.sql`
    select (select count(*) from subscribers) as stored, active from subscriber_counts`
  expect(counts).toEqual({ stored: 1_000, active: 1_000 })
})

test('imports that yield after every range all finish', async () => {
  const importer = await anImporter()
  for (let count = 0; count < 5; count += 1) await importer.schedule(...aCase(60))
  await importer.expectAsOracle({ rangeSize: { rows: 10, bytes: 1_000_000 }, sliceSeconds: 0 })
})

/** Counting the rows of a range waits for this lock. */
const lock = 70

test('two workers apply one import, and what a third one took before it died: each row counts once', async () => {
  const importer = await anImporter()
  const { sql } = importer
  await importer.schedule(...aCase(240))
  await sql`
    create function wait_for_test() returns trigger language plpgsql security definer as $$
    begin
      perform pg_advisory_xact_lock_shared(70);
      return new;
    end $$`
  await sql`
    create trigger wait_for_test before update of progress on jobs
    for each row execute function wait_for_test()`
  const settings = { rangeSize: { rows: 10, bytes: 1_000_000 }, lanes: 2 }
  let working: Promise<unknown> | undefined
  await sql.begin(async (held) => {
    await held`select pg_advisory_xact_lock(${lock})`
    working = Promise.all([0, 1].map((index) => importer.work({ ...settings, index })))
    await until(async () => (await workersOf(importer)).length === 2)
    const [claim] = await sql<[JobClaim]>`select organization_id, kind, id, epoch from jobs`
    const taken = await takeRanges(sql, claim, 1, 3)
    expect(taken).toHaveLength(3)
    const lapse = () => sql`update import_ranges set taken_until = now() where taken_by = 1`
    await lapse()
    expect(await takeRanges(sql, claim, 1, 24), 'what it has already').not.toContainEqual(taken[0])
    await lapse()
  })
  await working
  await importer.expectAsOracle()
  expect((await workersOf(importer)).length).toBeGreaterThan(1)
})

async function workersOf({ sql }: Awaited<ReturnType<typeof anImporter>>): Promise<number[]> {
  const rows = await sql<{ worker: number }[]>`
    select distinct taken_by as worker from import_ranges where taken_by is not null`
  return rows.map(({ worker }) => worker)
}

test('a worker that helps goes to another import as soon as one waits; the one that leads goes on', async () => {
  const importer = await anImporter()
  const { sql, url, folder } = importer
  const given = aCase(40)
  await importer.schedule(...given)
  const steps = someSteps(url, folder, { rangeSize: { rows: 5, bytes: 1_000_000 } })
  const env = { ...steps, pace: { lanes: 1, sliceSeconds: 3_600 } }
  await run(steps, await claimed(sql, 'prepare'))
  const claim = await claimed(sql, 'apply')
  const left = async () => {
    const [row] = await sql<[{ left: number }]>`
      select count(*) as left from import_ranges where import_id = ${claim.id} and not done`
    return row.left
  }
  const all = await left()
  expect(all).toBeGreaterThan(4)
  await importer.schedule(...aCase(5))
  await run(steps, await claimed(sql, 'prepare'))
  const signal = new AbortController().signal
  await joining(env).run(claim, signal)
  expect(all - (await left()), 'one range of the helper').toBe(1)
  await run(env, claim)
  expect(await left()).toBe(0)
  await importer.expectAsOracle()
})

test('whoever is on the list is found, however many ranges before have met nobody', async () => {
  const importer = await anImporter()
  const size = byDay(30, 300)
  const addresses = Array.from({ length: size }, (_, index) => `p${index}@example.com`)
  const known = addresses.filter((_, index) => index > size / 2 && index % 7 === 0)
  const before = new Map(
    known.map((email): [string, OracleSubscriber] => [email, { email, status: 'active', fields: {} }]),
  )
  const order = { file: addresses.map((address) => `${address}\n`).join(''), mapping: ['email'] }
  for (const lanes of [1, 3]) {
    await importer.schedule({ ...order, hasHeaders: false, overwrite: true }, { before })
    await importer.work({ rangeSize: { rows: 4, bytes: 1_000_000 }, lanes })
  }
  const rows = await importer.expectAsOracle()
  for (const row of rows) expect([row.added, row.updated]).toEqual([size - known.length, known.length])
  // Claimed once to be split and once to be applied: no range was refused until the import was given up.
  const claims = await importer.sql<{ epoch: number }[]>`select epoch from import_jobs`
  expect(claims).toEqual([{ epoch: 2 }, { epoch: 2 }])
})

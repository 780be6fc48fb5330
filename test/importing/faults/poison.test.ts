import { expect, test } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { attemptsMax } from '../../../src/database/lease.ts'
import { findImport } from '../../../src/store/imports/rows.ts'
import { skipDelays } from '../../harness/core/clock.ts'
import { aDatabase } from '../../harness/core/database.ts'
import {
  aScheduledImport,
  aWorkFolder,
  settingsOf,
  until,
  workUntil,
} from '../../harness/importing/stories.ts'
import { aMixedImport, areAllEnded, expectMixed } from '../../harness/importing/mixed.ts'
import { aList } from '../../harness/core/records.ts'
import { nightly } from '../../harness/night.ts'
import { aUrlCase, aUrlImport, spooledFiles } from '../../harness/importing/url-imports.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'
import { aWorkerProcess, heldBy, type WorkerProcess } from '../../harness/importing/worker-processes.ts'
import { isSharded } from '../../harness/postgres/waiting.ts'

/** R12: an import that kills its worker every time fails in the end; other imports are not affected. */

const givenUp = /^The import was interrupted 5 times without progress and has failed\./

/** A fault that no worker can foresee: the database rejects one address, and counts the attempts. */
async function poison(sql: Database, key: string): Promise<() => Promise<number>> {
  await sql`create sequence refusals`
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$
    begin
      perform nextval('refusals');
      raise exception 'this row is poison' using errcode = 'internal_error';
    end $$`)
  await sql.unsafe(`
    create trigger refuse before insert on subscribers for each row when (new.key = '${key}')
    execute function refuse()`)
  return async () => {
    const [row] = await sql<{ count: number }[]>`
      select case when is_called then last_value else 0 end as count from refusals`
    return row?.count ?? 0
  }
}

// Its trigger writes to an object of its own, which the workers of a cluster do not have.
test.skipIf(isSharded)(
  'an import with a row that stops every worker fails after 5 attempts, and other imports are not affected',
  async () => {
    const { sql, url } = await aDatabase()
    const folder = await aWorkFolder()
    const refusals = await poison(sql, 'poison@example.com')
    const organizationId = await insertOrganization(sql, 'A', 'UTC')
    const listId = await aList(sql, organizationId)
    const addresses = Array.from({ length: 200 }, (_, index) => `anna.${index}@example.com\n`)
    const content = `email\n${addresses.join('')}poison@example.com\nbob@example.com\n`
    const importId = await aScheduledImport(sql, organizationId, listId, folder, { content })
    const others = [
      await aMixedImport(sql, folder, { rows: 1_000, seed: 2 }),
      await aMixedImport(sql, folder, { rows: 1_000, seed: 3 }),
    ]
    await workUntil(settingsOf(url, folder), async () => {
      await skipDelays(sql)
      return areAllEnded(sql)
    })
    const row = await findImport(sql, organizationId, importId)
    // The rows before the range of that row stay and are counted; of that range, none.
    expect(row).toMatchObject({ state: 'failed', number_of_records: 202, records_imported: 200, added: 200 })
    expect(row.error_message).toMatch(givenUp)
    // The first attempt may have committed the range before, which counts as progress.
    expect([attemptsMax, attemptsMax + 1]).toContain(await refusals())
    for (const other of others) await expectMixed(sql, other)
  },
)

nightly('an import whose worker dies every time fails after 5 deaths', async () => {
  const { sql, folder, source, settings } = await aUrlCase()
  const { organizationId, importId } = await aUrlImport(sql, folder, source.url('/stall'))
  const look = () => findImport(sql, organizationId, importId)
  const isTryingAt = async (worker: WorkerProcess) => {
    const held = await heldBy(sql, worker)
    return held.some(({ state, attempts }) => state === 'downloading' && attempts <= attemptsMax)
  }
  let deaths = 0
  for (let index = 0; (await look()).state !== 'failed'; index += 1) {
    const worker = aWorkerProcess({ ...settings, index })
    await until(async () => (await isTryingAt(worker)) || (await look()).state === 'failed')
    deaths += (await look()).state === 'failed' ? 0 : 1
    await worker.kill()
  }
  // Its first worker took it from `scheduled` to `downloading`, which counts as progress.
  expect(deaths).toBe(attemptsMax + 1)
  expect((await look()).error_message).toMatch(givenUp)
  const other = await aMixedImport(sql, folder, { rows: 500 })
  const last = aWorkerProcess(settings)
  await until(() => areAllEnded(sql))
  await expectMixed(sql, other)
  expect(await last.stop()).toBe(0)
  expect((await spooledFiles(folder)).filter((name) => !name.endsWith('.part'))).toEqual([])
})

/** A database server that fails at every new subscriber, like one without disk space or with a lost file. */
async function aFaultyServer(sqlstate: string) {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  await sql.unsafe(`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception 'the server is at fault' using errcode = '${sqlstate}'; end $$`)
  await sql`create trigger fail before insert on subscribers execute function fail()`
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const content = 'email\nanna@example.com\nbob@example.com\n'
  const importId = await aScheduledImport(sql, organizationId, listId, folder, { content })
  const steps = someSteps(url, folder)
  await run(steps, await claimed(sql, 'prepare'))
  const tryOnce = async () => {
    await sql`update jobs set next_attempt_at = null`
    await run(steps, await claimed(sql, 'apply'))
    const [row] = await sql<{ attempts: number; minutes: number }[]>`
      select attempts, extract(epoch from next_attempt_at - now())::float8 / 60 as minutes from import_jobs`
    return row
  }
  const mend = () => sql`drop trigger fail on subscribers`
  return { tryOnce, mend, state: () => findImport(sql, organizationId, importId) }
}

test.each(['58P01', '53100', '53200'])(
  'a fault %s of the database server is retried without limit',
  async (sqlstate) => {
    const { tryOnce, mend, state } = await aFaultyServer(sqlstate)
    for (let tries = 0; tries < attemptsMax + 2; tries += 1) {
      const { attempts, minutes } = (await tryOnce()) ?? { attempts: -1, minutes: 0 }
      expect([attempts, minutes > 1]).toEqual([0, true])
    }
    await mend()
    await tryOnce()
    expect(await state()).toMatchObject({ state: 'finished', added: 2 })
  },
)

test('an internal error of the database is retried for an hour before the import fails', async () => {
  const { tryOnce, mend, state } = await aFaultyServer('XX000')
  let waited = 0
  for (let tries = 0; tries < attemptsMax - 1; tries += 1) waited += (await tryOnce())?.minutes ?? 0
  expect(waited).toBeGreaterThan(25)
  await mend()
  await tryOnce()
  expect(await state()).toMatchObject({ state: 'finished', added: 2 })
})

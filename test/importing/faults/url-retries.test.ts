import { claimImport } from '../../harness/undo/import-claims.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { findImport } from '../../../src/store/imports/rows.ts'
import { expireLeases, skipDelays } from '../../harness/core/clock.ts'
import { until, workUntil, workUntilEnded } from '../../harness/importing/stories.ts'
import { areAllEnded } from '../../harness/importing/mixed.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'
import { aUrlCase, aUrlImport, spooledFiles } from '../../harness/importing/url-imports.ts'
import { aWorkerProcess } from '../../harness/importing/worker-processes.ts'
import { isSharded } from '../../harness/postgres/waiting.ts'

/** R9: the times at which a url import is fetched (specification, section 4.1), by the clock of the database. */

/** The database records from now on how long each failed download postpones its import. */
async function noteDelays(sql: Database): Promise<() => Promise<number[]>> {
  await sql`create table delays (number integer generated always as identity, seconds float8)`
  await sql`
    create function note_delay() returns trigger language plpgsql as $$
    begin
      insert into delays (seconds) values (extract(epoch from new.next_attempt_at - now()));
      return null;
    end $$`
  await sql`
    create trigger note_delay after update of leased_until on jobs
    for each row when (new.leased_until is null and new.next_attempt_at is not null) execute function note_delay()`
  return async () => {
    const rows = await sql<{ seconds: number }[]>`select seconds from delays order by number`
    return rows.map(({ seconds }) => seconds)
  }
}

// Its trigger writes to an object of its own, which the workers of a cluster do not have.
test.skipIf(isSharded)(
  'a failing server is asked three times, 10 and 50 seconds after its failures',
  async () => {
    const { sql, folder, source, settings } = await aUrlCase()
    const delays = await noteDelays(sql)
    const { organizationId, importId } = await aUrlImport(sql, folder, source.url('/status?code=500'))
    await workUntil(settings, async () => {
      await skipDelays(sql)
      return areAllEnded(sql)
    })
    expect(await delays()).toEqual([10, 50])
    expect(source.requests).toHaveLength(3)
    const row = await findImport(sql, organizationId, importId)
    expect(row).toMatchObject({
      state: 'failed',
      error_message: expect.stringMatching(
        /^The server at 127\.0\.0\.1:\d+ answered 500 Internal Server Error; check the server\.$/,
      ),
      number_of_records: null,
      records_imported: 0,
    })
  },
)

test('no worker asks again before the time has come', async () => {
  const { sql, url, folder, source } = await aUrlCase()
  const steps = someSteps(url, folder)
  const worker = { name: 'host:1:0', presence: null }
  await aUrlImport(sql, folder, source.url('/failing?times=2'))
  for (const attempts of [1, 2]) {
    await run(steps, await claimed(sql, 'prepare'))
    expect(source.requests).toHaveLength(attempts)
    expect(await claimImport(sql, 'prepare', worker)).toBeNull()
    await skipDelays(sql)
  }
  await run(steps, await claimed(sql, 'prepare'))
  await run(steps, await claimed(sql, 'apply'))
  expect(source.requests).toHaveLength(3)
  expect(await sql`select state, added from import_jobs`).toEqual([{ state: 'finished', added: 2 }])
})

test('a worker that is killed between two attempts does not use one up', async () => {
  const { sql, folder, source, settings } = await aUrlCase()
  await aUrlImport(sql, folder, source.url('/status?code=500'))
  const lives = [{ download_failures: 1 }, { download_failures: 2 }, { state: 'failed' }]
  for (const [index, expected] of lives.entries()) {
    const worker = aWorkerProcess({ ...settings, index })
    const look = async () => {
      const [row] = await sql`select state, download_failures from import_jobs`
      return row?.download_failures === expected.download_failures || row?.state === expected.state
    }
    await until(look)
    await worker.kill()
    expect(source.requests).toHaveLength(index + 1)
    await skipDelays(sql)
  }
})

test('an attempt that dies with its worker is repeated and does not count', async () => {
  const { sql, url, folder, source } = await aUrlCase()
  const steps = someSteps(url, folder, { heartbeatSeconds: 0.02 })
  await aUrlImport(sql, folder, source.url('/stall'))
  const dying = run(steps, await claimed(sql, 'prepare'))
  await until(async () => source.requests.length === 1)
  await sql.begin(async (both) => {
    await expireLeases(both)
    const next = await claimed(both, 'prepare', 'host:2:1')
    expect(next).toMatchObject({ state: 'downloading', download_failures: 0 })
  })
  await dying
  await source.quiet()
})

test.each([
  ['/status?code=404', 'answered 404 Not Found; check the url.'],
  ['/status?code=403', 'answered 403 Forbidden; the file must be readable without signing in.'],
  ['/loop', 'The url redirects more than 3 times; use the address that they lead to.'],
])('%s is final: the import fails at once, and the error says what to do', async (path, advice) => {
  const { sql, folder, source, settings } = await aUrlCase()
  await aUrlImport(sql, folder, source.url(path))
  await workUntilEnded(settings, sql)
  const [row] = await sql`select state, error_message, download_failures from import_jobs`
  expect(row).toMatchObject({ state: 'failed', download_failures: 0 })
  expect(row?.error_message).toContain(advice)
  expect(source.requests.filter(({ path: asked }) => asked === path).length).toBe(path === '/loop' ? 4 : 1)
})

test('a url is fetched when its import begins, not when it is created', async () => {
  const { sql, folder, source, settings } = await aUrlCase()
  const inAnHour = new Date(Date.now() + 3_600_000)
  const later = await aUrlImport(sql, folder, source.url('/members.csv?later'), { begins_at: inAnHour })
  const sooner = await aUrlImport(sql, folder, source.url('/members.csv?sooner'))
  const stateOf = async ({ organizationId, importId }: typeof later) =>
    (await findImport(sql, organizationId, importId)).state
  await workUntil(settings, async () => (await stateOf(sooner)) === 'finished')
  expect(source.requests.map(({ path }) => path)).toEqual(['/members.csv?sooner'])
  expect(await stateOf(later)).toBe('scheduled')
  await sql`update jobs set begins_at = now() where id = ${later.importId}`
  await workUntilEnded(settings, sql)
  expect(await stateOf(later)).toBe('finished')
  expect(source.requests.map(({ path }) => path)).toEqual(['/members.csv?sooner', '/members.csv?later'])
  expect(await spooledFiles(folder)).toEqual([])
})

test.each([-1, 1])(
  'a worker whose clock is off by %i hour begins imports at the right time',
  async (hours) => {
    const { sql, folder, source, settings } = await aUrlCase()
    const begins = (minutes: number) => ({ begins_at: new Date(Date.now() + minutes * 60_000) })
    const future = await aUrlImport(sql, folder, source.url('/members.csv?future'), begins(30))
    await aUrlImport(sql, folder, source.url('/members.csv?past'), begins(-30))
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    await workUntil(settings, async () => {
      const rows = await sql`select id from import_jobs where state = 'finished'`
      return rows.length > 0
    })
    expect(source.requests.map(({ path }) => path)).toEqual(['/members.csv?past'])
    expect((await findImport(sql, future.organizationId, future.importId)).state).toBe('scheduled')
  },
)

import { expect, test } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { expireLeases } from '../../harness/core/clock.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aWorkFolder, settingsOf, until } from '../../harness/importing/stories.ts'
import { aMixedImport, areAllEnded, expectMixed } from '../../harness/importing/mixed.ts'
import {
  aWorkerProcess,
  heldBy,
  type Held,
  type WorkerProcess,
} from '../../harness/importing/worker-processes.ts'
import { figure } from '../../harness/watching/figure.ts'

/** R4: a worker that wakes up after its lease has ended changes nothing. */

const freezes = 100

test(
  `${freezes} workers frozen past their leases change nothing when they wake up`,
  { timeout: 1_800_000 },
  async () => {
    const { sql, url } = await aDatabase()
    const folder = await aWorkFolder()
    await noteWriters(sql)
    const settings = settingsOf(url, folder, { rangeSize: { rows: 100, bytes: 1_000_000 } })
    const workers = [0, 1].map((index) => aWorkerProcess({ ...settings, index }))
    for (let frozen = 0; frozen < freezes;) {
      const mixed = await aMixedImport(sql, folder, { rows: 100_000, seed: frozen })
      while (frozen < freezes && !(await areAllEnded(sql))) {
        const owner = await ownerOf(sql, workers)
        // The first round takes its real time; the later ones skip it.
        if (owner !== undefined && (await freeze(sql, owner, frozen === 0))) frozen += 1
      }
      await until(() => areAllEnded(sql), 120_000)
      await expectMixed(sql, mixed)
    }
    figure(`${freezes} frozen workers: no row of a worker without its lease`)
    for (const worker of workers) expect(await worker.stop()).toBe(0)
  },
)

/** The database records from now on which worker counts rows, and of which claim the import is then. */
async function noteWriters(sql: Database): Promise<void> {
  await sql`create table writers (import_id bigint, epoch integer, writer text, at timestamptz)`
  await sql`
    create function note_writer() returns trigger language plpgsql as $$
    begin
      insert into writers values (new.id, new.epoch, current_setting('application_name'), clock_timestamp());
      return null;
    end $$`
  await sql`
    create trigger note_writer after update of progress on jobs
    for each row execute function note_writer()`
}

async function ownerOf(sql: Database, workers: WorkerProcess[]): Promise<WorkerProcess | undefined> {
  for (const worker of workers) {
    if ((await heldBy(sql, worker)).some(({ state }) => state === 'importing')) return worker
  }
  return undefined
}

/** @returns whether another worker took the import over before the frozen one woke up. */
async function freeze(sql: Database, owner: WorkerProcess, isReal: boolean): Promise<boolean> {
  const before = losses(owner).length
  owner.freeze()
  const [held] = await heldBy(sql, owner)
  if (held === undefined) return thawed(owner)
  if (!isReal) {
    await passIdleTime(sql, owner)
    await expireLeases(sql)
  }
  // Until then the other worker may go on as its helper, under the claim of the frozen one.
  await until(() => isTakenOver(sql, held), 120_000)
  const doneBefore = await rangesDone(sql, held.id)
  await until(
    async () => (await areAllEnded(sql)) || (await rangesDone(sql, held.id)) >= doneBefore + 3,
    120_000,
  )
  thawed(owner)
  await until(async () => losses(owner).length > before)
  expect(await writtenWhileLost(sql, owner, held, losses(owner)[before])).toBe(0)
  return true
}

/** When the worker noticed that another had its import, ms since 1970. Its transactions have ended then. */
function losses(owner: WorkerProcess): number[] {
  const lines = owner.log().split('\n').slice(0, -1)
  return lines
    .filter((line) => line.includes('lease lost'))
    .map((line) => (JSON.parse(line) as { time: number }).time)
}

async function isTakenOver(sql: Database, { id, epoch }: Held): Promise<boolean> {
  const [row] = await sql<{ epoch: number }[]>`select epoch from import_jobs where id = ${id}`
  return row !== undefined && row.epoch > epoch
}

/** Later it may help, under the claim of the other worker. */
async function writtenWhileLost(
  sql: Database,
  owner: WorkerProcess,
  { id, epoch }: Held,
  lostMs: number | undefined,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from writers where import_id = ${id} and epoch > ${epoch}
      and writer = ${`quiver worker ${owner.index}`} and at <= to_timestamp(${lostMs ?? Infinity} / 1000.0)`
  return row?.count ?? 0
}

function thawed(owner: WorkerProcess): false {
  owner.thaw()
  return false
}

/**
 * What the server does itself after 20 seconds: it ends the transactions that the frozen worker left open. One that waits
 * for the worker to read or write more is not idle, and goes on.
 */
async function passIdleTime(sql: Database, owner: WorkerProcess): Promise<void> {
  const isIdle = async () => {
    const open = await sql<{ state: string }[]>`
      select state, case when state <> 'active' then pg_terminate_backend(pid) end from pg_stat_activity
      where datname = current_database() and application_name = ${`quiver worker ${owner.index}`}
        and state <> 'idle' and not (state = 'active' and wait_event in ('ClientRead', 'ClientWrite'))`
    return open.length === 0
  }
  await until(isIdle)
}

async function rangesDone(sql: Database, importId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from import_ranges where import_id = ${importId} and done`
  return row?.count ?? 0
}

import { expect, test } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { expireLeases } from '../../harness/core/clock.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aWorkFolder, settingsOf, until } from '../../harness/importing/stories.ts'
import { aMixedImport, areAllEnded, expectMixed } from '../../harness/importing/mixed.ts'
import { aWorkerProcess, heldBy } from '../../harness/importing/worker-processes.ts'
import type { WorkerProcess } from '../../harness/importing/worker-processes.ts'
import { figure } from '../../harness/watching/figure.ts'

/** R4: a worker that wakes up after its lease has ended changes nothing. */

const freezes = 100

test(
  `${freezes} workers frozen past their leases change nothing when they wake up`,
  { timeout: 1_800_000 },
  async () => {
    const { sql, url } = await aDatabase()
    const folder = await aWorkFolder()
    const strays = await noteStrays(sql)
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
    expect(await strays()).toEqual([])
    figure(`${freezes} frozen workers: no row of a worker without its lease`)
    for (const worker of workers) expect(await worker.stop()).toBe(0)
  },
)

/** The database records from now on which worker counts rows of an import that another holds. */
async function noteStrays(sql: Database) {
  await sql`create table strays (import_id bigint, epoch integer, holder text, writer text)`
  await sql`
    create function note_stray() returns trigger language plpgsql as $$
    begin
      insert into strays values (new.id, new.epoch, new.worker, current_setting('application_name'));
      return null;
    end $$`
  await sql`
    create trigger note_stray after update of records_imported on subscriber_imports
    for each row when (split_part(new.worker, ':', 3) <> split_part(current_setting('application_name'), ' ', 3))
    execute function note_stray()`
  return () => sql`select * from strays`
}

async function ownerOf(sql: Database, workers: WorkerProcess[]): Promise<WorkerProcess | undefined> {
  for (const worker of workers) {
    if ((await heldBy(sql, worker)).some(({ state }) => state === 'importing')) return worker
  }
  return undefined
}

/** @returns whether the worker owned the import until it woke up and found its lease lost. */
async function freeze(sql: Database, owner: WorkerProcess, isReal: boolean): Promise<boolean> {
  const losses = () => owner.log().split('lease lost').length - 1
  const before = losses()
  owner.freeze()
  const [held] = await heldBy(sql, owner)
  if (held === undefined) return thawed(owner)
  const doneBefore = await rangesDone(sql, held.id)
  if (!isReal) {
    await passIdleTime(sql, owner)
    await expireLeases(sql)
  }
  const isOver = async () => (await areAllEnded(sql)) || (await rangesDone(sql, held.id)) >= doneBefore + 3
  await until(isOver, 120_000)
  thawed(owner)
  await until(async () => losses() > before)
  return true
}

function thawed(owner: WorkerProcess): false {
  owner.thaw()
  return false
}

/** What the server does itself after 20 seconds: it ends the transactions that the frozen worker left open. */
async function passIdleTime(sql: Database, owner: WorkerProcess): Promise<void> {
  const isIdle = async () => {
    const open = await sql<{ state: string }[]>`
      select state, case when state <> 'active' then pg_terminate_backend(pid) end from pg_stat_activity
      where datname = current_database() and application_name = ${`quiver worker ${owner.index}`}
        and state <> 'idle' and not (state = 'active' and wait_event = 'ClientRead')`
    return open.length === 0
  }
  await until(isIdle)
}

async function rangesDone(sql: Database, importId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from import_ranges where import_id = ${importId} and done`
  return row?.count ?? 0
}

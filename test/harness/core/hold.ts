import { onTestFinished } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { until } from '../importing/stories.ts'
import { countWaiting, isSharded, onWorkers } from '../postgres/waiting.ts'

export type Hold = {
  /** Resolves when a worker waits there. */
  reached: () => Promise<void>
  release: () => Promise<void>
}

/** A key of advisory locks that nothing else uses. */
const holdLock = 0x686f_6c64

/** Holds workers inside the transaction of a range: its subscribers are written, its counters are not. */
export function holdRange(sql: Database, rangeNumber: number): Promise<Hold> {
  return holdAt(sql, `update of done on import_ranges for each row when (new.number = ${rangeNumber})`)
}

/** Holds workers at the last step of splitting, when the ranges are written. */
export function holdSplitting(sql: Database): Promise<Hold> {
  return holdAt(sql, 'insert on import_ranges for each row')
}

/** Holds workers at the end of a range of those who are not in the file. */
export function holdPruning(sql: Database, rangeNumber: number): Promise<Hold> {
  return holdAt(sql, `update on import_prune_ranges for each row when (new.number = ${rangeNumber})`)
}

/** Makes workers wait there until the test releases them. */
async function holdAt(sql: Database, place: string): Promise<Hold> {
  await sql.unsafe(`
    create function hold() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${holdLock});
      return new;
    end $$`)
  await sql.unsafe(`create trigger hold before ${place} execute function hold()`)
  const holds = isSharded ? await onWorkers(sql, lock) : [await lock(sql)]
  const release = async () => {
    await Promise.all(holds.map((letGo) => letGo()))
  }
  onTestFinished(release)
  return { release, reached: () => until(() => isSomebodyWaiting(sql)) }
}

/** @returns what lets go. */
async function lock(sql: Database): Promise<() => Promise<void>> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => (letGo = resolve))
  let isLocked = false
  const holding = sql.begin(async (own) => {
    await own`select pg_advisory_xact_lock(${holdLock})`
    isLocked = true
    await released
  })
  await until(async () => isLocked)
  return async () => {
    letGo()
    await holding
  }
}

async function isSomebodyWaiting(sql: Database): Promise<boolean> {
  // There a lock of another kind would do for a moment, too.
  if (isSharded) return (await countWaiting(sql)) > 0
  const [row] = await sql<[{ waits: boolean }]>`
    select exists (
      select 1 from pg_locks where locktype = 'advisory' and objid = ${holdLock} and not granted
        and database = (select oid from pg_database where datname = current_database())) as waits`
  return row.waits
}

import type { processParts } from '../../contract/jobs/health.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

// Every process of an installation reports every few seconds. Across organizations.

/** A process that has not reported for this long is gone. */
const goneSeconds = 60

export type ServerProcess = {
  id: string
  name: string
  dataDirectory: string
  /** Where its files are; absent: in its DATA_DIR. */
  place?: string
  imports: boolean
  part: (typeof processParts)[number]
  /** Where links in its messages lead. */
  baseUrl: string
  newestKeyId: number
  currentKeyId: number
}

export async function reportProcess(sql: Sql, process: ServerProcess): Promise<void> {
  await sql`
    insert into server_processes (
      id, name, data_directory, storage, imports, part, base_url, newest_key_id, current_key_id)
    values (${process.id}, ${process.name}, ${process.dataDirectory}, ${process.place ?? null}, ${process.imports},
      ${process.part}, ${process.baseUrl}, ${process.newestKeyId}, ${process.currentKeyId})
    on conflict (id) do update set newest_key_id = excluded.newest_key_id,
      current_key_id = excluded.current_key_id, seen_at = now()`
}

export async function noteWarnings(sql: Sql, id: string, warnings: string[]): Promise<void> {
  await sql`update server_processes set warnings = ${sql.array(warnings)}::text[] where id = ${id}`
}

/** What the running processes say of themselves. @param id of one that is left out; null: none */
export async function findOthersWarnings(
  sql: Sql,
  id: string | null,
): Promise<{ name: string; warning: string }[]> {
  return sql<{ name: string; warning: string }[]>`
    select name, warning from server_processes cross join unnest(warnings) warning
    where ${isRunning(sql)} and id is distinct from ${id}::uuid order by name, warning limit ${processesMax}`
}

/** The process is gone immediately, but the places of its files are remembered for a day: it may start again. */
export async function reportEnd(sql: Sql, id: string): Promise<void> {
  await sql`
    update server_processes set is_stopped = true, seen_at = now() - ${goneSeconds} * interval '1 second' where id = ${id}`
  await sql`delete from server_processes where seen_at < now() - interval '1 day'`
}

/** Running processes that do not know a key yet or, with `asCurrent`, do not seal with it yet. */
export async function findLateProcesses(sql: Sql, keyId: number, asCurrent: boolean): Promise<string[]> {
  const known = asCurrent ? sql`current_key_id` : sql`newest_key_id`
  const rows = await sql<{ name: string }[]>`
    select name from server_processes where ${known} < ${keyId} and ${isRunning(sql)} order by name`
  return rows.map(({ name }) => name)
}

/** Of all files that a process may still read: a process that ended less than a day ago may start again. */
export function knownPlaces(sql: Sql) {
  return sql`
    select place from server_processes cross join unnest(array[data_directory, storage]) place
    where place is not null and seen_at > now() - interval '1 day'`
}

/** How running processes differ that should be alike. */
export type Differences = {
  /** Some cannot read the files of a place. */
  files: boolean
  /** Links in messages lead to different places, depending on who sends. */
  baseUrls: boolean
}

/** @param place of files; null: it is not known, and no process differs from it. */
export async function findDifferences(sql: Sql, place: string | null): Promise<Differences> {
  const [row] = await sql<[Differences]>`
    select coalesce(bool_or(coalesce(storage, data_directory) <> ${place}::text), false) as files,
      count(distinct base_url) > 1 as "baseUrls"
    from server_processes where ${isRunning(sql)}`
  return row
}

export async function isSomeProcessRunning(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (select 1 from server_processes where ${isRunning(sql)}) as found`
  return row.found
}

export type ProcessRow = Pick<ServerProcess, 'name' | 'part' | 'imports'> & {
  seen_at: Date
  running: boolean
}

const processesMax = 100

/** Those that run first. */
export async function findProcesses(sql: Sql): Promise<ProcessRow[]> {
  return sql<ProcessRow[]>`
    select name, part, imports, seen_at, ${isRunning(sql)} as running from server_processes
    order by running desc, part, name limit ${processesMax}`
}

export function isRunning(sql: Sql) {
  return sql`seen_at > now() - ${goneSeconds} * interval '1 second'`
}

/**
 * A select of how many run, and of how many would if each that vanished without a stop within the last day had been replaced: by
 * one of its part that started afterwards, on whichever machine.
 */
export function processCounts(sql: Sql): Fragment {
  return sql`
    with known as (
      select part, started_at, seen_at, ${isRunning(sql)} as runs, not is_stopped and not ${isRunning(sql)} as is_lost
      from server_processes where seen_at > now() - interval '1 day'),
    lost as (select part, min(seen_at) as since, count(*) as count from known where is_lost group by part),
    missing as (
      select greatest(0, l.count - (
        select count(*) from known k where k.part = l.part and k.started_at > l.since)) as count
      from lost l)
    select (select count(*) from known where runs) as running, coalesce((select sum(count)::bigint from missing), 0) as missing`
}

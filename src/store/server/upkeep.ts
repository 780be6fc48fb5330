import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'

/** Holds the lock until the transaction ends. @returns false if another process holds it. */
export async function takeUpkeepLock(sql: Transaction): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('upkeep')) as taken`
  return row?.taken === true
}

/** The server ends a transaction, and with it the lock, after 20 s without a statement. */
export async function holdUpkeepLock(sql: Transaction): Promise<void> {
  await sql`select 1`
}

/** Of each duty that was done as a whole since the last note; the others are listed with the time at which they were first. */
export async function noteDuties(
  sql: Sql,
  duties: readonly { name: string; everySeconds: number }[],
  done: readonly string[],
): Promise<void> {
  const names = duties.map(({ name }) => name)
  await sql`
    insert into upkeep_duties as d (name, every_seconds, done_at)
    select name, every_seconds, clock_timestamp()
    from unnest(${names}::text[], ${duties.map(({ everySeconds }) => Math.ceil(everySeconds))}::bigint[]) as given(name, every_seconds)
    on conflict (name) do update set every_seconds = excluded.every_seconds,
      done_at = case when d.name = any(${[...done]}::text[]) then excluded.done_at else d.done_at end`
  await sql`delete from upkeep_duties where name <> all(${names}::text[])`
}

/** A select of each duty and of the seconds since it should have been done twice. */
export function lateDuties(sql: Sql): Fragment {
  return sql`
    select name, greatest(0, extract(epoch from now() - done_at) - 2 * every_seconds)::float8 as seconds from upkeep_duties`
}

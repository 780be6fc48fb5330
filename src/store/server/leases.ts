import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { secondsFromNow } from '../../database/lease.ts'

/**
 * A claim in two steps: a look over all organizations without a lock finds what is due, and a statement for each row alone
 * takes the first that no other worker has taken or locked meanwhile. PostgreSQL could do both at once, a sharded one could not
 * (docs/decisions/070-sharding.md). It looks for more than one, because another worker may hold the first: a process that froze
 * in a transaction holds it for 20 s. Where an organization has a limit, a look finds one row of each organization, so
 * that two claims that do not see each other yet want the same row.
 */
export const candidatesMax = 10

/** @param take null: another worker holds it. */
export async function firstTaken<Due, Taken>(
  candidates: readonly Due[],
  take: (due: Due) => Promise<Taken | null>,
): Promise<Taken | null> {
  for (const due of candidates) {
    const taken = await take(due)
    if (taken !== null) return taken
  }
  return null
}

/** Of rows that a look over all organizations has found: a statement for each organization takes or deletes them. */
export async function forEachOf<Taken>(
  due: readonly { organization_id: number; id: number }[],
  take: (organizationId: number, ids: number[]) => Promise<readonly Taken[]>,
): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const organizationId of new Set(due.map((row) => row.organization_id))) {
    const ids = due.filter((row) => row.organization_id === organizationId).map(({ id }) => id)
    taken.push(...(await take(organizationId, ids)))
  }
  return taken
}

/** Of a row that a look has found. */
export type DueRow = { organization_id: number; kind?: string; id: number; epoch: number }

/** What tells rows of one table from others that have the same lease. Fragments name the row by `alias`. */
type Taking = {
  table: string
  alias: string
  /** Besides the organization, the id and the epoch of the look. */
  isFree: Fragment
  /** Beside the epoch and the lease. */
  set: Fragment
  from?: Fragment
  leaseSeconds: number
  returning: Fragment
}

/**
 * Takes one row by one conditional update: read-then-write gave two winners in 998 of 1,000 races. Nobody waits for a row that
 * another worker has locked.
 */
export async function takeRow<Row extends object>(
  sql: Sql,
  due: DueRow,
  { table, alias, isFree, set, from, leaseSeconds, returning }: Taking,
): Promise<Row | null> {
  const row = sql(alias)
  const isIt = sql`${row}.organization_id = ${due.organization_id}
    ${due.kind === undefined ? sql`` : sql`and ${row}.kind = ${due.kind}`}`
  const [taken] = await sql<Row[]>`
    update ${sql(table)} ${row}
    set epoch = ${row}.epoch + 1, leased_until = ${secondsFromNow(sql, leaseSeconds)}, ${set}
    ${from === undefined ? sql`` : sql`from ${from}`}
    where ${isIt} and ${row}.id = (
      select ${row}.id from ${sql(table)} ${row}
      where ${isIt} and ${row}.id = ${due.id} and ${row}.epoch = ${due.epoch} and ${isFree}
      for no key update skip locked)
    returning ${returning}`
  return taken ?? null
}

/** When an organization (of rows `alias`) last had its turn in a queue: `t.served_at`, null before the first. */
export function turnsIn(sql: Sql, queue: string, alias: string): Fragment {
  return sql`left join job_turns t on t.organization_id = ${sql(alias)}.organization_id and t.queue = ${queue}`
}

/** The organization's turn is over. */
export async function passTurn(sql: Sql, queue: string, organizationId: number): Promise<void> {
  await sql`
    insert into job_turns as t (organization_id, queue, served_at) values (${organizationId}, ${queue}, clock_timestamp())
    on conflict (organization_id, queue) do update set served_at = excluded.served_at`
}

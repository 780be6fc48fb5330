import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** The first half of the advisory locks that show that workers are alive; the second is the worker's number. */
export const presenceClass = 1_364_545

/** The numbers of the workers that are alive. */
export type Alive = readonly number[]

/**
 * Each worker holds an advisory lock on a connection, so after a `kill -9` the next one need not wait for the end of
 * the lease. If a worker is taken for dead too early, the epoch still refuses its writes. A statement of its own: as a part
 * of one about rows, it would read the locks of the node that has the rows, and workers connect to the coordinator.
 */
export async function findAlive(sql: Sql): Promise<Alive> {
  const rows = await sql<{ number: number }[]>`
    select l.objid::bigint as number from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${presenceClass} and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`
  return rows.map(({ number }) => number)
}

/** Of a row that was read after `alive`, this may be said of a worker that was born meanwhile. */
export function isAbandoned(sql: Sql, presence: Fragment, alive: Alive) {
  return sql`(${presence} is not null and ${presence} <> all(${[...alive]}::integer[]))`
}

/** When a row that has this lease is free; null: it is. */
export function leasedUntil(sql: Sql, lease: Fragment, presence: Fragment, alive: Alive) {
  return sql`case when not ${isAbandoned(sql, presence, alive)} then ${lease} end`
}

/** null in the second after a database outage: other workers would take over a claim under an invisible number. */
export function presenceNow(presence: number | null, alive: Alive): number | null {
  return presence !== null && alive.includes(presence) ? presence : null
}

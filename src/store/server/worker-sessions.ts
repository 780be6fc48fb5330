import type postgres from 'postgres'
import type { Sql } from '../../database/driver/connection.ts'

/** The first half of the advisory locks that show that workers are alive; the second is the worker's number. */
export const presenceClass = 1_364_545

/**
 * Each worker holds an advisory lock on a connection, so after a `kill -9` the next one need not wait for the end of
 * the lease. If a worker is taken for dead too early, the epoch still refuses its writes.
 */
export function isAbandoned(sql: Sql, presence: Fragment) {
  return sql`(${presence} is not null and not exists (${signOfLife(sql, presence)}))`
}

/** null in the second after a database outage: other workers would take over a claim under an invisible number. */
export function presenceNow(sql: Sql, presence: number | null) {
  const number = sql`${presence}::integer`
  return sql`(select ${number} where exists (${signOfLife(sql, number)}))`
}

type Fragment = postgres.PendingQuery<postgres.Row[]>

function signOfLife(sql: Sql, number: Fragment) {
  return sql`
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${presenceClass} and l.objid = (${number})::bigint::oid and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`
}

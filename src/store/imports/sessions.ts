import type postgres from 'postgres'
import type { Sql } from '../../database/driver/connection.ts'

/** The first half of the advisory locks by which workers show that they live; the second is a number of their own. */
export const presenceClass = 1_364_545

/**
 * Whether the worker that holds the lease of import `i` is gone: each worker holds an advisory lock on a connection
 * that lives as long as its process. After a `kill -9` the next worker need not wait until the lease runs out; where
 * the lock says too early that somebody is gone, the epoch still refuses the second writer.
 */
export function isAbandoned(sql: Sql) {
  return sql`(i.presence is not null and not exists (${signOfLife(sql, sql`i.presence`)}))`
}

/**
 * The number under which a worker can be seen at this moment, else null. In the second after the database was away the
 * worker is not yet seen, and whoever claimed under its number would lose the import to each other worker in turn.
 */
export function presenceNow(sql: Sql, presence: number | null) {
  const number = sql`${presence}::integer`
  return sql`(select ${number} where exists (${signOfLife(sql, number)}))`
}

function signOfLife(sql: Sql, number: postgres.PendingQuery<postgres.Row[]>) {
  return sql`
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${presenceClass} and l.objid = (${number})::bigint::oid and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`
}

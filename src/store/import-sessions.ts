import type { Sql } from '../database/connection.ts'

/** The first half of the advisory locks by which workers show that they live; the second is a number of their own. */
export const presenceClass = 1_364_545

/** What the connections of workers are called; a number follows. */
export const workerApplication = 'quiver worker'

/**
 * Whether the worker that holds the lease of import `i` is gone: each worker holds an advisory lock on a connection
 * that lives as long as its process. After a `kill -9` the next worker need not wait until the lease runs out; where
 * the lock says too early that somebody is gone, the epoch still refuses the second writer.
 */
export function isAbandoned(sql: Sql) {
  return sql`(i.presence is not null and not exists (
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${presenceClass} and l.objid = i.presence::bigint::oid and l.granted
      and l.database = (select oid from pg_database where datname = current_database())))`
}

/**
 * Ends connections of workers on which a COPY has waited for its worker for so long: it is frozen, or was cut off
 * without a word, and the rows that it has sent keep everybody waiting who writes the same ones. The server's limit for
 * idle transactions does not do this: a silent COPY outlived its 20 seconds by a minute.
 */
export async function endSilentCopies(sql: Sql, seconds: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name like ${`${workerApplication} %`} and state = 'active' and wait_event = 'ClientRead'
      and query ilike 'copy %' and query_start < now() - ${seconds} * interval '1 second'`
}

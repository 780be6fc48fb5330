import type { Sql } from '../database/connection.ts'

/** What the connections of workers are called; a number follows. */
export const workerApplication = 'quiver worker'

/**
 * Ends connections of workers that have waited for their worker for so long in a COPY: it is frozen, or was cut off
 * without a word, and the rows that it has sent keep everybody waiting who writes the same ones. No time limit of the
 * server does this: seen on PostgreSQL 17, neither statement_timeout nor idle_in_transaction_session_timeout ends a
 * COPY whose client is silent.
 */
export async function endSilentCopies(sql: Sql, seconds: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name like ${`${workerApplication} %`} and state = 'active' and wait_event = 'ClientRead'
      and query ilike 'copy %' and query_start < now() - ${seconds} * interval '1 second'`
}

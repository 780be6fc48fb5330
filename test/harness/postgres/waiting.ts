import { inject } from 'vitest'
import type { Sql } from '../../../src/database/driver/connection.ts'

/** A cluster, by `npm run test:sharded`. */
export const isSharded = inject('databaseServer').shardedUrl !== undefined

/**
 * How many statements wait for a lock in this database.
 * @param applicationName only those of this name. On a cluster they wait on its workers, which do not know the name.
 */
export async function countWaiting(sql: Sql, applicationName?: string): Promise<number> {
  const named = applicationName === undefined ? sql`true` : sql`application_name = ${applicationName}`
  const [row] = isSharded
    ? await sql<[{ count: number }]>`
        select sum(result::integer) as count from run_command_on_workers(
          'select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = ''Lock''')`
    : await sql<[{ count: number }]>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and ${named}`
  return row.count
}

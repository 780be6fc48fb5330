import { inject, onTestFinished } from 'vitest'
import { withDatabase } from '../../../src/database/address.ts'
import { connect, type Database, type Sql } from '../../../src/database/driver/connection.ts'

const { shardedUrl } = inject('databaseServer')

/** A cluster, by `npm run test:sharded`. */
export const isSharded = shardedUrl !== undefined

/** Work in this database on each worker of the cluster, by a connection of its own. */
export async function onWorkers<Result>(
  sql: Sql,
  work: (worker: Database) => Promise<Result>,
): Promise<Result[]> {
  const nodes = await sql<{ host: string; port: number; name: string }[]>`
    select nodename as host, nodeport as port, current_database() as name from pg_dist_node where groupid > 0`
  return Promise.all(
    nodes.map(async ({ host, port, name }) => {
      const address = new URL(withDatabase(shardedUrl ?? '', name))
      address.host = `${host}:${port}`
      const worker = connect(String(address), { max: 2, applicationName: 'quiver tests' })
      onTestFinished(() => worker.end())
      return work(worker)
    }),
  )
}

/**
 * How many statements wait for a lock in this database.
 * @param applicationName only those of this name. The workers of a cluster do not know it.
 */
export async function countWaiting(sql: Sql, applicationName?: string): Promise<number> {
  const named = applicationName === undefined ? sql`true` : sql`application_name = ${applicationName}`
  const [row] = await sql<[{ count: number }]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and ${named}`
  if (!isSharded) return row.count
  const [workers] = await sql<[{ count: number }]>`
    select sum(result::integer) as count from run_command_on_workers(
      'select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = ''Lock''')`
  return row.count + workers.count
}

/** Cancels the statements that wait for a lock, as their limit of time would. @param applicationName as in `countWaiting` */
export async function cancelWaiting(sql: Sql, applicationName: string): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName} and wait_event_type = 'Lock'`
  if (!isSharded) return
  await sql`
    select run_command_on_workers('select count(pg_cancel_backend(pid)) from pg_stat_activity
      where datname = current_database() and wait_event_type = ''Lock''')`
}

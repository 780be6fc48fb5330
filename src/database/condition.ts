import type { Sql } from './connection.ts'
import { pendingMigrations } from './migrate.ts'

/** What has to be right about a database server, and mostly is. */
export type Condition = {
  version: string
  /** 170004 for 17.4. */
  version_number: number
  /** Settings by which an answered write survives a crash; each must be on. */
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  encoding: string
  is_superuser: boolean
  /** Its clock against ours; positive when it is ahead. */
  clock_ahead_ms: number
  pending_migrations: string[]
}

export async function findCondition(sql: Sql): Promise<Condition> {
  // The first statement opens the connection: it would be counted as a difference of the clocks.
  const [facts] = await sql<[Omit<Condition, 'clock_ahead_ms' | 'pending_migrations'>]>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::integer as version_number,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('server_encoding') as encoding,
      current_setting('is_superuser') = 'on' as is_superuser`
  const beforeMs = Date.now()
  const [clock] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
  const oursMs = (beforeMs + Date.now()) / 2
  return {
    ...facts,
    clock_ahead_ms: clock.now.getTime() - oursMs,
    pending_migrations: await pendingMigrations(sql),
  }
}

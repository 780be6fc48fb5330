import type { DatabaseUrl } from '../../database/address.ts'
import { connect, type Sql } from '../../database/driver/connection.ts'
import { applicationRole } from '../../database/roles.ts'
import { findLastBackup, noteBackup } from '../../store/server/last-backup.ts'

/** That a backup has ended now; doctor, the health page and `/metrics` show its age. */
export function recordBackup(url: DatabaseUrl): Promise<void> {
  return onConnection(url, noteBackup)
}

/** @returns null if none was recorded. */
export function readLastBackup(url: DatabaseUrl): Promise<Date | null> {
  return onConnection(url, findLastBackup)
}

async function onConnection<Result>(url: DatabaseUrl, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const options = {
    max: 1,
    applicationName: 'quiver backup',
    role: applicationRole,
    statementTimeoutMs: 10_000,
  }
  const database = connect(url, options)
  return work(database.everywhere()).finally(() => database.end())
}

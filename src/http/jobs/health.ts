import { showHealth, type Health } from '../../contract/jobs/health.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Spool } from '../../files/storage.ts'
import { findActivity, findQueues } from '../../store/jobs/health.ts'
import { findProcesses } from '../../store/server/processes.ts'
import type { Router } from '../route/bind.ts'

type Parts = {
  spool: Pick<Spool, 'disk'>
  warnings?: (() => string[]) | undefined
  /** Of the server. Default: unknown. */
  version?: string | undefined
}

/** Pages ask again every few seconds, perhaps several of them: they share one look. */
const freshMs = 2_000

export function systemHealthRoute(route: Router, parts: Parts): void {
  let last: { seen: ReturnType<typeof look>; atMs: number } | undefined
  route(showHealth, async ({ everywhere, caller }) => {
    if (last === undefined || performance.now() - last.atMs > freshMs) {
      last = { seen: look(everywhere(), parts), atMs: performance.now() }
    }
    const seen = await last.seen.catch((error: unknown) => {
      last = undefined
      throw error
    })
    return { data: { version: parts.version ?? 'unknown', ...present(seen, caller.time_zone) } }
  })
}

async function look(sql: Sql, { spool, warnings }: Parts) {
  const [activity, queues, processes, disk] = await Promise.all([
    findActivity(sql),
    findQueues(sql),
    findProcesses(sql),
    spool.disk(),
  ])
  return { activity, queues, processes, disk, warnings: warnings?.() ?? [] }
}

function present(seen: Awaited<ReturnType<typeof look>>, zone: string): Omit<Health, 'version'> {
  const time = (instant: Date) => formatInstant(instant.getTime(), zone)
  const { checked_at: checkedAt, import_workers, last_backup_at: backupAt, ...database } = seen.activity
  const { freeBytes, totalBytes, spoolBytes } = seen.disk
  return {
    checked_at: time(checkedAt),
    warnings: seen.warnings,
    processes: seen.processes.map((row) => ({ ...row, seen_at: time(row.seen_at) })),
    import_workers,
    queues: seen.queues.map((row) => ({
      ...row,
      oldest_due_at: row.oldest_due_at === null ? null : time(row.oldest_due_at),
    })),
    disk: { free_bytes: freeBytes, total_bytes: totalBytes, spool_bytes: spoolBytes },
    database,
    last_backup_at: backupAt === null ? null : time(backupAt),
  }
}

import type { Health } from '../../src/contract/jobs/health.ts'
import { size } from '../design/figures.ts'
import { duration } from '../words/audience/amounts.ts'
import { healthWords } from '../words/jobs.ts'

const words = healthWords.problems

/** From when on an administrator should look: a queue a quarter of an hour late, a disk nearly full, a forgotten transaction. */
const lateSeconds = 900
const freeShareMin = 0.1
const transactionSecondsMax = 600
const connectionShareMax = 0.9
const backupSecondsMax = 7 * 86_400

/** @returns a sentence for each thing that needs an administrator; none if the server is well. */
export function problemsOf(health: Health): string[] {
  const { disk, database, processes } = health
  const now = Date.parse(health.checked_at)
  const late = health.queues.flatMap(({ name, oldest_due_at: due }) => {
    const seconds = due === null ? 0 : (now - Date.parse(due)) / 1_000
    return seconds > lateSeconds ? [words.late(healthWords.queues.names[name], duration(seconds))] : []
  })
  const { last_backup_at: backupAt } = health
  const backupAge = backupAt === null ? 0 : (now - Date.parse(backupAt)) / 1_000
  const runsMail = processes.some(({ part, running }) => part === 'mail' && running)
  return [
    ...health.warnings,
    ...(runsMail ? [] : [words.noMail]),
    ...(health.import_workers > 0 ? [] : [words.noWorker]),
    ...late,
    ...(disk.free_bytes < freeShareMin * disk.total_bytes ? [words.disk(size(disk.free_bytes))] : []),
    ...(database.oldest_transaction_seconds > transactionSecondsMax
      ? [words.transaction(duration(database.oldest_transaction_seconds))]
      : []),
    ...(database.connections > connectionShareMax * database.connections_max
      ? [words.connections(database.connections, database.connections_max)]
      : []),
    ...(backupAge > backupSecondsMax ? [words.backup(duration(backupAge))] : []),
  ]
}

import { statfs } from 'node:fs/promises'
import type { DatabaseUrl } from '../../database/address.ts'
import { connect } from '../../database/driver/connection.ts'
import { oneLook } from '../../database/one-look.ts'
import { applicationRole } from '../../database/roles.ts'
import { findReadings, type Readings } from '../../store/jobs/readings.ts'
import { jobQueues } from '../../store/jobs/standing.ts'
import type { RowDisks } from '../../work/jobs/row-room.ts'
import { sumOf } from '../../work/counts.ts'
import { ownReport } from '../../work/reports.ts'
import type { Threads } from '../../work/threads.ts'
import { countsFromStart, metricOf, organizationsMax, type MetricName } from './catalog.ts'

export type Sample = { name: MetricName; labels: Record<string, string>; value: number }

export type Sources = {
  databaseUrl: DatabaseUrl
  dataDir: string
  /** Of a database of one's own; DATA_DIR is watched in any case. */
  rowDisks?: RowDisks | undefined
  threads: readonly Pick<Threads, 'reports'>[]
  version: string
  warnings: () => { name: string }[]
  /** How far the clock of the database is ahead; null: not known. */
  clockOffset: () => number | null
  /** How long a scrape waits for the database, and how long what it read is shared. */
  pace?: { waitMs: number; freshMs: number }
}

/** Several scrapers, and repeated scrapes, share one look. */
const usualPace = { waitMs: 2_000, freshMs: 5_000 }
const threadMs = 1_000

/** @returns what is read at the time of a scrape. Never rejects, and takes at most about two seconds. */
export function createGather(sources: Sources) {
  const { waitMs, freshMs } = sources.pace ?? usualPace
  // A connection of its own: while all others wait for a lock, it reports so.
  const database = connect(sources.databaseUrl, {
    max: 1,
    applicationName: 'quiver metrics',
    role: applicationRole,
    statementTimeoutMs: waitMs,
  })
  const read = oneLook({
    look: () => findReadings(database.everywhere(), organizationsMax),
    waitMs,
    freshMs,
  })
  return {
    gather: async (): Promise<Sample[]> => {
      const [readings, threads, disk] = await Promise.all([
        read().catch(() => null),
        ofThreads(sources.threads),
        // At the time when figures matter most, the disk may be gone.
        ofDisks(sources),
      ])
      return [...ofProcess(sources), ...threads, ...disk, ...ofDatabase(readings)]
    },
    end: () => database.end(0),
  }
}

const one = (name: MetricName, value: number, labels: Record<string, string> = {}): Sample => ({
  name,
  labels,
  value,
})

function ofProcess({ version, warnings, clockOffset }: Sources): Sample[] {
  const offset = clockOffset()
  const { user, system } = process.cpuUsage()
  // Of this process only: the others have series of their own.
  const names = warnings().flatMap(({ name }) => (name === 'other_process' ? [] : [name]))
  return [
    one('quiver_build_info', 1, { version }),
    one('quiver_warnings', names.length),
    ...names.map((name) => one('quiver_warning', 1, { name })),
    one('quiver_held', names.some((name) => name === 'held' || name === 'held_restored') ? 1 : 0),
    ...(offset === null ? [] : [one('quiver_clock_offset_seconds', offset)]),
    one('process_resident_memory_bytes', process.memoryUsage.rss()),
    one('process_cpu_seconds_total', (user + system) / 1e6),
    one('process_start_time_seconds', performance.timeOrigin / 1000),
  ]
}

async function ofThreads(kinds: Sources['threads']): Promise<Sample[]> {
  const main = ownReport()
  const answers = await Promise.all(kinds.map((threads) => threads.reports(threadMs)))
  const reports = [{ thread: 'main', report: main }, ...answers.flatMap(({ threads }) => threads)]
  const counts = sumOf([
    ...countsFromStart.map((count) => ({ ...count, value: 0 })),
    ...main.counts,
    ...answers.flatMap((answer) => answer.counts),
  ])
  return [
    ...counts.map(({ name, labels, value }) => one(metricOf[name], value, labels)),
    ...reports.flatMap(({ thread, report }) => [
      one('quiver_thread_answers', report === null ? 0 : 1, { thread }),
      ...Object.entries(report?.loopDelay ?? {}).map(([name, seconds]) =>
        one('quiver_event_loop_delay_seconds', seconds, { thread, quantile: quantiles[name] ?? name }),
      ),
      ...(report?.pools ?? []).flatMap(({ name: pool, max, used, waiting }) => [
        one('quiver_pool_connections', used, { pool }),
        one('quiver_pool_connections_max', max, { pool }),
        one('quiver_pool_waiting', waiting, { pool }),
      ]),
    ]),
  ]
}

const quantiles: Record<string, string> = { median: '0.5', p99: '0.99', max: '1' }

async function ofDisks({ dataDir, rowDisks = [] }: Sources): Promise<Sample[]> {
  const own = rowDisks.filter((path) => path !== dataDir)
  const found = await Promise.all([
    ofDisk('disk', dataDir),
    ...own.map((directory) => ofDisk('database_disk', directory, { directory })),
  ])
  return found.flat()
}

async function ofDisk(what: 'disk' | 'database_disk', path: string, labels = {}): Promise<Sample[]> {
  return statfs(path).then(
    ({ bavail, blocks, bsize }) => [
      one(`quiver_${what}_free_bytes`, bavail * bsize, labels),
      one(`quiver_${what}_size_bytes`, blocks * bsize, labels),
    ],
    () => [],
  )
}

function ofDatabase(readings: Readings | null): Sample[] {
  if (readings === null) return [one('quiver_database_up', 0)]
  return [
    one('quiver_database_up', 1),
    one('quiver_database_size_bytes', readings.size_bytes),
    one('quiver_database_connections', readings.connections),
    one('quiver_database_connections_max', readings.connections_max),
    one('quiver_database_oldest_transaction_seconds', readings.oldest_transaction_seconds),
    ...(readings.backup_age_seconds === null
      ? []
      : [one('quiver_backup_age_seconds', readings.backup_age_seconds)]),
    one('quiver_import_workers', readings.import_workers),
    one('quiver_sending_brakes', readings.braked),
    one('quiver_uncertain_messages', readings.uncertain.recent, { since: 'day' }),
    one('quiver_uncertain_messages', readings.uncertain.older, { since: 'longer' }),
    one('quiver_processes', readings.processes.running),
    one('quiver_processes_expected', readings.processes.running + readings.processes.missing),
    ...readings.waits.map(({ queue, reason, count }) =>
      one('quiver_queue_waits_for', count, { queue, reason }),
    ),
    ...jobQueues.map((queue) => {
      const stall = readings.stalls.find((found) => found.queue === queue)
      return one('quiver_queue_stalled_seconds', stall?.seconds ?? 0, { queue })
    }),
    ...readings.late_duties.map(({ name: duty, seconds }) =>
      one('quiver_upkeep_late_seconds', seconds, { duty }),
    ),
    ...readings.queues.flatMap(({ name: queue, waiting, running, oldest_due_seconds: oldest }) => [
      one('quiver_queue_waiting', waiting, { queue }),
      ...(running === null ? [] : [one('quiver_queue_running', running, { queue })]),
      one('quiver_queue_oldest_due_seconds', Math.max(0, oldest ?? 0), { queue }),
    ]),
    ...readings.organizations.flatMap((row) => {
      const organization = row.organization_id === null ? 'other' : String(row.organization_id)
      return [
        one('quiver_organization_recent_messages', row.messages, { organization }),
        one('quiver_organization_recent_bounces', row.hard_bounces, { organization }),
        one('quiver_organization_recent_complaints', row.complaints, { organization }),
      ]
    }),
  ]
}

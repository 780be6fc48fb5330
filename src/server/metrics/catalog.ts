import { classifications } from '../../contract/imports/states.ts'
import type { CountName } from '../../work/counts.ts'

type Kind = 'counter' | 'gauge' | 'histogram'
type Entry = { kind: Kind; help: string; labels: readonly string[] }

/** How many organizations have series of their own. */
export const organizationsMax = 10

/** Everything that `/metrics` serves. Names follow the rules of Prometheus: base units, counters end with _total. */
export const catalog = {
  quiver_build_info: entry('gauge', 'The version that runs; the value is 1.', ['version']),
  quiver_warnings: entry('gauge', 'Warnings of this process.'),
  quiver_warning: entry('gauge', 'A warning of this process; absent: it has none of this name.', ['name']),
  quiver_held: entry('gauge', '1: the process sends and downloads nothing until quiver confirm-copy.'),
  quiver_clock_offset_seconds: entry('gauge', 'How far the clock of the database is ahead of that of this machine.'), // oxfmt-ignore
  quiver_http_requests_total: entry('counter', 'Requests, by the template of their path.', ['method', 'route', 'status']), // oxfmt-ignore
  quiver_http_request_duration_seconds: entry('histogram', 'Time to the end of the answer, without streams of events.', ['method', 'route']), // oxfmt-ignore
  quiver_pool_connections: entry('gauge', 'Database connections of a pool that are in use.', ['pool']),
  quiver_pool_connections_max: entry('gauge', 'Database connections that a pool may have.', ['pool']),
  quiver_pool_waiting: entry('gauge', 'Transactions and statements that wait for a connection.', ['pool']),
  quiver_import_rows_total: entry('counter', 'Rows of imports that were committed, by class.', ['class']),
  quiver_messages_total: entry('counter', 'Messages whose outcome was recorded.', ['source', 'outcome']),
  quiver_returned_mail_total: entry('counter', 'Messages that came back, by what they were.', ['kind']),
  quiver_hits_total: entry('counter', 'Opens and clicks of mailings, by who made them as it was judged at first.', ['kind', 'maker']), // oxfmt-ignore
  quiver_submissions_total: entry('counter', 'Messages that were submitted by SMTP, by the answer.', [
    'outcome',
  ]),
  quiver_webhook_requests_total: entry('counter', 'Requests to webhooks, by outcome.', ['outcome']),
  quiver_refused_addresses_total: entry('counter', 'Connections that were refused for their address or port, by the setting that makes exceptions.', ['setting']), // oxfmt-ignore
  quiver_lease_losses_total: entry('counter', 'Work that was taken over, paused or cancelled.', ['work']),
  quiver_storage_requests_total: entry('counter', 'Requests to the storage of files (STORAGE_URL=s3://…), with their repetitions.', ['operation', 'outcome']), // oxfmt-ignore
  quiver_background_faults_total: entry('counter', 'Failed attempts of background loops.'),
  quiver_queue_waiting: entry('gauge', 'What is due and has not begun; counted to 10,000.', ['queue']),
  quiver_queue_running: entry('gauge', 'What is being worked on; counted to 10,000.', ['queue']),
  quiver_queue_oldest_due_seconds: entry('gauge', 'For how long the oldest that waits has been due.', ['queue']), // oxfmt-ignore
  quiver_organization_recent_messages: entry('gauge', 'The last messages, at most about 5,000, of the organizations with the most bounces and complaints.', ['organization']), // oxfmt-ignore
  quiver_organization_recent_bounces: entry('gauge', 'Hard bounces among these messages.', ['organization']),
  quiver_organization_recent_complaints: entry('gauge', 'Complaints about these messages.', ['organization']),
  quiver_sending_brakes: entry('gauge', 'Organizations whose sending is paused by the brake.'),
  quiver_queue_waits_for: entry('gauge', 'What has begun and waits now, by what it waits for.', ['queue', 'reason']), // oxfmt-ignore
  quiver_queue_stalled_seconds: entry('gauge', 'For how long one that runs and waits for nothing has committed nothing: the longest.', ['queue']), // oxfmt-ignore
  quiver_uncertain_messages: entry('gauge', 'Messages that are uncertain and can be sent again, by since when; counted to 10,000.', ['since']), // oxfmt-ignore
  quiver_processes: entry('gauge', 'Processes and threads that reported themselves within a minute.'),
  quiver_processes_expected: entry('gauge', 'These, and those that vanished within a day without a stop and were not replaced.'), // oxfmt-ignore
  quiver_upkeep_late_seconds: entry('gauge', 'Since when a duty of the upkeep should have been done twice.', ['duty']), // oxfmt-ignore
  quiver_import_workers: entry('gauge', 'Import workers that are connected to the database.'),
  quiver_database_up: entry('gauge', '1: the database answered in time. 0: what is read from it is missing.'),
  quiver_database_size_bytes: entry('gauge', 'Size of the database.'),
  quiver_database_connections: entry('gauge', 'Connections to the database server.'),
  quiver_database_connections_max: entry('gauge', 'Connections that the database server allows.'),
  quiver_database_oldest_transaction_seconds: entry('gauge', 'Age of the oldest transaction.'),
  quiver_backup_age_seconds: entry('gauge', 'Time since the last backup that was recorded; absent: there is none.'), // oxfmt-ignore
  quiver_disk_free_bytes: entry('gauge', 'Free on the disk of DATA_DIR.'),
  quiver_disk_size_bytes: entry('gauge', 'Size of the disk of DATA_DIR.'),
  quiver_database_disk_free_bytes: entry('gauge', 'Free on a disk of a PostgreSQL of your own, if it is on this machine and says where; absent: not known.', ['directory']), // oxfmt-ignore
  quiver_database_disk_size_bytes: entry('gauge', 'Size of that disk.', ['directory']),
  quiver_event_loop_delay_seconds: entry('gauge', 'Delay of the event loop since the last look.', ['thread', 'quantile']), // oxfmt-ignore
  quiver_thread_answers: entry('gauge', '1: the thread reported itself in time. 0: it is busy or dead.', ['thread']), // oxfmt-ignore
  process_resident_memory_bytes: entry('gauge', 'Memory of the process, without the embedded database.'),
  process_cpu_seconds_total: entry('counter', 'CPU time of the process.'),
  process_start_time_seconds: entry('gauge', 'When the process started, in seconds since 1970.'),
} satisfies Record<string, Entry>

export type MetricName = keyof typeof catalog

function entry<const Labels extends readonly string[] = []>(
  kind: Kind,
  help: string,
  labels?: Labels,
): Entry & { labels: Labels } {
  return { kind, help, labels: labels ?? ([] as unknown as Labels) }
}

/** The metric of a count of `work/counts.ts`. */
export const metricOf: Record<CountName, MetricName> = {
  import_rows: 'quiver_import_rows_total',
  messages: 'quiver_messages_total',
  returned_mail: 'quiver_returned_mail_total',
  hits: 'quiver_hits_total',
  submissions: 'quiver_submissions_total',
  webhook_requests: 'quiver_webhook_requests_total',
  refused_addresses: 'quiver_refused_addresses_total',
  lease_losses: 'quiver_lease_losses_total',
  storage_requests: 'quiver_storage_requests_total',
  background_faults: 'quiver_background_faults_total',
}

const outcomes = ['accepted', 'bounced', 'deferred', 'skipped', 'uncertain']

/** Counts that exist before the first event: otherwise Prometheus would see no increase from 0 to 1. */
export const countsFromStart: { name: CountName; labels: Record<string, string> }[] = [
  ...classifications.map((name) => ({ name: 'import_rows' as const, labels: { class: name } })),
  ...['campaign', 'autoresponder', 'message'].flatMap((source) =>
    outcomes.map((outcome) => ({ name: 'messages' as const, labels: { source, outcome } })),
  ),
  ...['bounce', 'complaint', 'unsubscription', 'repeat', 'unknown'].map((kind) => ({
    name: 'returned_mail' as const,
    labels: { kind },
  })),
  ...['open', 'click'].flatMap((kind) =>
    ['person', 'machine'].map((maker) => ({ name: 'hits' as const, labels: { kind, maker } })),
  ),
  ...['queued', 'deferred', 'refused'].map((outcome) => ({
    name: 'submissions' as const,
    labels: { outcome },
  })),
  ...['taken', 'failed', 'gone', 'silent'].map((outcome) => ({
    name: 'webhook_requests' as const,
    labels: { outcome },
  })),
  ...['IMPORT_URL_ALLOW', 'WEBHOOK_ALLOW', 'REMOTE_DATABASE_ALLOW'].map((setting) => ({
    name: 'refused_addresses' as const,
    labels: { setting },
  })),
  ...['import', 'undo', 'export', 'bulk change', 'campaign', 'webhook'].map((work) => ({
    name: 'lease_losses' as const,
    labels: { work },
  })),
  ...['put', 'get', 'delete'].flatMap((operation) =>
    ['done', 'failed'].map((outcome) => ({
      name: 'storage_requests' as const,
      labels: { operation, outcome },
    })),
  ),
  { name: 'background_faults', labels: {} },
]

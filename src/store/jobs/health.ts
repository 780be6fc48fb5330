import { queueCountMax, queueNames, type QueueName } from '../../contract/jobs/health.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { presenceClass } from '../server/worker-sessions.ts'

export type QueueRow = {
  name: QueueName
  waiting: number
  running: number | null
  oldest_due_at: Date | null
}

/** Across organizations. Each queue is read by the index that serves its claims, and no further than it is counted. */
export async function findQueues(sql: Sql): Promise<QueueRow[]> {
  const rows = await sql<QueueRow[]>`${queueRows(sql)}`
  return queueNames.map((name) => {
    const row = rows.find((one) => one.name === name)
    if (row === undefined) throw new Error(`a select returned no row of ${name}`)
    return row
  })
}

/** A select of one `QueueRow` for each queue. */
export function queueRows(sql: Sql): Fragment {
  const queries = queuesOf(sql)
  const read = (name: QueueName) => {
    const { due, running } = queries[name]
    return sql`
      select ${name}::text as name, count(*) as waiting, min(due_at) as oldest_due_at,
        ${running === null ? sql`null::bigint` : sql`(select count(*) from (${running} limit ${queueCountMax}) running)`} as running
      from (${due} limit ${queueCountMax}) due`
  }
  const [first, ...others] = queueNames.map(read)
  if (first === undefined) throw new Error('there are no queues')
  return others.reduce((all, one) => sql`${all} union all ${one}`, first)
}

/** `due`: what has not begun, with `due_at`, oldest first where there can be many. */
function queuesOf(sql: Sql): Record<QueueName, { due: Fragment; running: Fragment | null }> {
  return {
    imports: jobsOf(sql, 'SubscriberImport'),
    exports: jobsOf(sql, 'SubscriberExport'),
    bulk_changes: jobsOf(sql, 'SubscriberBulkChange'),
    messages: {
      due: sql`
        select r.due_at from message_streams s cross join lateral (
          select due_at from messages r
          where r.organization_id = s.organization_id and r.stream_id = s.id and r.state in ('queued', 'deferred')
            and greatest(r.due_at, r.leased_until) <= now()
          order by greatest(r.due_at, r.leased_until) limit ${queueCountMax}) r
        where not s.paused`,
      running: null,
    },
    campaigns: jobsOf(sql, 'Campaign'),
    autoresponders: {
      due: sql`
        select r.due_at from autoresponders a cross join lateral (
          select due_at from autoresponder_reactions r
          where r.organization_id = a.organization_id and r.autoresponder_id = a.id and not r.handed_over
            and greatest(r.due_at, r.next_attempt_at, r.leased_until) <= now()
          order by greatest(r.due_at, r.next_attempt_at, r.leased_until) limit ${queueCountMax}) r`,
      running: null,
    },
    webhooks: {
      due: sql`
        select e.created_at as due_at from webhooks w cross join lateral (
          select created_at from webhook_events e
          where e.organization_id = w.organization_id and e.webhook_id = w.id and e.dead_at is null
          order by e.id limit ${queueCountMax}) e
        where w.active`,
      running: null,
    },
    system_mails: {
      due: sql`
        select created_at as due_at from system_mails
        where sent_at is null and given_up_at is null and next_attempt_at <= now()`,
      running: null,
    },
  }
}

function jobsOf(sql: Sql, kind: string) {
  const unfinished = sql`jobs where kind = ${kind} and finished_at is null`
  return {
    due: sql`select begins_at as due_at from ${unfinished} and state = 'scheduled' and begins_at <= now()`,
    running: sql`select 1 from ${unfinished} and state not in ('scheduled', 'paused')`,
  }
}

export type Activity = {
  checked_at: Date
  version: string
  size_bytes: number
  connections: number
  connections_max: number
  oldest_transaction_seconds: number
  import_workers: number
  /** null: none was recorded. */
  last_backup_at: Date | null
}

export async function findActivity(sql: Sql): Promise<Activity> {
  const [row] = await sql<Activity[]>`${activityRow(sql)}`
  if (row === undefined) throw new Error('a select returned no row')
  return row
}

/** A select of one `Activity`. */
export function activityRow(sql: Sql): Fragment {
  return sql`
    select now() as checked_at, current_setting('server_version') as version,
      pg_database_size(current_database()) as size_bytes, a.connections, a.connections_max,
      a.oldest_transaction_seconds, (
        select count(*) from pg_locks l
        where l.locktype = 'advisory' and l.classid = ${presenceClass} and l.granted
          and l.database = (select oid from pg_database where datname = current_database())) as import_workers,
      (select ended_at from last_backup) as last_backup_at
    from server_activity() a`
}

import type { QueueName } from '../../contract/jobs/health.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** What stands still, and what for. `reason`: as its owner reads it. */
export type WaitReading = { queue: QueueName; reason: string; count: number }
export type StallReading = { queue: QueueName; seconds: number }

/** Whose work is jobs. */
export const jobQueues = ['imports', 'exports', 'bulk_changes', 'campaigns'] as const satisfies QueueName[]

/** A sentence may follow the reason; it would make a series of each. */
const reasonsMax = 30

function queueOf(sql: Sql): Fragment {
  return sql`case
    when j.kind in ('SubscriberImport', 'SubscriberImportUndo') then 'imports' when j.kind = 'SubscriberExport' then 'exports'
    when j.kind = 'SubscriberBulkChange' then 'bulk_changes' else 'campaigns' end`
}

/** A select of `WaitReading`s: jobs, autoresponders and streams of messages that have begun and wait for something. */
export function waitRows(sql: Sql): Fragment {
  const waits = sql`waiting_for <> '' and waits_until > now()`
  return sql`
    select queue, split_part(reason, '.', 1) as reason, count(*) as count from (
      select ${queueOf(sql)} as queue, j.waiting_for as reason from jobs j where j.finished_at is null and j.waiting_for <> ''
      union all
      select 'autoresponders', waiting_for from reaction_turns where ${waits}
      union all
      select 'messages', waiting_for from message_turns where ${waits}) waiting
    group by 1, 2 order by count(*) desc, 1, 2 limit ${reasonsMax}`
}

/**
 * A select of `StallReading`s: of the jobs that run and wait for nothing, the one that has committed nothing for longest. A
 * download has time limits of its own.
 */
export function stallRows(sql: Sql): Fragment {
  return sql`
    select ${queueOf(sql)} as queue,
      extract(epoch from max(now() - greatest(j.started_at, j.advanced_at)))::float8 as seconds
    from jobs j
    where j.finished_at is null and j.state not in ('scheduled', 'paused', 'downloading') and j.waiting_for = ''
      and j.organization_id in (select id from organizations where active and deleted_at is null)
    group by 1`
}

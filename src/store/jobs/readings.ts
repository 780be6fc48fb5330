import { queueCountMax, type QueueName } from '../../contract/jobs/health.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { processCounts } from '../server/processes.ts'
import { lateDuties } from '../server/upkeep.ts'
import { activityRow, queueRows, type Activity } from './health.ts'
import { stallRows, waitRows, type StallReading, type WaitReading } from './standing.ts'

export type QueueReading = {
  name: QueueName
  waiting: number
  running: number | null
  oldest_due_seconds: number | null
}

/** Of the last messages that the sending brake counts (5,000 or so). */
export type OrganizationReading = {
  organization_id: number | null
  messages: number
  hard_bounces: number
  complaints: number
}

export type Readings = Omit<Activity, 'checked_at' | 'last_backup_at'> & {
  /** null: no backup was recorded. */
  backup_age_seconds: number | null
  queues: QueueReading[]
  /** Those with the most bounces and complaints, and one without an id for all others. */
  organizations: OrganizationReading[]
  braked: number
  uncertain: { recent: number; older: number }
  processes: { running: number; missing: number }
  waits: WaitReading[]
  stalls: StallReading[]
  late_duties: { name: string; seconds: number }[]
}

/** In one statement, so that a busy database is asked once; from memory, or by the index of each queue. */
export async function findReadings(sql: Sql, organizationsMax: number): Promise<Readings> {
  const [row] = await sql<Readings[]>`
    with queues as (${queueRows(sql)}),
    brakes as (
      select organization_id, braked_at, (select sum(n) from unnest(sent) n) as messages,
        (select sum(n) from unnest(hard_bounces) n) as hard_bounces,
        (select sum(n) from unnest(complaints) n) as complaints
      from sending_brakes),
    ranked as (
      select *, case when row_number() over (
        order by hard_bounces + complaints desc, organization_id) <= ${organizationsMax} then organization_id end as shown
      from brakes),
    judged as (
      select shown as organization_id, sum(messages) as messages, sum(hard_bounces) as hard_bounces,
        sum(complaints) as complaints
      from ranked group by shown)
    select a.version, a.size_bytes, a.connections, a.connections_max, a.oldest_transaction_seconds, a.import_workers,
      extract(epoch from a.checked_at - a.last_backup_at)::float8 as backup_age_seconds,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'waiting', waiting, 'running', running,
        'oldest_due_seconds', extract(epoch from now() - oldest_due_at))), '[]') from queues) as queues,
      (select coalesce(jsonb_agg(to_jsonb(o) order by o.organization_id), '[]') from judged o) as organizations,
      (select count(*) from brakes where braked_at is not null) as braked,
      (select to_jsonb(u) from (${uncertainCounts(sql)}) u) as uncertain,
      (select to_jsonb(p) from (${processCounts(sql)}) p) as processes,
      (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (${waitRows(sql)}) w) as waits,
      (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (${stallRows(sql)}) s) as stalls,
      (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (${lateDuties(sql)}) d) as late_duties
    from (${activityRow(sql)}) a`
  if (row === undefined) throw new Error('a select returned no row')
  return row
}

/**
 * Those that somebody can send again: a campaign that was cancelled or has failed sends nothing. Counted apart, so that many old
 * ones do not hide new ones.
 */
function uncertainCounts(sql: Sql): Fragment {
  const count = (condition: Fragment) => sql`(
    select count(*) from (
      select 1 from deliveries d
      left join jobs j on j.organization_id = d.organization_id and j.kind = 'Campaign' and j.id = d.campaign_id
      where d.state = 'uncertain' and coalesce(j.state not in ('cancelled', 'failed'), true) and ${condition}
      limit ${queueCountMax}) counted)`
  const isRecent = sql`coalesce(d.sent_at > now() - interval '1 day', false)`
  return sql`select ${count(isRecent)} as recent, ${count(sql`not ${isRecent}`)} as older`
}

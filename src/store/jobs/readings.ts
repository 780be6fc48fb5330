import { queueCountMax, type QueueName } from '../../contract/jobs/health.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { isRunning } from '../server/processes.ts'
import { activityRow, queueRows, type Activity } from './health.ts'

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
  uncertain: number
  processes: number
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
    organizations as (
      select shown as organization_id, sum(messages) as messages, sum(hard_bounces) as hard_bounces,
        sum(complaints) as complaints
      from ranked group by shown)
    select a.version, a.size_bytes, a.connections, a.connections_max, a.oldest_transaction_seconds, a.import_workers,
      extract(epoch from a.checked_at - a.last_backup_at)::float8 as backup_age_seconds,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'waiting', waiting, 'running', running,
        'oldest_due_seconds', extract(epoch from now() - oldest_due_at))), '[]') from queues) as queues,
      (select coalesce(jsonb_agg(to_jsonb(o) order by o.organization_id), '[]') from organizations o) as organizations,
      (select count(*) from brakes where braked_at is not null) as braked,
      (select count(*) from (
        select from deliveries where state = 'uncertain' limit ${queueCountMax}) uncertain) as uncertain,
      (select count(*) from server_processes where ${isRunning(sql)}) as processes
    from (${activityRow(sql)}) a`
  if (row === undefined) throw new Error('a select returned no row')
  return row
}

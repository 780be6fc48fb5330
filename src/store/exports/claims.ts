import { chosenOf } from '../../contract/exports/columns.ts'
import type { ChosenColumn, ExportColumn } from '../../contract/exports/columns.ts'
import type { ExportFormat } from '../../contract/exports/input.ts'
import { fileDays } from '../../contract/exports/states.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { leaseSeconds, secondsFromNow } from '../../database/lease.ts'
import { leasesOf } from '../server/leases.ts'
import { knownPlaces } from '../server/processes.ts'
import type { Claim } from '../server/leases.ts'
import { isAbandoned, presenceNow } from '../server/worker-sessions.ts'
import { queueExportEnd } from './events.ts'
import type { ExportSelection } from './rows.ts'

export type ClaimedExport = Claim & {
  mailing_list_id: number
  attempts: number
  /** Of the worker before, which may have left it behind. */
  spool_name: string | null
  clauses: Clause[] | null
  statuses: SubscriberStatus[] | null
  selection: ExportSelection | null
  columns: ChosenColumn[] | null
  file_format: ExportFormat
  time_zone: string
}

export type ExportWorker = {
  name: string
  presence: number | null
  /** Where it writes files; the links of an export are answered by servers that read there. null: any. */
  place: string | null
}

const claimable = ['scheduled', 'exporting']
const leases = leasesOf({
  work: 'export',
  table: 'subscriber_exports',
  key: 'id',
  channel: 'subscriber_exports',
  isOpen: (sql) => sql`state = any(${claimable})`,
})
export const { release: releaseExport, postpone: postponeExport } = leases

/** Takes turns among organizations, of which each has one export at a time. One conditional update, as for imports. */
export async function claimExport(sql: Sql, worker: ExportWorker): Promise<ClaimedExport | null> {
  const [row] = await sql<ClaimedExport[]>`
    with due as materialized (
      select e.organization_id, e.id
      from subscriber_exports e
      left join export_turns t on t.organization_id = e.organization_id
      where ${isClaimable(sql, worker)}
        and e.begins_at <= now()
        and (e.next_attempt_at is null or e.next_attempt_at <= now())
        and (e.leased_until is null or e.leased_until < now() or ${isAbandoned(sql, sql`e.presence`)})
      order by t.served_at nulls first, e.begins_at, e.id
      limit 1
      for no key update of e skip locked),
    turn as (
      insert into export_turns (organization_id, served_at)
      select organization_id, clock_timestamp() from due
      on conflict (organization_id) do update set served_at = excluded.served_at)
    update subscriber_exports e
    set state = 'exporting', epoch = e.epoch + 1, attempts = e.attempts + 1, worker = ${worker.name},
      started_at = coalesce(e.started_at, now()), records_exported = 0,
      presence = ${presenceNow(sql, worker.presence)}, next_attempt_at = null,
      leased_until = ${secondsFromNow(sql, leaseSeconds)}
    from due join organizations o on o.id = due.organization_id
    where e.organization_id = due.organization_id and e.id = due.id
    returning e.organization_id, e.id, e.epoch, e.mailing_list_id, e.attempts, e.spool_name, e.statuses, e.selection, e.columns,
      e.file_format, o.time_zone, (
        select g.clauses from segments g where g.organization_id = e.organization_id and g.id = e.segment_id) as clauses`
  return row ?? null
}

/** null: nothing is scheduled. */
export async function secondsToNextExport(sql: Sql, worker: ExportWorker): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(greatest(e.begins_at, e.next_attempt_at, e.leased_until)) - now())::float8 as seconds
    from subscriber_exports e
    where ${isClaimable(sql, worker)}`
  return row?.seconds ?? null
}

/** Apart from the time. */
function isClaimable(sql: Sql, { place }: ExportWorker) {
  const isRunning = sql`other.finished_at is null and other.leased_until >= now()`
  return sql`
    e.finished_at is null and e.state = any(${claimable})
    and e.organization_id in (select id from organizations where active and deleted_at is null)
    and not exists (
      select 1 from subscriber_exports other
      where other.organization_id = e.organization_id and other.id <> e.id and ${isRunning}
        and not ${isAbandoned(sql, sql`other.presence`)})
    ${
      place === null
        ? sql``
        : sql`and (e.data_directory is null or e.data_directory = ${place}
            or e.data_directory not in (${knownPlaces(sql)}))`
    }`
}

/** Also the heartbeat. A late one does not renew a lost claim. @throws LeaseLost. */
export async function noteProgress(sql: Sql, claim: Claim, records: number): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_exports
      set leased_until = ${secondsFromNow(sql, leaseSeconds)}, records_exported = ${records}
      where ${leases.held(sql, claim)} and leased_until is not null`,
  )
}

/** Before the first byte, so that the next worker can delete what this one leaves behind. @throws LeaseLost. */
export async function noteFile(
  sql: Sql,
  claim: ClaimedExport,
  file: { spool_name: string; data_directory: string | null },
): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_exports
      set spool_name = ${file.spool_name}, data_directory = coalesce(${file.data_directory}, data_directory),
        number_of_records = ${expectedRecords(sql, claim)}
      where ${leases.held(sql, claim)}`,
  )
}

/** Nothing tells beforehand how many a segment or a text has. */
function expectedRecords(sql: Sql, claim: ClaimedExport) {
  const { clauses, statuses, selection, organization_id, mailing_list_id } = claim
  if (selection !== null && 'ids' in selection) return sql`${selection.ids.length}`
  if (clauses !== null || selection !== null) return sql`null`
  return sql`coalesce((
    select sum(counted.value::bigint)::bigint
    from subscriber_counts c cross join jsonb_each_text(to_jsonb(c)) counted
    where c.organization_id = ${organization_id} and c.mailing_list_id = ${mailing_list_id}
      and counted.key = any(${statuses ?? ['active', 'unsubscribed', 'scomp', 'bounced', 'deactivated']})), 0)`
}

export type Written = { records: number; sizeBytes: number; sha256: string; columns: ExportColumn[] }

/** @throws LeaseLost: the file is nobody's. */
export async function finishExport(database: Scoped, claim: Claim, written: Written): Promise<void> {
  await database.begin(async (sql) => {
    await leases.change(
      claim,
      sql`update subscriber_exports
        set state = 'finished', finished_at = now(), leased_until = null, selection = null, records_exported = ${written.records},
          number_of_records = ${written.records}, size_bytes = ${written.sizeBytes}, sha256 = ${written.sha256},
          columns = ${sql.json(chosenOf(written.columns))}, expires_at = now() + ${fileDays} * interval '1 day'
        where ${leases.held(sql, claim)} and state = 'exporting'`,
    )
    await queueExportEnd(sql, claim, 'finished')
  })
}

/** @param message a sentence that names the next step for a user. @throws LeaseLost. */
export async function failExport(database: Scoped, claim: Claim, message: string): Promise<void> {
  await database.begin(async (sql) => {
    await leases.change(
      claim,
      sql`update subscriber_exports
        set state = 'failed', error_message = ${message}, finished_at = now(), leased_until = null, selection = null
        where ${leases.held(sql, claim)}`,
    )
    await queueExportEnd(sql, claim, 'failed')
  })
}

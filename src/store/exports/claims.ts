import { chosenOf } from '../../contract/exports/columns.ts'
import type { ChosenColumn, ExportColumn } from '../../contract/exports/columns.ts'
import type { ExportFormat } from '../../contract/exports/input.ts'
import { fileDays } from '../../contract/exports/states.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { leaseSeconds, secondsFromNow } from '../../database/lease.ts'
import { candidatesMax, leasesOf, passTurn } from '../server/leases.ts'
import { knownPlaces } from '../server/processes.ts'
import type { Claim, Claimant, DueRow } from '../server/leases.ts'
import { findAlive, isAbandoned, leasedUntil, presenceNow } from '../server/worker-sessions.ts'
import type { Alive } from '../server/worker-sessions.ts'
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

export type ExportWorker = Claimant & {
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

/** Takes turns among organizations; each has one export at a time. In two steps, as for imports. */
export async function claimExport(sql: Sql, worker: ExportWorker): Promise<ClaimedExport | null> {
  const seen = await findAlive(sql)
  const candidates = await sql<DueRow[]>`
    select organization_id, id, epoch from (
      select distinct on (e.organization_id) e.organization_id, e.id, e.epoch, e.begins_at, t.served_at
      from subscriber_exports e
      left join export_turns t on t.organization_id = e.organization_id
      where ${isClaimable(sql, worker, seen)} and ${isDue(sql, seen)}
      order by e.organization_id, e.begins_at, e.id) next
    order by served_at nulls first, begins_at, id limit ${candidatesMax}`
  if (candidates.length === 0) return null
  const alive = await findAlive(sql)
  return leases.takeFirst(sql, { candidates, worker }, async (due) => {
    const claimed = await takeExport(sql, due, worker, alive)
    if (claimed !== null) await passTurn(sql, 'export_turns', due.organization_id)
    return claimed
  })
}

async function takeExport(
  sql: Sql,
  due: DueRow,
  worker: ExportWorker,
  alive: Alive,
): Promise<ClaimedExport | null> {
  const organizationId = due.organization_id
  const { count } = await sql`
    update subscriber_exports e
    set state = 'exporting', epoch = e.epoch + 1, attempts = e.attempts + 1, worker = ${worker.name},
      started_at = least(e.started_at, now()), records_exported = 0,
      presence = ${presenceNow(worker.presence, alive)}, next_attempt_at = null,
      leased_until = ${secondsFromNow(sql, leaseSeconds)}
    where e.organization_id = ${organizationId} and e.id = (
      select e.id from subscriber_exports e
      where e.organization_id = ${organizationId} and e.id = ${due.id} and e.epoch = ${due.epoch}
        and ${isDue(sql, alive)} and ${isAlone(sql, sql`${organizationId}`, alive)}
      for no key update skip locked)`
  if (count !== 1) return null
  const [row] = await sql<ClaimedExport[]>`
    select e.organization_id, e.id, e.epoch, e.mailing_list_id, e.attempts, e.spool_name, e.statuses, e.selection, e.columns,
      e.file_format, o.time_zone, g.clauses
    from subscriber_exports e
    join organizations o on o.id = e.organization_id
    left join segments g on g.organization_id = e.organization_id and g.id = e.segment_id
    where e.organization_id = ${organizationId} and e.id = ${due.id} and e.epoch = ${due.epoch + 1}`
  return row ?? null
}

/** See `Due`. */
export function dueExports(sql: Sql, worker: ExportWorker, alive: Alive): Fragment {
  const leased = leasedUntil(sql, sql`e.leased_until`, sql`e.presence`, alive)
  return sql`
    select extract(epoch from min(greatest(e.begins_at, e.next_attempt_at, ${leased})) - now())::float8 as seconds
    from subscriber_exports e
    where ${isClaimable(sql, worker, alive)}`
}

function isDue(sql: Sql, alive: Alive) {
  return sql`e.finished_at is null and e.state = any(${claimable}) and e.begins_at <= now()
    and (e.next_attempt_at is null or e.next_attempt_at <= now())
    and (e.leased_until is null or e.leased_until < now() or ${isAbandoned(sql, sql`e.presence`, alive)})`
}

/** The organization has no other export that runs. */
function isAlone(sql: Sql, organization: Fragment, alive: Alive) {
  return sql`not exists (
    select 1 from subscriber_exports other
    where other.organization_id = ${organization} and other.id <> e.id and other.finished_at is null
      and other.leased_until >= now() and not ${isAbandoned(sql, sql`other.presence`, alive)})`
}

/** Apart from the time. */
function isClaimable(sql: Sql, { place }: ExportWorker, alive: Alive) {
  return sql`
    e.finished_at is null and e.state = any(${claimable})
    and e.organization_id in (select id from organizations where active and deleted_at is null)
    and ${isAlone(sql, sql`e.organization_id`, alive)}
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

/** @throws LeaseLost: the file then belongs to no export. */
export async function finishExport(sql: Transaction, claim: Claim, written: Written): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_exports
      set state = 'finished', finished_at = now(), leased_until = null, selection = null, records_exported = ${written.records},
        number_of_records = ${written.records}, size_bytes = ${written.sizeBytes}, sha256 = ${written.sha256},
        columns = ${sql.json(chosenOf(written.columns))}, expires_at = now() + ${fileDays} * interval '1 day'
      where ${leases.held(sql, claim)} and state = 'exporting'`,
  )
  await queueExportEnd(sql, claim, 'finished')
}

/** @param message a sentence that names the next step for a user. @throws LeaseLost. */
export async function failExport(sql: Transaction, claim: Claim, message: string): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_exports
      set state = 'failed', error_message = ${message}, finished_at = now(), leased_until = null, selection = null
      where ${leases.held(sql, claim)}`,
  )
  await queueExportEnd(sql, claim, 'failed')
}

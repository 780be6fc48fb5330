import { type ChosenColumn, type ExportColumn, chosenOf } from '../../contract/exports/columns.ts'
import type { ExportFormat } from '../../contract/exports/input.ts'
import { fileDays } from '../../contract/exports/states.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost } from '../../database/lease.ts'
import type { JobQueue } from '../jobs/claim.ts'
import { endJob, renewLease, type JobClaim } from '../jobs/lease.ts'
import { queueExportEnd } from './events.ts'
import { exportKind, forgetSelections, type ExportSelection } from './rows.ts'

// What the worker of an export reads and writes.

export const exportQueue: JobQueue = {
  name: 'exports',
  takes: [{ kind: exportKind, states: ['scheduled', 'exporting'], becomes: 'exporting' }],
  perOrganization: 1,
}

export type ExportRequest = {
  mailing_list_id: number
  /** Of the worker before, which may have left it behind. */
  spool_name: string | null
  clauses: Clause[] | null
  statuses: SubscriberStatus[] | null
  selection: ExportSelection | null
  columns: ChosenColumn[] | null
  file_format: ExportFormat
  time_zone: string
}

/** @throws LeaseLost: what was selected is forgotten when the export ends. */
export async function findExportRequest(sql: Sql, claim: JobClaim): Promise<ExportRequest> {
  const { organization_id: organizationId, kind, id, epoch } = claim
  const [row] = await sql<ExportRequest[]>`
    select e.mailing_list_id, e.spool_name, e.statuses, e.selection, e.columns, e.file_format, o.time_zone, g.clauses
    from subscriber_exports e
    join jobs j on j.organization_id = e.organization_id and j.kind = ${kind} and j.id = e.id
    join organizations o on o.id = e.organization_id
    left join segments g on g.organization_id = e.organization_id and g.id = e.segment_id
    where e.organization_id = ${organizationId} and e.id = ${id} and j.epoch = ${epoch} and j.finished_at is null`
  if (row === undefined) throw new LeaseLost(`export ${id}`)
  return row
}

/** Before the first byte, so that the next worker can delete what this one leaves behind. @throws LeaseLost. */
export async function noteFile(
  sql: Transaction,
  claim: JobClaim & ExportRequest,
  file: { spoolName: string; place: string | null },
): Promise<void> {
  const { organization_id: organizationId, id } = claim
  const total = await expectedRecords(sql, claim)
  await renewLease(sql, claim, { progress: 0, total, place: file.place })
  await sql`
    update subscriber_exports set spool_name = ${file.spoolName}
    where organization_id = ${organizationId} and id = ${id}`
}

/** Nothing tells beforehand how many a segment or a text has. */
async function expectedRecords(sql: Sql, claim: JobClaim & ExportRequest): Promise<number | null> {
  const { clauses, statuses, selection, organization_id: organizationId, mailing_list_id: listId } = claim
  if (selection !== null && 'ids' in selection) return selection.ids.length
  if (clauses !== null || selection !== null) return null
  const [row] = await sql<{ people: number }[]>`
    select coalesce(sum(counted.value::bigint), 0)::bigint as people
    from subscriber_counts c cross join jsonb_each_text(to_jsonb(c)) counted
    where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId}
      and counted.key = any(${statuses ?? ['active', 'unsubscribed', 'scomp', 'bounced', 'deactivated']})`
  return row?.people ?? 0
}

export type Written = { records: number; sizeBytes: number; sha256: string; columns: ExportColumn[] }

/** @throws LeaseLost: the file then belongs to no export. */
export async function finishExport(sql: Transaction, claim: JobClaim, written: Written): Promise<void> {
  const { organization_id: organizationId, id } = claim
  await renewLease(sql, claim, { progress: written.records, total: written.records })
  await sql`
    update subscriber_exports
    set selection = null, size_bytes = ${written.sizeBytes}, sha256 = ${written.sha256},
      columns = ${sql.json(chosenOf(written.columns))}, expires_at = now() + ${fileDays} * interval '1 day'
    where organization_id = ${organizationId} and id = ${id}`
  await endJob(sql, claim, 'finished')
  await queueExportEnd(sql, claim, 'finished')
}

/** After its job has failed. */
export async function endFailedExport(sql: Transaction, claim: JobClaim): Promise<void> {
  await forgetSelections(sql, claim.organization_id, [claim.id])
  await queueExportEnd(sql, claim, 'failed')
}

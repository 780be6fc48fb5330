import { problemsMax, type BulkAction } from '../../contract/subscribers/bulk-states.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost } from '../../database/lease.ts'
import type { JobQueue } from '../jobs/claim.ts'
import { advance, changeHeld, endJob, held, type JobClaim } from '../jobs/lease.ts'
import {
  bulkChangeKind,
  forgetSelections,
  type BulkDetails,
  type BulkProblem,
  type BulkSelection,
} from './rows.ts'

export const bulkChangeQueue: JobQueue = {
  name: 'bulk changes',
  takes: [{ kind: bulkChangeKind, states: ['scheduled', 'running'], becomes: 'running' }],
  perOrganization: 1,
}

export type BulkRequest = {
  mailing_list_id: number
  action: BulkAction
  details: BulkDetails
  selection: BulkSelection
  last_subscriber_id: number
  after_subscriber_id: number
  people_total: number | null
  time_zone: string
}

export type ClaimedBulkChange = JobClaim & BulkRequest

/** @throws LeaseLost: what was selected is forgotten when the bulk change ends. */
export async function findBulkRequest(sql: Sql, claim: JobClaim): Promise<BulkRequest> {
  const { organization_id: organizationId, kind, id, epoch } = claim
  const [row] = await sql<BulkRequest[]>`
    select b.mailing_list_id, b.action, b.details, b.selection, b.last_subscriber_id, b.after_subscriber_id,
      j.total as people_total, o.time_zone
    from subscriber_bulk_changes b
    join jobs j on j.organization_id = b.organization_id and j.kind = ${kind} and j.id = b.id
    join organizations o on o.id = b.organization_id
    where b.organization_id = ${organizationId} and b.id = ${id} and j.epoch = ${epoch} and j.finished_at is null`
  if (row === undefined) throw new LeaseLost(`bulk change ${id}`)
  return row
}

export type Chunk = {
  lastId: number
  done: number
  changed: number
  problems: readonly BulkProblem[]
}

/** The last statements of each chunk: what it changed and where the next one begins commit together. @throws LeaseLost. */
export async function noteChunk(sql: Transaction, claim: JobClaim, chunk: Chunk): Promise<void> {
  const { organization_id: organizationId, id } = claim
  const shown = chunk.problems.slice(0, problemsMax)
  await advance(sql, claim, chunk.done)
  await sql`
    update subscriber_bulk_changes
    set after_subscriber_id = ${chunk.lastId}, people_changed = people_changed + ${chunk.changed},
      people_failed = people_failed + ${chunk.problems.length},
      problems = jsonb_path_query_array(problems || ${sql.json(shown)}::jsonb, ${`$[0 to ${problemsMax - 1}]`})
    where organization_id = ${organizationId} and id = ${id}`
}

/** @throws LeaseLost. */
export async function finishBulkChange(sql: Transaction, claim: JobClaim): Promise<void> {
  await changeHeld(claim, sql`update jobs set total = progress where ${held(sql, claim)}`)
  await endJob(sql, claim, 'finished')
  await forgetSelections(sql, claim.organization_id, [claim.id])
}

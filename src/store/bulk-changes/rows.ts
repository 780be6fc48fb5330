import { invalid, notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { FieldValue } from '../../contract/lists/field-values.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { BulkAction, BulkState, BulkStatus } from '../../contract/subscribers/bulk-states.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { cancelJobs, insertJob } from '../jobs/states.ts'
import { keepList } from '../conditions/list-lock.ts'

/** The kind of its jobs. */
export const bulkChangeKind = 'SubscriberBulkChange'

/** `q`: lower case; '': all subscribers. */
export type BulkSelection =
  | { ids: number[] }
  | { q: string; status: SubscriberStatus | null; clauses: Clause[] | null }

export type BulkDetails = {
  status?: BulkStatus
  despite_departure?: boolean
  custom_field?: { id: number; name: string }
  value?: FieldValue | null
  to_mailing_list?: { id: number; name: string }
  skip_autoresponders?: boolean
}

export type BulkProblem = { subscriber_id: number; problem: string }

export type BulkChangeRow = {
  id: number
  mailing_list_id: number
  mailing_list_name: string
  state: BulkState
  action: BulkAction
  details: BulkDetails
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  error_message: string | null
  people_total: number | null
  people_done: number
  people_changed: number
  people_failed: number
  problems: BulkProblem[]
}

export type NewBulkChange = {
  listId: number
  action: BulkAction
  details: BulkDetails
  selection: BulkSelection
  peopleTotal: number | null
  api_key_id: number | null
  user_id: number | null
}

/** Wakes the workers when the transaction commits. */
export async function insertBulkChange(
  sql: Transaction,
  organizationId: number,
  { listId, action, details, selection, ...values }: NewBulkChange,
): Promise<number> {
  await keepList(sql, organizationId, listId)
  const [last] = await sql<[{ id: number }]>`
    select coalesce(max(s.id), 0) as id from subscribers s
    where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}`
  const [row] = await sql<[{ id: number }]>`
    insert into subscriber_bulk_changes (organization_id, mailing_list_id, action, details, selection,
      last_subscriber_id, api_key_id, user_id)
    values (${organizationId}, ${listId}, ${action}, ${sql.json(details)}, ${sql.json(selection)}, ${last.id},
      ${values.api_key_id}, ${values.user_id})
    returning id`
  const key = { organization_id: organizationId, kind: bulkChangeKind, id: row.id }
  await insertJob(sql, key, { mailing_list_id: listId, total: values.peopleTotal })
  return row.id
}

/** A caller of some lists is not told of another one that people are copied to. */
function columns(sql: Sql) {
  return sql`
    b.id, b.mailing_list_id, l.name as mailing_list_name, j.state, b.action,
    case when (b.details #>> '{to_mailing_list,id}')::integer <> all(scope_lists())
      then b.details - 'to_mailing_list' else b.details end as details, j.created_at, j.started_at,
    j.finished_at, j.error_message, j.total as people_total, j.progress as people_done, b.people_changed,
    b.people_failed, b.problems`
}

/** Bulk changes `b` with their jobs `j` and lists `l`. */
function rowsOf(sql: Sql) {
  return sql`
    subscriber_bulk_changes b
    join jobs j on j.organization_id = b.organization_id and j.kind = ${bulkChangeKind} and j.id = b.id
    join mailing_lists l on l.organization_id = b.organization_id and l.id = b.mailing_list_id`
}

export async function findBulkChange(sql: Sql, organizationId: number, id: number): Promise<BulkChangeRow> {
  const [row] = await sql<BulkChangeRow[]>`
    select ${columns(sql)} from ${rowsOf(sql)}
    where b.organization_id = ${organizationId} and b.id = ${id}`
  if (row === undefined) throw notFound('bulk change')
  return row
}

export async function findBulkChanges(
  sql: Sql,
  organizationId: number,
  listId: number,
  page: PageRequest,
): Promise<{ rows: BulkChangeRow[]; count: number }> {
  const [rows, [counted]] = await Promise.all([
    sql<BulkChangeRow[]>`
      select ${columns(sql)} from ${rowsOf(sql)}
      where b.organization_id = ${organizationId} and b.mailing_list_id = ${listId}
      order by b.id desc limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`
      select count(*) from subscriber_bulk_changes
      where organization_id = ${organizationId} and mailing_list_id = ${listId}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

export async function countUnfinishedBulkChanges(sql: Sql, organizationId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from jobs
    where organization_id = ${organizationId} and kind = ${bulkChangeKind} and finished_at is null`
  return row?.count ?? 0
}

/** The chunk in progress is waited for; no other follows. */
export async function cancelBulkChange(sql: Sql, organizationId: number, id: number): Promise<void> {
  if ((await cancelThose(sql, { organizationId, id })) > 0) return
  const { state } = await findBulkChange(sql, organizationId, id)
  throw invalid(`bulk change cannot be cancelled: it is ${state}`)
}

/** Of a list that is deleted. */
export async function cancelBulkChanges(sql: Sql, organizationId: number, listId: number): Promise<void> {
  await cancelThose(sql, { organizationId, listId })
}

/** @returns how many there were. */
async function cancelThose(
  sql: Sql,
  those: { organizationId: number; id?: number; listId?: number },
): Promise<number> {
  const ids = await cancelJobs(sql, { ...those, kind: bulkChangeKind })
  await forgetSelections(sql, those.organizationId, ids)
  return ids.length
}

/** At the end of a bulk change: a text may be an address. */
export async function forgetSelections(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update subscriber_bulk_changes set selection = null
    where organization_id = ${organizationId} and id = any(${[...ids]}::bigint[])`
}

import { invalid, notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { ChosenColumn } from '../../contract/exports/columns.ts'
import type { ExportFormat } from '../../contract/exports/input.ts'
import type { ExportState } from '../../contract/exports/states.ts'
import { inListing, listingOrder, type ListingFilter } from '../imports/listing.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { Source } from '../campaigns/stats.ts'
import type { PeopleFilter } from '../responses/people.ts'
import { keepList } from '../conditions/list-lock.ts'
import { cancelJobs, insertJob } from '../jobs/states.ts'

export type ExportRow = {
  id: number
  mailing_list_id: number
  mailing_list_name: string
  created_at: Date
  state: ExportState
  begins_at: Date
  started_at: Date | null
  finished_at: Date | null
  error_message: string | null
  segment_id: number | null
  segment_name: string | null
  statuses: SubscriberStatus[] | null
  selected_only: boolean
  columns: ChosenColumn[] | null
  file_format: ExportFormat
  number_of_records: number | null
  records_exported: number
  spool_name: string | null
  size_bytes: number | null
  sha256: string | null
  expires_at: Date | null
  is_available: boolean
}

/** `q`: as `searchedKey` writes it. */
export type ExportSelection = { ids: number[] } | { q: string } | { source: Source; people: PeopleFilter }

export type NewExport = Pick<
  ExportRow,
  'mailing_list_id' | 'segment_id' | 'segment_name' | 'statuses' | 'columns' | 'file_format'
> & {
  /** null: all subscribers. */
  selection: ExportSelection | null
  api_key_id: number | null
  user_id: number | null
  /** null: now. */
  begins_at: Date | null
  /** Id of the DATA_DIR whose server answers the link; null: unknown. */
  place: string | null
}

/** The kind of its jobs. */
export const exportKind = 'SubscriberExport'

function columns(sql: Sql) {
  return sql`
    e.id, e.mailing_list_id, l.name as mailing_list_name, j.created_at, j.state, j.begins_at, j.started_at,
    j.finished_at, j.error_message, e.segment_id, e.segment_name, e.statuses, e.selected_only, e.columns, e.file_format,
    j.total as number_of_records, j.progress as records_exported, e.spool_name, e.size_bytes, e.sha256, e.expires_at,
    coalesce(e.expires_at > now() and e.purged_at is null, false) as is_available`
}

/** Exports `e` with their jobs `j` and lists `l`. */
function rowsOf(sql: Sql) {
  return sql`
    subscriber_exports e
    join jobs j on j.organization_id = e.organization_id and j.kind = ${exportKind} and j.id = e.id
    join mailing_lists l on l.organization_id = e.organization_id and l.id = e.mailing_list_id`
}

/** Wakes the workers when the transaction commits. */
export async function insertExport(
  sql: Transaction,
  organizationId: number,
  values: NewExport,
): Promise<number> {
  const json = (value: object | null) => (value === null ? null : sql.json(value))
  await keepList(sql, organizationId, values.mailing_list_id)
  const [row] = await sql<[{ id: number }]>`
    insert into subscriber_exports (organization_id, mailing_list_id, segment_id, segment_name, statuses, columns,
      file_format, api_key_id, user_id, selection, selected_only)
    values (${organizationId}, ${values.mailing_list_id}, ${values.segment_id}, ${values.segment_name},
      ${json(values.statuses)}, ${json(values.columns)}, ${json(values.file_format)}, ${values.api_key_id},
      ${values.user_id}, ${json(values.selection)}, ${values.selection !== null})
    returning id`
  await insertJob(sql, { organization_id: organizationId, kind: exportKind, id: row.id }, values)
  return row.id
}

export async function findExport(
  sql: Sql,
  organizationId: number,
  id: number,
  listId?: number,
): Promise<ExportRow> {
  const [row] = await sql<ExportRow[]>`
    select ${columns(sql)} from ${rowsOf(sql)}
    where e.organization_id = ${organizationId} and e.id = ${id}
      ${listId === undefined ? sql`` : sql`and e.mailing_list_id = ${listId}`}`
  if (row === undefined) throw notFound('subscriber export')
  return row
}

/** As lists of imports. */
export async function findExports(
  sql: Sql,
  organizationId: number,
  filter: ListingFilter,
  page: PageRequest,
): Promise<{ rows: ExportRow[]; count: number }> {
  const matches = sql`
    j.organization_id = ${organizationId} and j.kind = ${exportKind} ${inListing(sql, 'j', filter)}`
  const [rows, [counted]] = await Promise.all([
    sql<ExportRow[]>`
      select ${columns(sql)} from ${rowsOf(sql)}
      where ${matches}
      order by ${listingOrder(sql, 'j')}
      limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from jobs j where ${matches}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** The next write of the export's worker is refused; it deletes what it has written. */
export async function cancelExport(sql: Sql, organizationId: number, id: number): Promise<void> {
  if ((await cancelThose(sql, { organizationId, id })) > 0) return
  const { state } = await findExport(sql, organizationId, id)
  throw invalid(`subscriber export cannot be cancelled: it is ${state}`)
}

/** Of a list that is deleted, or of a whole organization. */
export async function cancelExports(sql: Sql, organizationId: number, listId?: number): Promise<void> {
  await cancelThose(sql, { organizationId, ...(listId !== undefined && { listId }) })
}

/** @returns how many there were. */
async function cancelThose(
  sql: Sql,
  those: { organizationId: number; id?: number; listId?: number },
): Promise<number> {
  const ids = await cancelJobs(sql, { ...those, kind: exportKind })
  await forgetSelections(sql, those.organizationId, ids)
  return ids.length
}

/** At the end of an export: a text may be an address. */
export async function forgetSelections(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update subscriber_exports set selection = null
    where organization_id = ${organizationId} and id = any(${[...ids]}::bigint[])`
}

import { invalid, notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { ChosenColumn } from '../../contract/exports/columns.ts'
import type { ExportFormat } from '../../contract/exports/input.ts'
import type { ExportState } from '../../contract/exports/states.ts'
import { inListing, listingOrder } from '../imports/listing.ts'
import type { ListingFilter } from '../imports/listing.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { keepList } from '../lists/kept.ts'
import { wake } from '../server/wake.ts'

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
export type ExportSelection = { ids: number[] } | { q: string }

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
  data_directory: string | null
}

function columns(sql: Sql) {
  return sql`
    e.id, e.mailing_list_id, l.name as mailing_list_name, e.created_at, e.state, e.begins_at, e.started_at,
    e.finished_at, e.error_message, e.segment_id, e.segment_name, e.statuses, e.selected_only, e.columns, e.file_format,
    e.number_of_records, e.records_exported, e.spool_name, e.size_bytes, e.sha256, e.expires_at,
    coalesce(e.expires_at > now() and e.purged_at is null, false) as is_available`
}

/** Wakes the workers when the transaction commits. */
export async function insertExport(
  sql: Transaction,
  organizationId: number,
  values: NewExport,
): Promise<number> {
  const json = (value: object | null) =>
    value === null ? null : sql.json(value as Parameters<Sql['json']>[0])
  await keepList(sql, organizationId, values.mailing_list_id)
  const [row] = await sql<[{ id: number }]>`
    insert into subscriber_exports (organization_id, mailing_list_id, begins_at, segment_id, segment_name, statuses,
      columns, file_format, api_key_id, user_id, data_directory, selection, selected_only)
    values (${organizationId}, ${values.mailing_list_id}, ${values.begins_at ?? sql`now()`}, ${values.segment_id},
      ${values.segment_name}, ${json(values.statuses)}, ${json(values.columns)}, ${json(values.file_format)},
      ${values.api_key_id}, ${values.user_id}, ${values.data_directory}, ${json(values.selection)},
      ${values.selection !== null})
    returning id`
  await wake(sql, 'subscriber_exports')
  return row.id
}

export async function findExport(
  sql: Sql,
  organizationId: number,
  id: number,
  listId?: number,
): Promise<ExportRow> {
  const [row] = await sql<ExportRow[]>`
    select ${columns(sql)}
    from subscriber_exports e
    join mailing_lists l on l.organization_id = e.organization_id and l.id = e.mailing_list_id
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
  const matches = sql`e.organization_id = ${organizationId} ${inListing(sql, 'e', filter)}`
  const [rows, [counted]] = await Promise.all([
    sql<ExportRow[]>`
      select ${columns(sql)}
      from subscriber_exports e
      join mailing_lists l on l.organization_id = e.organization_id and l.id = e.mailing_list_id
      where ${matches}
      order by ${listingOrder(sql, 'e')}
      limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from subscriber_exports e where ${matches}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** The next write of the export's worker is refused; it deletes what it has written. */
export async function cancelExport(sql: Sql, organizationId: number, id: number): Promise<void> {
  const { count } = await sql`
    update subscriber_exports set ${cancelled(sql)}
    where organization_id = ${organizationId} and id = ${id} and finished_at is null`
  if (count > 0) return
  const { state } = await findExport(sql, organizationId, id)
  throw invalid(`subscriber export cannot be cancelled: it is ${state}`)
}

/** Of a list that is deleted, or of a whole organization. */
export async function cancelExports(sql: Sql, organizationId: number, listId?: number): Promise<void> {
  await sql`
    update subscriber_exports set ${cancelled(sql)}
    where organization_id = ${organizationId} and finished_at is null
      ${listId === undefined ? sql`` : sql`and mailing_list_id = ${listId}`}`
}

/** Of an organization that is no longer active: they start again when it is. */
export async function releaseExports(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    update subscriber_exports set leased_until = null, attempts = 0, epoch = epoch + 1
    where organization_id = ${organizationId} and finished_at is null and leased_until is not null`
}

function cancelled(sql: Sql) {
  return sql`state = 'cancelled', finished_at = now(), leased_until = null, selection = null,
    epoch = epoch + 1`
}

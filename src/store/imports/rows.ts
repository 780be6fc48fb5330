import { invalid, notFound } from '../../contract/api/errors.ts'
import type { Classification, ImportState, SourceType } from '../../contract/imports/states.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import type { NewField } from '../../contract/imports/new-fields.ts'
import type { BadValueRule } from '../../contract/imports/plan.ts'
import type { PruneAction } from '../../contract/imports/prune.ts'
import { importableUntil, realImportOf, undoColumn, type UndoRow } from './columns.ts'
import { inListing, listingOrder, type ListingFilter } from './listing.ts'
import type { BadValues } from './ranges.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { cancelJobs, insertJob, pauseJob, unpauseJob, type Need } from '../jobs/states.ts'
import { keepList } from '../conditions/list-lock.ts'
import { importKind } from './claims.ts'

export type ImportRow = {
  id: number
  mailing_list_id: number
  mailing_list_name: string
  created_at: Date
  state: ImportState
  begins_at: Date
  finished_at: Date | null
  error_message: string | null
  source_type: SourceType
  source_filename: string | null
  source_url: string | null
  upload_id: number | null
  /** The import whose failed rows are the file. */
  source_import_id: number | null
  number_of_records: number | null
  records_imported: number
  create_custom_fields: NewField[] | null
  not_in_file: PruneAction | null
  prune_limit: string | null
  prune_active: number | null
  prune_found: number | null
  pruned: number
  prune_left_alone: number
  dry_run: boolean
  keep_for_undo: boolean
  /** The dry run that it was made from. */
  dry_run_id: number | null
  /** What a dry run was turned into. */
  real_import_id: number | null
  importable_until: Date | null
  undo: UndoRow | null
  on_bad_value: BadValueRule
  added_unsubscribed: number
  added_scomp: number
  added_bounced: number
  added_deactivated: number
  bad_values: BadValues
  bad_value_rows: number
} & Pick<
  ImportRecord,
  | 'overwrite'
  | 'autoresponders'
  | 'overwrite_what'
  | 'overwrite_when_status'
  | 'column_mapping'
  | 'default_custom_fields'
  | 'subscriber_defaults'
  | 'file_format'
> &
  Record<Classification, number>

export type NewImport = Pick<
  ImportRow,
  | 'overwrite'
  | 'autoresponders'
  | 'overwrite_what'
  | 'overwrite_when_status'
  | 'column_mapping'
  | 'default_custom_fields'
  | 'subscriber_defaults'
  | 'file_format'
  | 'source_type'
  | 'source_filename'
  | 'source_url'
  | 'dry_run'
  | 'keep_for_undo'
  | 'on_bad_value'
> & {
  mailing_list_id: number
  api_key_id: number | null
  user_id: number | null
  begins_at: Date | null
  spool_name: string | null
  /** Id of the DATA_DIR that has the file; null: no file, or unknown. */
  data_directory: string | null
} & Partial<
    Pick<ImportRow, 'source_import_id' | 'upload_id' | 'create_custom_fields' | 'not_in_file' | 'prune_limit'>
  >

function columns(sql: Sql, organizationId: number) {
  return sql`
    i.id, i.mailing_list_id, l.name as mailing_list_name, i.created_at, i.state, i.begins_at, i.finished_at,
    i.error_message, i.dry_run, i.dry_run_id, ${realImportOf(sql, organizationId)} as real_import_id,
    ${importableUntil(sql, organizationId)} as importable_until, i.source_type, i.source_filename, i.source_url, i.upload_id, i.source_import_id, i.number_of_records, i.records_imported,
    i.overwrite, i.autoresponders, i.overwrite_what, i.overwrite_when_status, i.column_mapping,
    i.default_custom_fields, i.subscriber_defaults, i.file_format, i.added, i.updated, i.failed,
    i.skipped_overwrite, i.skipped_active, i.skipped_unsubscribed, i.skipped_scomp, i.skipped_bounced,
    i.skipped_deactivated, i.skipped_duplicate, i.skipped_over_limit, i.create_custom_fields, i.not_in_file,
    i.prune_limit, i.prune_active, i.prune_found, i.pruned, i.prune_left_alone, i.keep_for_undo,
    i.added_unsubscribed, i.added_scomp, i.added_bounced, i.added_deactivated, i.on_bad_value, i.bad_values, i.bad_value_rows, ${undoColumn(sql, organizationId)}`
}

/** Wakes the workers when the transaction commits. `begins_at` null: now. */
export async function insertImport(
  sql: Transaction,
  organizationId: number,
  values: NewImport,
): Promise<number> {
  await keepList(sql, organizationId, values.mailing_list_id)
  const [row] = await sql<[{ id: number }]>`
    insert into subscriber_imports (
      organization_id, mailing_list_id, overwrite, autoresponders, overwrite_what,
      overwrite_when_status, column_mapping, default_custom_fields, subscriber_defaults, file_format,
      source_type, source_filename, source_url, upload_id, api_key_id, user_id, spool_name,
      create_custom_fields, not_in_file, prune_limit, dry_run, keep_for_undo, on_bad_value, source_import_id)
    values (${organizationId}, ${values.mailing_list_id}, ${values.overwrite},
      ${json(sql, values.autoresponders)}, ${json(sql, values.overwrite_what)},
      ${json(sql, values.overwrite_when_status)}, ${json(sql, values.column_mapping)},
      ${json(sql, values.default_custom_fields)}, ${json(sql, values.subscriber_defaults)},
      ${json(sql, values.file_format)}, ${values.source_type}, ${values.source_filename},
      ${values.source_url}, ${values.upload_id ?? null}, ${values.api_key_id}, ${values.user_id}, ${values.spool_name},
      ${jsonOrNull(sql, values.create_custom_fields)},
      ${values.not_in_file ?? null}, ${values.prune_limit ?? null}, ${values.dry_run},
      ${values.keep_for_undo}, ${values.on_bad_value}, ${values.source_import_id ?? null})
    returning id`
  await insertJob(sql, keyOf(organizationId, row.id), {
    mailing_list_id: values.mailing_list_id,
    name: values.source_filename ?? values.source_url ?? '',
    begins_at: values.begins_at,
    place: values.data_directory,
    needs: needOf(values),
  })
  return row.id
}

function keyOf(organizationId: number, id: number) {
  return { organization_id: organizationId, kind: importKind, id }
}

/** Until its file is in the spool. */
export function needOf({
  source_type: type,
  spool_name: name,
}: Pick<NewImport, 'source_type' | 'spool_name'>): Need | null {
  if (name !== null) return null
  if (type === 'upload_directory') return 'uploads'
  return type === 'url' ? 'network' : null
}

function json(sql: Sql, value: object) {
  // The driver's JSON type only covers results of JSON.parse, which this value is.
  return sql.json(value)
}

function jsonOrNull(sql: Sql, value: object | null | undefined) {
  return value === null || value === undefined ? null : json(sql, value)
}

export async function findImport(
  sql: Sql,
  organizationId: number,
  id: number,
  listId?: number,
): Promise<ImportRow> {
  const [row] = await sql<ImportRow[]>`
    select ${columns(sql, organizationId)}
    from import_jobs i
    join mailing_lists l on l.organization_id = i.organization_id and l.id = i.mailing_list_id
    where i.organization_id = ${organizationId} and i.id = ${id}
      ${listId === undefined ? sql`` : sql`and i.mailing_list_id = ${listId}`}`
  if (row === undefined) throw notFound('subscriber import')
  return row
}

export type ImportFilter = ListingFilter & { hasFailedRows?: boolean | undefined }

export async function findImports(
  sql: Sql,
  organizationId: number,
  { hasFailedRows, ...filter }: ImportFilter,
  page: PageRequest,
): Promise<{ rows: ImportRow[]; count: number }> {
  const failed = hasFailedRows === undefined ? sql`` : sql`and (i.failed > 0) = ${hasFailedRows}`
  const matches = sql`i.organization_id = ${organizationId} ${inListing(sql, 'i', filter)} ${failed}`
  const [rows, [counted]] = await Promise.all([
    sql<ImportRow[]>`
      select ${columns(sql, organizationId)}
      from import_jobs i
      join mailing_lists l on l.organization_id = i.organization_id and l.id = i.mailing_list_id
      where ${matches}
      order by ${listingOrder(sql, 'i')}
      limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from import_jobs i where ${matches}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** The next write of the import's worker is refused, and uncommitted work is rolled back. */
export async function pauseImport(sql: Sql, organizationId: number, id: number): Promise<void> {
  const isPaused = await pauseJob(sql, keyOf(organizationId, id))
  if (!isPaused) throw await refusal(sql, organizationId, id, 'paused')
}

export async function unpauseImport(sql: Sql, organizationId: number, id: number): Promise<void> {
  const isUnpaused = await unpauseJob(sql, keyOf(organizationId, id))
  if (!isUnpaused) throw await refusal(sql, organizationId, id, 'unpaused')
}

/** Applied rows stay; the counters are final. */
export async function cancelImport(sql: Sql, organizationId: number, id: number): Promise<void> {
  const ids = await cancelJobs(sql, { organizationId, kind: importKind, id })
  if (ids.length === 0) throw await refusal(sql, organizationId, id, 'cancelled')
}

async function refusal(sql: Sql, organizationId: number, id: number, change: string) {
  const { state } = await findImport(sql, organizationId, id)
  return invalid(`subscriber import cannot be ${change}: it is ${state}`)
}

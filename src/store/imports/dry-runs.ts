import { notFound } from '../../contract/api/errors.ts'
import type { Plan, PlanInput } from '../../contract/imports/plan.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { quotaCeiling } from '../subscribers/counts.ts'
import { importKind, type ClaimedImport } from './claims.ts'
import { RangeConflict } from './merge.ts'
import { dryRunHours, importableUntil, realImportOf } from './columns.ts'
import { needOf, type ImportRow, type NewImport } from './rows.ts'
import { keepList } from '../conditions/list-lock.ts'
import { insertJob } from '../jobs/states.ts'

type Claim = Pick<ClaimedImport, 'organization_id' | 'id'>

/** `taken`: by the ranges of the dry run that are done, which no subscriber shows. */
export type DryRunPlaces = { free: number; taken: number }

/** null: no limit. Takes no lock. */
export async function findDryRunPlaces(sql: Sql, claim: Claim): Promise<DryRunPlaces | null> {
  const [places] = await sql<DryRunPlaces[]>`
    select i.dry_run_places as taken, greatest(0, ${quotaCeiling(sql)} - i.dry_run_places - (
      select coalesce(sum(c.active), 0)
      from subscriber_counts c
      join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
      where c.organization_id = o.id and l.deleted_at is null))::float8 as free
    from organizations o
    join subscriber_imports i on i.organization_id = o.id and i.id = ${claim.id}
    where o.id = ${claim.organization_id} and o.subscriber_quota_mode <> 'no_limit'`
  return places ?? null
}

/** @throws RangeConflict if another range has taken places since `seen` was read; null: they do not matter. */
export async function takeDryRunPlaces(
  sql: Sql,
  claim: Claim,
  { seen, taken }: { seen: number | null; taken: number },
): Promise<void> {
  if (taken === 0) return
  const { count } = await sql`
    update subscriber_imports set dry_run_places = dry_run_places + ${taken}
    where organization_id = ${claim.organization_id} and id = ${claim.id}
      ${seen === null ? sql`` : sql`and dry_run_places = ${seen}`}`
  if (count !== 1) throw new RangeConflict()
}

export type DryRun = Pick<
  ImportRow,
  | 'state'
  | 'dry_run'
  | 'upload_id'
  | 'real_import_id'
  | 'importable_until'
  | 'autoresponders'
  | 'create_custom_fields'
> &
  PlanInput & {
    id: number
    mailing_list_id: number
    plan: Plan | null
    is_list_deleted: boolean
    is_late: boolean
  }

/** Of two calls that turn it into an import, the second waits for the first. @throws AppError `not_found`. */
export async function lockDryRun(sql: Transaction, organizationId: number, id: number): Promise<DryRun> {
  await sql`
    select 1 from subscriber_imports where organization_id = ${organizationId} and id = ${id} for no key update`
  // A separate statement, whose snapshot includes what the last holder of the lock committed.
  const [row] = await sql<DryRun[]>`
    select i.id, i.mailing_list_id, i.state, i.dry_run, i.plan, i.upload_id, i.autoresponders, i.create_custom_fields,
      i.column_mapping, i.default_custom_fields, i.subscriber_defaults, i.file_format, i.on_bad_value,
      l.deleted_at is not null as is_list_deleted, ${realImportOf(sql, organizationId)} as real_import_id,
      ${importableUntil(sql, organizationId)} as importable_until, coalesce(${importableUntil(sql, organizationId)} < now(), false) as is_late
    from import_jobs i
    join mailing_lists l on l.organization_id = i.organization_id and l.id = i.mailing_list_id
    where i.organization_id = ${organizationId} and i.id = ${id}`
  if (row === undefined) throw notFound('subscriber import')
  return row
}

/** What the caller has set, and the file. Every other column of an import is its own. */
export const copiedColumns = [
  'mailing_list_id',
  'overwrite',
  'autoresponders',
  'overwrite_what',
  'overwrite_when_status',
  'column_mapping',
  'default_custom_fields',
  'subscriber_defaults',
  'file_format',
  'create_custom_fields',
  'not_in_file',
  'prune_limit',
  'keep_for_undo',
  'on_bad_value',
  'source_type',
  'source_filename',
  'source_url',
  'source_import_id',
  'upload_id',
  'spool_name',
  'file_identity',
] as const

type DryRunFile = Pick<
  NewImport,
  'mailing_list_id' | 'source_type' | 'source_filename' | 'source_url' | 'spool_name' | 'data_directory'
>

/** The file is the import's from now on. Wakes the workers. @returns its id. */
export async function insertImportOfDryRun(
  sql: Transaction,
  organizationId: number,
  dryRunId: number,
  { api_key_id, user_id }: { api_key_id: number | null; user_id: number | null },
): Promise<number> {
  // The driver's helper for identifiers would create a `values` list here.
  const columns = sql.unsafe(copiedColumns.join(', '))
  const copied = sql.unsafe(copiedColumns.map((name) => `i.${name}`).join(', '))
  const [dryRun] = await sql<DryRunFile[]>`
    select mailing_list_id, source_type, source_filename, source_url, spool_name, data_directory from import_jobs
    where organization_id = ${organizationId} and id = ${dryRunId}`
  if (dryRun === undefined) throw notFound('mailing list')
  await keepList(sql, organizationId, dryRun.mailing_list_id)
  const [row] = await sql<[{ id: number }]>`
    insert into subscriber_imports (organization_id, dry_run_id, api_key_id, user_id, ${columns})
    select i.organization_id, i.id, ${api_key_id}::integer, ${user_id}::integer, ${copied}
    from subscriber_imports i
    where i.organization_id = ${organizationId} and i.id = ${dryRunId}
    returning id`
  const key = { organization_id: organizationId, kind: importKind, id: row.id }
  await insertJob(sql, key, {
    mailing_list_id: dryRun.mailing_list_id,
    name: dryRun.source_filename ?? dryRun.source_url ?? '',
    place: dryRun.data_directory,
    needs: needOf(dryRun),
  })
  await sql`
    update subscriber_imports set spool_name = null
    where organization_id = ${organizationId} and id = ${dryRunId}`
  return row.id
}

/**
 * Dry runs that have not ended, or whose files are kept. Until the end of the transaction, no other one adds a dry run.
 */
export async function lockAndCountDryRuns(sql: Transaction, organizationId: number): Promise<number> {
  await sql`select 1 from organizations where id = ${organizationId} for no key update`
  const [row] = await sql<[{ count: number }]>`
    select count(*) from import_jobs
    where organization_id = ${organizationId} and dry_run and (finished_at is null
      or (state = 'finished' and spool_name is not null and finished_at > now() - ${dryRunHours} * interval '1 hour'))`
  return row.count
}

/** Any of the files may have an address that is erased, and bring it back. Upkeep removes them. */
export async function forgetDryRunFiles(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    update subscriber_imports set spool_name = null
    where organization_id = ${organizationId} and dry_run and spool_name is not null and exists (
      select from jobs j
      where j.organization_id = ${organizationId} and j.kind = ${importKind} and j.id = subscriber_imports.id
        and j.state = 'finished')`
}

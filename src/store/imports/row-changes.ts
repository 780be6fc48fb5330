import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import type { Plan } from '../../contract/imports/plan.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { joined, subscribersByKey } from '../subscribers/by-key.ts'

// What a few rows of an import change. Nothing is kept for it: an import has what its undo needs, a dry run its file.

/** Custom fields by id. */
export type Values = {
  status: SubscriberStatus | null
  confirmed: boolean | null
  format: string | null
  fields: Record<string, unknown> | null
}

export type KeptChange = { before: Values; after: Values }

type ImportKey = { organizationId: number; importId: number; listId: number }

/** By key; keys whose subscribers did not change are missing. null: it is not kept, or not any more. */
export async function findKeptChanges(
  sql: Sql,
  { organizationId, importId, listId }: ImportKey,
  rangeNumbers: readonly number[],
  keys: readonly string[],
): Promise<Map<string, KeptChange> | null> {
  const [kept] = await sql<{ is_kept: boolean }[]>`
    select i.keep_for_undo and i.logs_purged_at is null and not exists (
      select from import_undos u where u.organization_id = ${organizationId} and u.import_id = i.id) as is_kept
    from subscriber_imports i where i.organization_id = ${organizationId} and i.id = ${importId}`
  if (kept?.is_kept !== true) return null
  const rows = await sql<KeptRow[]>`
    with theirs as materialized (
      select k.key, s.id from ${subscribersByKey(sql, organizationId, listId, joined(keys))}),
    kept as materialized (
      select u.*
      from import_undo_pieces p
      cross join lateral unnest(p.ids, p.old_statuses, p.written_statuses, p.old_confirmed, p.written_confirmed,
        p.old_formats, p.written_formats, p.old_fields, p.written_fields)
        u (id, old_status, status, old_confirmed, confirmed, old_format, format, old_fields, fields)
      where p.organization_id = ${organizationId} and p.import_id = ${importId} and p.kind = 'changed'
        and p.range_number = any(${[...rangeNumbers]}))
    select t.key, k.* from theirs t join kept k on k.id = t.id`
  return new Map(
    rows.map((row) => [
      row.key,
      {
        before: {
          status: row.old_status,
          confirmed: row.old_confirmed,
          format: row.old_format,
          fields: row.old_fields,
        },
        after: row,
      },
    ]),
  )
}

type KeptRow = Values & {
  key: string
  old_status: SubscriberStatus | null
  old_confirmed: boolean | null
  old_format: string | null
  old_fields: Record<string, unknown> | null
}

/** As they are now, by key. */
export async function findValues(
  sql: Sql,
  organizationId: number,
  listId: number,
  keys: readonly string[],
): Promise<Map<string, Values>> {
  const rows = await sql<(Values & { key: string })[]>`
    select k.key, f.status, f.confirmed, f.email_format as format, f.custom_fields as fields
    from ${subscribersByKey(sql, organizationId, listId, joined(keys))}
    join subscribers f on f.organization_id = ${organizationId} and f.mailing_list_id = ${listId} and f.id = s.id`
  return new Map(rows.map(({ key, ...values }) => [key, values]))
}

export type TriedFile = Pick<ImportRecord, 'file_format' | 'overwrite_what'> & {
  source_type: string
  source_filename: string | null
  /** In the spool; null: in the upload directory, or gone. */
  spool_name: string | null
  file_identity: unknown
  plan: Plan | null
}

/** The file of a dry run and how it was read. null: it was not split. */
export async function findTriedFile(
  sql: Sql,
  organizationId: number,
  importId: number,
): Promise<TriedFile | null> {
  const [row] = await sql<TriedFile[]>`
    select i.source_type, i.source_filename, i.file_format, i.overwrite_what, i.file_identity, i.plan,
      coalesce(i.spool_name, made.spool_name, (
        select u.spool_name from uploads u where u.organization_id = ${organizationId} and u.id = i.upload_id)) as spool_name
    from subscriber_imports i
    left join import_jobs made
      on made.organization_id = i.organization_id and made.dry_run_id = i.id and made.finished_at is null
    where i.organization_id = ${organizationId} and i.id = ${importId} and i.dry_run`
  return row?.plan === null ? null : (row ?? null)
}

export type RangePlace = { number: number; byte_start: number; byte_end: number }

export async function findRangePlaces(
  sql: Sql,
  organizationId: number,
  importId: number,
  numbers: readonly number[],
): Promise<RangePlace[]> {
  return sql<RangePlace[]>`
    select number, byte_start, byte_end from import_ranges
    where organization_id = ${organizationId} and import_id = ${importId} and number = any(${[...numbers]})
    order by number`
}

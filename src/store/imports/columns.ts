import type { UndoClass, UndoState } from '../../contract/imports/undo.ts'
import type { Sql } from '../../database/driver/connection.ts'

/** How long a finished dry run can be turned into an import. Until then its file is kept. */
export const dryRunHours = 24

// Of a row `i` of `import_jobs`.

/**
 * null if it is no finished dry run, or was turned into an import, or its file was erased. May be in the past.
 * @param organizationId null: of all
 */
export function importableUntil(sql: Sql, organizationId: number | null) {
  return sql`case
    when i.dry_run and i.state = 'finished' and (i.spool_name is not null
        or (i.source_type = 'upload_directory' and i.file_identity -> 'mtimeMs' is not null)
        or exists (select from uploads u where u.organization_id = ${organizationId ?? sql`i.organization_id`} and u.id = i.upload_id))
      and ${realImportOf(sql, organizationId)} is null
    then i.finished_at + ${dryRunHours} * interval '1 hour' end`
}

/** @param organizationId null: of all */
export function realImportOf(sql: Sql, organizationId: number | null) {
  return sql`(
    select made.id from subscriber_imports made
    where made.organization_id = ${organizationId ?? sql`i.organization_id`} and made.dry_run_id = i.id)`
}

/** Times as ISO text. */
export type UndoRow = {
  state: UndoState
  started_at: string | null
  finished_at: string | null
  error_message: string | null
  people: number
  reactions_withdrawn: number
} & Record<UndoClass, number>

/** Of an import `i`, as a column. */
export function undoColumn(sql: Sql, organizationId: number) {
  return sql`(
    select to_jsonb(u) from undo_jobs u
    where u.organization_id = ${organizationId} and u.import_id = i.id) as undo`
}

import type { UndoClass, UndoState } from '../../contract/imports/undo.ts'
import type { Sql } from '../../database/driver/connection.ts'

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
export function undoColumn(sql: Sql) {
  return sql`(
    select to_jsonb(u) from import_undos u
    where u.organization_id = i.organization_id and u.import_id = i.id) as undo`
}

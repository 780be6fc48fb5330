import type { Scoped, Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import * as store from '../../store/imports/rows.ts'
import type { ImportRow } from '../../store/imports/rows.ts'
import { checkListTakesImports } from '../../store/lists/rules.ts'

/** With `listId`: only if the import belongs to that list, which must exist and must not be remote. */
export type ImportPlace = { id: number; listId: number | undefined }

export async function findImport(
  sql: Sql,
  { organization_id: organizationId }: Caller,
  { id, listId }: ImportPlace,
): Promise<ImportRow> {
  if (listId !== undefined) await checkListTakesImports(sql, organizationId, listId)
  return store.findImport(sql, organizationId, id, listId)
}

/** @throws AppError `validation_failed` if its state or its list does not allow the change. */
export function pauseImport(sql: Scoped, caller: Caller, place: ImportPlace): Promise<ImportRow> {
  return change(sql, caller, place, store.pauseImport)
}

export function unpauseImport(sql: Scoped, caller: Caller, place: ImportPlace): Promise<ImportRow> {
  return change(sql, caller, place, store.unpauseImport)
}

export function cancelImport(sql: Scoped, caller: Caller, place: ImportPlace): Promise<ImportRow> {
  return change(sql, caller, place, store.cancelImport)
}

function change(
  sql: Scoped,
  caller: Caller,
  place: ImportPlace,
  move: (sql: Sql, organizationId: number, id: number) => Promise<void>,
): Promise<ImportRow> {
  return sql.begin(async (sql) => {
    const { id } = await findImport(sql, caller, place)
    await move(sql, caller.organization_id, id)
    return store.findImport(sql, caller.organization_id, id)
  })
}

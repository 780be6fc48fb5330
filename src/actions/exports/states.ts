import type { Scoped, Sql } from '../../database/driver/connection.ts'
import * as store from '../../store/exports/rows.ts'
import type { ExportRow } from '../../store/exports/rows.ts'
import { findExportedList } from '../../store/lists/rules.ts'
import type { Actor } from '../actor.ts'
import type { RecordPlace } from '../place.ts'

export async function findExport(
  sql: Sql,
  { caller: { organization_id: organizationId } }: Actor,
  { id, listId }: RecordPlace,
): Promise<ExportRow> {
  if (listId !== undefined) await findExportedList(sql, organizationId, listId)
  return store.findExport(sql, organizationId, id, listId)
}

/** @throws AppError `validation_failed` if it has ended. */
export function cancelExport(sql: Scoped, actor: Actor, place: RecordPlace): Promise<ExportRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const { id } = await findExport(sql, actor, place)
    await store.cancelExport(sql, organizationId, id)
    await actor.audit(sql, {
      kind: 'subscriber_export.cancelled',
      subject_type: 'SubscriberExport',
      subject_id: id,
    })
    return store.findExport(sql, organizationId, id)
  })
}

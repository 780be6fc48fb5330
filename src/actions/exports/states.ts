import { invalid } from '../../contract/api/errors.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { endExportedFile } from '../../store/exports/downloads.ts'
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

/** Its link answers 410 from now on. @throws AppError `validation_failed` if it has no file. */
export function endExportFile(sql: Scoped, actor: Actor, place: RecordPlace): Promise<ExportRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const { id, state } = await findExport(sql, actor, place)
    if (!(await endExportedFile(sql, organizationId, id))) {
      throw invalid(
        state === 'scheduled' || state === 'exporting'
          ? 'the export has no file yet: cancel it instead'
          : 'the export has no file any more',
      )
    }
    await actor.audit(sql, {
      kind: 'subscriber_export.file_ended',
      subject_type: 'SubscriberExport',
      subject_id: id,
    })
    return store.findExport(sql, organizationId, id)
  })
}

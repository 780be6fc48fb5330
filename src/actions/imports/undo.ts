import { notFound } from '../../contract/api/errors.ts'
import { undoClasses } from '../../contract/imports/undo.ts'
import type { UndoClass } from '../../contract/imports/undo.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import * as store from '../../store/imports/rows.ts'
import type { ImportRow } from '../../store/imports/rows.ts'
import { hasUndoLog, scheduleUndo, undoLogPieces } from '../../store/imports/undo-rows.ts'
import type { Actor } from '../actor.ts'
import { findImport } from './states.ts'
import type { ImportPlace } from './states.ts'

/** Called again while it is under way, it only answers. @throws AppError `validation_failed` with the reason. */
export function undoImport(sql: Scoped, { caller, audit }: Actor, place: ImportPlace): Promise<ImportRow> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const { id } = await findImport(sql, caller, place)
    const isScheduled = await scheduleUndo(sql, caller, id)
    const row = await store.findImport(sql, organizationId, id)
    if (isScheduled) {
      await audit(sql, {
        kind: 'subscriber_import.undo_requested',
        subject_type: 'SubscriberImport',
        subject_id: id,
        details: { mailing_list_id: row.mailing_list_id, people: row.undo?.people ?? 0 },
      })
    }
    return row
  })
}

export type UndoLog = { classification: UndoClass; pieces: AsyncIterable<string> }

/** Logs the access before the first address leaves the server. @throws AppError `not_found`. */
export async function openUndoLog(
  sql: Scoped,
  { caller, audit }: Actor,
  place: ImportPlace,
  name: string,
): Promise<UndoLog> {
  const { organization_id: organizationId } = caller
  const { id } = await findImport(sql, caller, place)
  const classification = undoClasses.find((candidate) => candidate === name)
  if (classification === undefined || !(await hasUndoLog(sql, organizationId, id, classification))) {
    throw notFound('subscriber import log')
  }
  await audit(sql, {
    kind: 'subscriber_import.undo_log_downloaded',
    subject_type: 'SubscriberImport',
    subject_id: id,
    details: { classification },
  })
  return { classification, pieces: undoLogPieces(sql, organizationId, id, classification) }
}

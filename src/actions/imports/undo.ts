import { notFound } from '../../contract/api/errors.ts'
import { undoClasses } from '../../contract/imports/undo.ts'
import type { UndoClass } from '../../contract/imports/undo.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import * as store from '../../store/imports/rows.ts'
import type { ImportRow } from '../../store/imports/rows.ts'
import type { z } from 'zod'
import type { undoPreviewSchema } from '../../contract/imports/rows.ts'
import { findUndoPieces, previewAdded } from '../../store/imports/undo-pieces.ts'
import { previewChanged } from '../../store/imports/undo-restore.ts'
import { checkCanBeUndone, hasUndoLog, scheduleUndo, undoLogPieces } from '../../store/imports/undo-rows.ts'
import { planByIndex } from '../../store/subscribers/by-key.ts'
import { findFreePlaces } from '../../store/subscribers/counts.ts'
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

export type UndoPreview = z.output<typeof undoPreviewSchema>

const previewSeconds = 5

/**
 * In the order of the undo, and in one snapshot. Stops after a few seconds.
 * @throws AppError `validation_failed` if it cannot be undone.
 */
export async function previewUndo(
  sql: Scoped,
  { caller }: Pick<Actor, 'caller'>,
  place: ImportPlace,
): Promise<UndoPreview> {
  const { organization_id } = caller
  const found = await findImport(sql, caller, place)
  return sql.begin(async (sql) => {
    await checkCanBeUndone(sql, organization_id, found.id)
    await planByIndex(sql)
    const undo = { organization_id, import_id: found.id, mailing_list_id: found.mailing_list_id }
    const pieces = await findUndoPieces(sql, undo)
    let freePlaces = await findFreePlaces(sql, organization_id)
    const counters = Object.fromEntries(undoClasses.map((name) => [name, 0])) as Record<UndoClass, number>
    const startedMs = performance.now()
    let examined = 0
    for (const piece of pieces) {
      if (performance.now() - startedMs > previewSeconds * 1000) break
      const { classes, delta } =
        piece.kind === 'added'
          ? await previewAdded(sql, undo, piece)
          : await previewChanged(sql, undo, piece, freePlaces)
      if (freePlaces !== null) freePlaces = Math.max(0, freePlaces - (delta.active ?? 0))
      for (const name of undoClasses) counters[name] += classes[name] ?? 0
      examined += piece.people
    }
    return { people: pieces.reduce((sum, { people }) => sum + people, 0), examined, counters }
  })
}

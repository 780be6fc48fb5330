import { badRequest, notFound } from '../../contract/api/errors.ts'
import { undoClasses, type UndoClass } from '../../contract/imports/undo.ts'
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
import { findImport, type ImportPlace } from './states.ts'

/** Called again while the undo is in progress, it only answers. @throws AppError `validation_failed` with the reason. */
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

/** `seconds`: how long it examines, but at least one piece. */
type PreviewRequest = ImportPlace & { continuation?: string | undefined; seconds?: number }

/** How far the calls before have come: pieces, who became active again, and a number for each class. */
type Examined = { pieces: number; activated: number; counters: Record<UndoClass, number> }

/**
 * In the order of the undo; each call in one snapshot. Stops after a few seconds.
 * @param continuation of the call before, whose numbers this one continues
 * @throws AppError `validation_failed` if it cannot be undone, `invalid_request` if no call has answered the continuation.
 */
export async function previewUndo(
  sql: Scoped,
  { caller }: Pick<Actor, 'caller'>,
  { continuation, seconds = 5, ...place }: PreviewRequest,
): Promise<UndoPreview> {
  const before = readContinuation(continuation)
  const { organization_id } = caller
  const found = await findImport(sql, caller, place)
  return sql.begin(async (sql) => {
    await checkCanBeUndone(sql, organization_id, found.id)
    await planByIndex(sql)
    const undo = { organization_id, import_id: found.id, mailing_list_id: found.mailing_list_id }
    const pieces = await findUndoPieces(sql, undo)
    const free = await findFreePlaces(sql, organization_id)
    const { counters } = before
    let { activated } = before
    const startedMs = performance.now()
    const count = async (piece: (typeof pieces)[number]) => {
      const freePlaces = free === null ? null : Math.max(0, free - activated)
      const { classes, delta } =
        piece.kind === 'added'
          ? await previewAdded(sql, undo, piece)
          : await previewChanged(sql, undo, piece, freePlaces)
      activated += delta.active ?? 0
      for (const name of undoClasses) counters[name] += classes[name] ?? 0
    }
    let done = before.pieces
    for (const piece of pieces.slice(done)) {
      if (done > before.pieces && performance.now() - startedMs >= seconds * 1000) break
      await count(piece)
      done += 1
    }
    const peopleOf = (some: typeof pieces) => some.reduce((sum, { people }) => sum + people, 0)
    return {
      people: peopleOf(pieces),
      examined: peopleOf(pieces.slice(0, done)),
      counters,
      continuation: done < pieces.length ? writeContinuation({ pieces: done, activated, counters }) : null,
    }
  })
}

function writeContinuation({ pieces, activated, counters }: Examined): string {
  return [pieces, activated, ...undoClasses.map((name) => counters[name])].join('_')
}

function readContinuation(text: string | undefined): Examined {
  const numbers = text === undefined ? [] : text.split('_').map(Number)
  const isKnown = numbers.length === undoClasses.length + 2 && numbers.every(Number.isSafeInteger)
  if (text !== undefined && !isKnown) throw badRequest('continuation is not one of an answer to this call')
  const [pieces = 0, activated = 0, ...counted] = numbers
  const counters = Object.fromEntries(undoClasses.map((name, place) => [name, counted[place] ?? 0]))
  return { pieces: Math.max(0, pieces), activated, counters: counters as Record<UndoClass, number> }
}

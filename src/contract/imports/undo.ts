import { z } from 'zod'

/** Diagram in docs/lifecycles.md; the database enforces `undoMayBecome` (migrations/031). */
export const undoStates = ['scheduled', 'undoing', 'finished', 'failed'] as const
export type UndoState = (typeof undoStates)[number]

export const undoMayBecome: Record<UndoState, readonly UndoState[]> = {
  scheduled: ['undoing', 'failed'],
  undoing: ['finished', 'failed'],
  finished: [],
  failed: ['scheduled'],
}

/** Each person that the import added or changed gets exactly one; each has a counter and a log. */
export const undoClasses = [
  'removed',
  'restored',
  'restored_partly',
  'left_changed',
  'left_departed',
  'left_over_limit',
  'left_gone',
] as const
export type UndoClass = (typeof undoClasses)[number]

const count = (description: string) => z.int().meta({ description })

export const undoCounters = z.object({
  removed: count('Added by the import and not changed since: removed.'),
  restored: count('Changed by the import: they have what they had before.'),
  restored_partly: count('Some of what the import had changed was changed since, and stays.'),
  left_changed: count('All of it was changed since, and stays.'),
  left_departed: count('They would become active again, but have unsubscribed or complained since.'),
  left_over_limit: count('They would become active again, but the limit of active subscribers is reached.'),
  left_gone: count('They are no longer on the list. The log has their ids.'),
})

export const undoSchema = z
  .object({
    state: z.enum(undoStates),
    started_at: z.iso.datetime({ offset: true }).nullable(),
    finished_at: z.iso.datetime({ offset: true }).nullable(),
    error_message: z.string().nullable(),
    people: count('The people that the import added or changed.'),
    reactions_withdrawn: count('The autoresponder messages of the import that were not sent.'),
    counters: undoCounters,
  })
  .meta({ id: 'ImportUndo' })

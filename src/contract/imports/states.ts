/** Specification, section 3; diagram in docs/lifecycles.md. */
export const importStates = [
  'scheduled',
  'downloading',
  'splitting',
  'importing',
  'paused',
  'finished',
  'failed',
  'cancelled',
] as const

export type ImportState = (typeof importStates)[number]

/** Only imports in these states, in which a worker can hold them, can be paused. */
export const runningStates = [
  'scheduled',
  'downloading',
  'splitting',
  'importing',
] as const satisfies readonly ImportState[]

export type RunningState = (typeof runningStates)[number]

export const endedStates = ['finished', 'failed', 'cancelled'] as const satisfies readonly ImportState[]

/**
 * The database enforces the same table (migrations/031, job_may_become); there, a paused import can only
 * return to the state in which it was paused.
 */
export const mayBecome: Record<ImportState, readonly ImportState[]> = {
  scheduled: ['downloading', 'splitting', 'paused', 'failed', 'cancelled'],
  downloading: ['splitting', 'paused', 'failed', 'cancelled'],
  splitting: ['importing', 'paused', 'failed', 'cancelled'],
  importing: ['finished', 'paused', 'failed', 'cancelled'],
  paused: ['scheduled', 'downloading', 'splitting', 'importing', 'cancelled'],
  finished: [],
  failed: [],
  cancelled: [],
}

/** Each row of a file gets exactly one; each has a counter and a log (specification, sections 2.1 and 2.2). */
export const classifications = [
  'added',
  'updated',
  'failed',
  'skipped_overwrite',
  'skipped_active',
  'skipped_unsubscribed',
  'skipped_scomp',
  'skipped_bounced',
  'skipped_deactivated',
  'skipped_duplicate',
  'skipped_over_limit',
] as const

export type Classification = (typeof classifications)[number]

/** `pruned` is not a class of rows: it logs subscribers who are not in the file. */
export const rowLogNames = [...classifications, 'pruned'] as const
export type RowLogName = (typeof rowLogNames)[number]

/** `left_empty`: rows that were added or updated without the cells that do not fit. */
export const logNames = [...rowLogNames, 'left_empty'] as const
export type LogName = (typeof logNames)[number]

/** Whose logs are JSON arrays of cells, the last their problems. */
export function hasCells(name: string): boolean {
  return name === 'failed' || name === 'left_empty'
}

export const subscriberStatuses = ['active', 'unsubscribed', 'scomp', 'bounced', 'deactivated'] as const
export type SubscriberStatus = (typeof subscriberStatuses)[number]

export const sourceTypes = ['json', 'upload_directory', 'url', 'upload', 'failed_rows'] as const
export type SourceType = (typeof sourceTypes)[number]

/** In the place of a file name, for an import whose content came with the call. */
export const jsonFileName = 'data'

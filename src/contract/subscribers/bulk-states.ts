import type { SubscriberStatus } from '../imports/states.ts'

/** Diagram in docs/lifecycles.md. */
export const bulkStates = ['scheduled', 'running', 'finished', 'failed', 'cancelled'] as const
export type BulkState = (typeof bulkStates)[number]

/** The database enforces the same table (migrations/030, job_may_become). */
export const mayBecome: Record<BulkState, readonly BulkState[]> = {
  scheduled: ['running', 'cancelled'],
  running: ['finished', 'failed', 'cancelled'],
  finished: [],
  failed: [],
  cancelled: [],
}

export const bulkActions = ['set_status', 'set_field', 'delete', 'copy'] as const
export type BulkAction = (typeof bulkActions)[number]

/** Without bounced and complained, which record an event: they cannot be set by hand for many people. */
export const bulkStatuses = ['active', 'unsubscribed', 'deactivated'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

const endedByThemselves: readonly SubscriberStatus[] = ['unsubscribed', 'scomp']

/**
 * The statuses that change. Subscribers who already get no messages keep the status that says why, and those who left or
 * complained come back only `despiteDeparture`.
 */
export function statusesBefore(to: BulkStatus, despiteDeparture: boolean): readonly SubscriberStatus[] {
  if (to === 'unsubscribed') return ['active', 'deactivated']
  if (to === 'deactivated') return ['active']
  return ['bounced', 'deactivated', ...(despiteDeparture ? endedByThemselves : [])]
}

/** Named one by one; more are selected by what they have in common. */
export const chosenMax = 10_000
/** Of an organization, unfinished. */
export const bulkChangesMax = 100
/** Sentences about people who could not be changed. */
export const problemsMax = 20

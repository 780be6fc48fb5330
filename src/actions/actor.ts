import type { Sql } from '../database/driver/connection.ts'
import type { NewAuditEvent } from '../store/audit-events/rows.ts'
import type { Caller } from '../store/callers.ts'

/**
 * The caller of an action and its audit log. Rules for all actions: a missing record is AppError `not_found`, wrong
 * values are `validation_failed`. A `fields` function is called after the record was found, so a missing record is
 * reported before wrong values.
 */
export type Actor = {
  caller: Caller
  /** Writes to the audit log in the transaction of the change. Default: the log of the caller's organization. */
  audit: (sql: Sql, event: NewAuditEvent, organizationId?: number) => Promise<void>
}

export type OrganizationActor = Actor & { organizationId: number }

/** `warn` tells the caller what was ignored, in a sentence; repeated sentences count once. */
export type WarnedActor = Actor & { warn: (sentence: string) => void }

export type Origin = { remoteAddress: string; userAgent: string }

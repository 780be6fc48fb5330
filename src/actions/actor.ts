import type { Sql } from '../database/driver/connection.ts'
import type { NewAuditEvent } from '../store/audit-events/rows.ts'
import type { Caller } from '../store/callers.ts'

/** Actions throw AppError `not_found` for a missing record, and only then `validation_failed` for wrong values. */
export type Actor = {
  caller: Caller
  /** Writes in the transaction of the change. Default: to the log of the caller's organization. */
  audit: (sql: Sql, event: NewAuditEvent, organizationId?: number) => Promise<void>
  /** The `updated_at` of the record that the change is about. Absent and null: any. */
  expectedAt?: Date | null
}

export type OrganizationActor = Actor & { organizationId: number }

/** `warn` reports a value that was ignored, in a sentence; repeated sentences count once. */
export type WarnedActor = Actor & { warn: (sentence: string) => void }

export type Origin = { remoteAddress: string; userAgent: string }

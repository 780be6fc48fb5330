import type { Sql } from '../database/driver/connection.ts'
import type { NewAuditEvent } from '../store/audit-events/rows.ts'
import type { Caller } from '../store/callers.ts'

/** Who calls an action, and how it logs what it did. A call of the API is one. */
export type Actor = {
  caller: Caller
  /** Writes to the audit log, in the transaction of the change: to the caller's own organization's unless one is named. */
  audit: (sql: Sql, event: NewAuditEvent, organizationId?: number) => Promise<void>
}

/** Who acts on which organization: their own, or for system administrators any. */
export type OrganizationActor = Actor & { organizationId: number }

/** Where a call comes from: for throttles, sessions and the audit log. */
export type Origin = { remoteAddress: string; userAgent: string }

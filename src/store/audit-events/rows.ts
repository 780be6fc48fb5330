import type { Sql } from '../../database/driver/connection.ts'

export type NewAuditEvent = {
  kind: string
  api_key_id?: number | null
  user_id?: number | null
  /** The actor's organization: differs from the event's if a system administrator acted. */
  actor_organization_id?: number
  import_id?: number
  request_id?: string
  subject_type?: string
  subject_id?: number
  details?: object
}

/** Call it in the transaction of the change itself. */
export async function insertAuditEvent(
  sql: Sql,
  organizationId: number,
  event: NewAuditEvent,
): Promise<void> {
  await sql`
    insert into audit_events
      (organization_id, kind, api_key_id, user_id, actor_organization_id, import_id, request_id,
        subject_type, subject_id, details)
    values (${organizationId}, ${event.kind}, ${event.api_key_id ?? null}, ${event.user_id ?? null},
      ${event.actor_organization_id ?? null}, ${event.import_id ?? null}, ${event.request_id ?? null},
      ${event.subject_type ?? null}, ${event.subject_id ?? null},
      ${sql.json(event.details ?? {})})`
}

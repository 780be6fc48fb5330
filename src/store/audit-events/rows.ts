import type { Sql } from '../../database/driver/connection.ts'

export type NewAuditEvent = {
  kind: string
  api_key_id?: number | null
  user_id?: number | null
  /** The actor's organization: differs from the event's if a system administrator acted. */
  actor_organization_id?: number
  /** The program that acted with the key through /mcp, by its own word. */
  assistant?: string | null
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
      (organization_id, kind, api_key_id, user_id, actor_organization_id, assistant, import_id, request_id,
        subject_type, subject_id, details)
    values (${organizationId}, ${event.kind}, ${event.api_key_id ?? null}, ${event.user_id ?? null},
      ${event.actor_organization_id ?? null}, ${event.assistant ?? null}, ${event.import_id ?? null},
      ${event.request_id ?? null}, ${event.subject_type ?? null}, ${event.subject_id ?? null},
      ${sql.json(event.details ?? {})})`
}

/** One event for each of many subscribers, by the caller of the bulk change. Call it in the transaction of the change. */
export async function insertBulkAuditEvents(
  sql: Sql,
  organizationId: number,
  bulkChangeId: number,
  events: readonly { kind: string; subject_id: number; details: object }[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into audit_events
      (organization_id, kind, api_key_id, user_id, actor_organization_id, assistant, request_id, subject_type,
        subject_id, details)
    select ${organizationId}, given.kind, b.api_key_id, b.user_id, b.actor_organization_id, b.assistant, b.request_id,
      'Subscriber', given.subject_id, given.details
    from jsonb_to_recordset(${sql.json(events)}::jsonb)
      as given (kind text, subject_id bigint, details jsonb)
    join (
      select api_key_id, user_id, actor_organization_id, assistant, request_id from audit_events
      where organization_id = ${organizationId} and kind = 'subscriber_bulk_change.created'
        and subject_type = 'SubscriberBulkChange' and subject_id = ${bulkChangeId}
      limit 1) b on true
    order by given.subject_id
    returning 1`
}

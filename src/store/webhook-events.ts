import type { EventType } from '../contract/webhooks.ts'
import type { Sql } from '../database/connection.ts'

/**
 * Queues events for whoever wants them, in the transaction in which they happened: no webhook, no rows.
 * @param events each the fields of the event without `event_type`; JSON objects.
 */
export async function queueEvents(
  sql: Sql,
  organizationId: number,
  eventType: EventType,
  events: readonly object[],
): Promise<void> {
  if (events.length === 0) return
  const payloads = events.map((event) => JSON.stringify({ event_type: eventType, ...event }))
  await sql`
    with queued as (
      insert into webhook_events (organization_id, webhook_id, event_type, payload)
      select w.organization_id, w.id, ${eventType}, payload::jsonb
      from webhooks w cross join unnest(${payloads}::text[]) with ordinality given (payload, place)
      where w.organization_id = ${organizationId} and w.active and ${eventType} = any(w.event_types)
      order by w.id, place
      returning 1)
    select pg_notify('webhook_events', '') from queued limit 1`
}

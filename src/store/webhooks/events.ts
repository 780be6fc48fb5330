import type { EventType } from '../../contract/webhooks.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { wake } from '../server/wake.ts'

const keptDays = 30

/** And attempts. What waits for a webhook that is off is kept as long as what was given up. Across organizations. */
export async function purgeWebhookEvents(sql: Sql, batchRows: number): Promise<number> {
  const tooOld = sql`now() - ${keptDays} * interval '1 day'`
  const { count: dead } = await sql`
    delete from webhook_events where (organization_id, webhook_id, id) in (
      select organization_id, webhook_id, id from webhook_events
      where dead_at is not null and dead_at < ${tooOld}
      limit ${batchRows})`
  const { count: waiting } = await sql`
    delete from webhook_events where (organization_id, webhook_id, id) in (
      select e.organization_id, e.webhook_id, e.id
      from webhooks w
      join webhook_events e on e.organization_id = w.organization_id and e.webhook_id = w.id
      where not w.active and e.dead_at is null and e.created_at < ${tooOld}
      limit ${batchRows})`
  const { count: attempts } = await sql`
    delete from webhook_deliveries where (organization_id, webhook_id, id) in (
      select organization_id, webhook_id, id from webhook_deliveries
      where attempted_at < ${tooOld}
      limit ${batchRows})`
  return dead + waiting + attempts
}

/** Whether a webhook is told of such events: for many, the events need not be made otherwise. */
export async function isTold(sql: Sql, organizationId: number, eventType: EventType): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (
      select 1 from webhooks where organization_id = ${organizationId} and ${eventType} = any(event_types)) as found`
  return row.found
}

/** null: the event belongs to no list. */
export function listOf(sql: Sql, payload: Fragment): Fragment {
  return sql`coalesce(${payload} ->> 'studio_mailing_list_id', substring(${payload} ->> 'listid', '^a([0-9]+)$'))::integer`
}

const askedFirst = 10

/** Also for webhooks that are off: a receiver that is switched on again gets what it missed. Call it in the transaction of the cause. @param events their fields without `event_type`; JSON objects */
export async function queueEvents(
  sql: Sql,
  organizationId: number,
  eventType: EventType,
  events: readonly object[],
): Promise<void> {
  if (events.length === 0) return
  // A question is sent sooner than many records, which mostly nobody waits for.
  if (events.length > askedFirst && !(await isTold(sql, organizationId, eventType))) return
  const payloads = events.map((event) => JSON.stringify({ event_type: eventType, ...event }))
  const { count } = await sql`
    insert into webhook_events (organization_id, webhook_id, event_type, payload)
    select w.organization_id, w.id, ${eventType}, payload::jsonb
    from webhooks w cross join unnest(${payloads}::text[]) with ordinality given (payload, place)
    where w.organization_id = ${organizationId} and ${eventType} = any(w.event_types)
      and (w.mailing_list_ids is null or ${listOf(sql, sql`payload::jsonb`)} = any(w.mailing_list_ids))
    order by w.id, place
    returning 1`
  if (count > 0) await wake(sql, 'webhook_events')
}

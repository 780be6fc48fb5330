import type { PageRequest } from '../../contract/api/paging.ts'
import { deliveriesMax } from '../../contract/webhooks.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { ResourceRow } from '../resources/rows.ts'

/** What came of one request. `status` null: no answer came. `error` '': the receiver took the events. */
export type Attempt = { status: number | null; answer: string; error: string; durationMs: number }

export type AttemptRow = {
  id: number
  delivery_id: string
  event_ids: number[]
  event_types: string[]
  attempted_at: Date
  duration_ms: number
  status: number | null
  answer: string
  error: string
}

type Delivered = {
  organizationId: number
  webhookId: number
  deliveryId: string
  eventIds: readonly number[]
  eventTypes: readonly string[]
}

/** Deletes the oldest in the same statement, so a busy webhook keeps as many rows as a quiet one. */
export async function insertAttempt(
  sql: Transaction,
  { organizationId, webhookId, deliveryId, eventIds, eventTypes }: Delivered,
  { status, answer, error, durationMs }: Attempt,
): Promise<void> {
  await sql`
    with surplus as (
      select id from webhook_deliveries
      where organization_id = ${organizationId} and webhook_id = ${webhookId}
      order by id desc offset ${deliveriesMax - 1}),
    removed as (
      delete from webhook_deliveries
      where organization_id = ${organizationId} and webhook_id = ${webhookId} and id <= (select max(id) from surplus))
    insert into webhook_deliveries
      (organization_id, webhook_id, delivery_id, event_ids, event_types, duration_ms, status, answer, error)
    values (${organizationId}, ${webhookId}, ${deliveryId}, ${[...eventIds]}::bigint[], ${[...eventTypes]}::text[],
      ${durationMs}, ${status}, ${answer}, ${error})`
}

/** Newest first. */
export async function findAttempts(
  sql: Sql,
  organizationId: number,
  { id }: ResourceRow,
  page: PageRequest,
): Promise<{ rows: AttemptRow[]; count: number }> {
  const own = sql`webhook_deliveries where organization_id = ${organizationId} and webhook_id = ${id}`
  const [rows, [counted]] = await Promise.all([
    sql<AttemptRow[]>`
      select id, delivery_id, to_jsonb(event_ids) as event_ids, to_jsonb(event_types) as event_types, attempted_at,
        duration_ms, status, answer, error
      from ${own} order by id desc limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from ${own}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

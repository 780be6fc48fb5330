import type { EventType } from '../../contract/webhooks.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { queueEvents } from '../webhooks/events.ts'

export type MessageEventType = Extract<EventType, `message_${string}`>

/** What every event of a message tells. */
export type EventSubject = { id: number; stream: string; email: string; tags: string[]; time: number }

export type MessageHappening = { type: MessageEventType; subject: EventSubject; details?: object }

/** Call it in the transaction of the cause. */
export async function queueMessageEvents(
  sql: Sql,
  organizationId: number,
  happenings: readonly MessageHappening[],
): Promise<void> {
  for (const type of new Set(happenings.map((one) => one.type))) {
    const events = happenings
      .filter((one) => one.type === type)
      .map(({ subject: { id, ...subject }, details }) => ({ message_id: id, ...subject, ...details }))
    await queueEvents(sql, organizationId, type, events)
  }
}

/** Of messages `m` and their streams `s`. */
export function eventSubject(sql: Sql) {
  return sql`m.id, s.name as stream, m.email, to_jsonb(m.tags) as tags, extract(epoch from now())::bigint as time`
}

import { isDeepStrictEqual } from 'node:util'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import type { SubscriberList } from '../../store/subscribers/rows.ts'
import { queueEvents } from '../../store/webhooks/events.ts'

/**
 * Tells of a subscriber whom a call has created, or changed: last in the transaction. json_after and json_before are the
 * subscriber as calls answer it. Only what changed is told of.
 */
export async function tellOfSubscriber(
  sql: Sql,
  { organization_id: organizationId }: Caller,
  list: SubscriberList,
  { before, after }: { before?: SubscriberRecord | undefined; after: SubscriberRecord },
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return
  const event = {
    listid: `a${list.id}`,
    list_name: list.name,
    studio_mailing_list_id: list.id,
    studio_subscriber_id: after.id,
    email: after.email,
    json_after: after,
  }
  if (before === undefined) await queueEvents(sql, organizationId, 'studio_subscriber_created', [event])
  else {
    const change = { ...event, json_before: before }
    await queueEvents(sql, organizationId, 'studio_subscriber_updated', [change])
  }
}

import type { Transaction } from '../../database/driver/connection.ts'
import { endSubscriptions, type RemovalKind } from '../subscribers/removals.ts'
import { complaintEvent, studioEvent } from './events.ts'
import { addResponses, findSent, type Reader } from './rows.ts'
import { addStats } from '../campaigns/stats.ts'
import { queueEvents } from '../webhooks/events.ts'

// Tokens are verified before (src/links/token.ts). Deleted subscribers still count, but cause no event.

export type { Reader } from './rows.ts'

/**
 * Can be repeated. Only the first time counts as unique.
 * @returns false: the organization has no such campaign or autoresponder; nothing changed.
 */
export async function recordUnsubscribe(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
  { ip, times = 1 }: { ip: string | null; times?: number },
): Promise<boolean> {
  return recordDeparture(sql, organizationId, reader, { kind: 'unsub', ip, times })
}

export async function recordComplaint(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
): Promise<void> {
  await recordDeparture(sql, organizationId, reader, { kind: 'scomp', ip: null, times: 1 })
}

type Departure = { kind: Exclude<RemovalKind, 'bounce'>; ip: string | null; times: number }

async function recordDeparture(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
  { kind, ip, times }: Departure,
): Promise<boolean> {
  const sent = await findSent(sql, organizationId, reader)
  if (sent === null) return false
  const { listId, source, subscriberId } = reader
  const first = await addResponses(sql, organizationId, source, {
    count: `${kind}s`,
    times: new Map([[subscriberId, times]]),
  })
  const { counted } = await endSubscriptions(sql, organizationId, {
    listId,
    kind,
    subscriberIds: [subscriberId],
    ip,
  })
  const counts = {
    [`${kind}s_total`]: times,
    [`${kind}s_unique`]: first.size,
    [`${kind}s_status_updated`]: counted.length,
  }
  await addStats(sql, organizationId, source, [{ contentId: sent.contentId, counts }])
  if (kind === 'unsub') {
    const events = Array.from({ length: times }, (_, place) =>
      studioEvent(reader, sent, { studio_is_unique: place < first.size }),
    )
    await queueEvents(sql, organizationId, 'studio_unsub', events.flat())
  } else await queueEvents(sql, organizationId, 'scomp', complaintEvent(reader, sent))
  return true
}

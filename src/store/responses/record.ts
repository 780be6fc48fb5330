import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { queueClickReactions, queueOpenReactions } from '../autoresponders/reaction-triggers.ts'
import { endSubscriptions } from '../subscribers/removals.ts'
import type { RemovalKind } from '../subscribers/removals.ts'
import { complaintEvent, studioEvent } from './events.ts'
import { addResponse, findSent, ofSource } from './rows.ts'
import type { Reader } from './rows.ts'
import { addStats } from '../campaigns/stats.ts'
import { queueEvents } from '../webhooks/events.ts'

/**
 * What readers do with a message, each in the caller's transaction: counters, status, suppression, events. Tokens of
 * messages are verified before (src/tracking/token.ts); one whose campaign, autoresponder or list is not of this
 * organization counts nothing. Deleted subscribers are still counted, because the message was sent, but cause no
 * event. Deleted lists and organizations cause no error.
 */

export type { Reader } from './rows.ts'

/** @param ip for the event only: it is not stored. */
export async function recordOpen(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
  ip: string | null,
): Promise<void> {
  const sent = await findSent(sql, organizationId, reader)
  if (sent === null) return
  const isUnique = await addResponse(sql, organizationId, reader, 'opens')
  if (isUnique) await queueOpenReactions(sql, organizationId, reader.source, reader.subscriberId)
  await addStats(sql, organizationId, reader.source, [
    { contentId: sent.contentId, counts: { opens_total: 1, opens_unique: Number(isUnique) } },
  ])
  const event = { studio_is_unique: isUnique, studio_ip: ip }
  await queueEvents(sql, organizationId, 'studio_open', studioEvent(reader, sent, event))
}

export async function findTrackedUrl(
  sql: Sql,
  organizationId: number,
  { source }: Pick<Reader, 'source'>,
  linkId: number,
): Promise<string | null> {
  const [row] = await sql<{ url: string }[]>`
    select url from tracked_links
    where organization_id = ${organizationId} and id = ${linkId} and ${ofSource(sql, source)}`
  return row?.url ?? null
}

/**
 * Counts a click, but not the open that it implies: these are separate counters.
 * @returns the target of the link; null if the campaign or autoresponder has no such link; then nothing was counted.
 */
export async function recordClick(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
  { linkId, ip }: { linkId: number; ip: string | null },
): Promise<string | null> {
  const url = await findTrackedUrl(sql, organizationId, reader, linkId)
  if (url === null) return null
  const sent = await findSent(sql, organizationId, reader)
  if (sent === null) return null
  const isUnique = await addResponse(sql, organizationId, reader, 'clicks')
  const isUniqueByLink = await addLinkClick(sql, organizationId, reader, linkId)
  if (isUniqueByLink) {
    const { subscriberId } = reader
    await queueClickReactions(sql, organizationId, reader.source, { subscriberId, url })
  }
  await addStats(sql, organizationId, reader.source, [
    {
      contentId: sent.contentId,
      counts: {
        clicks_total: 1,
        clicks_unique: Number(isUnique),
        clicks_unique_by_link: Number(isUniqueByLink),
      },
    },
  ])
  const event = { click_url: url, studio_is_unique: isUnique, studio_ip: ip }
  await queueEvents(sql, organizationId, 'studio_click', studioEvent(reader, sent, event))
  return url
}

async function addLinkClick(
  sql: Sql,
  organizationId: number,
  { subscriberId }: Reader,
  linkId: number,
): Promise<boolean> {
  const [row] = await sql<{ clicks: number }[]>`
    insert into link_clicks as c (organization_id, link_id, subscriber_id)
    values (${organizationId}, ${linkId}, ${subscriberId})
    on conflict (organization_id, link_id, subscriber_id) do update set clicks = c.clicks + 1
    returning clicks`
  const isFirst = row?.clicks === 1
  await sql`
    update tracked_links
    set clicks_total = clicks_total + 1, clicks_unique = clicks_unique + ${Number(isFirst)}
    where organization_id = ${organizationId} and id = ${linkId}`
  return isFirst
}

/**
 * Unsubscribes the reader of a message; repetitions have the same result. The first time counts as a unique
 * unsubscription of the campaign or autoresponder, each time counts for its total.
 * @returns false: the organization has no such campaign or autoresponder; nothing changed.
 */
export async function recordUnsubscribe(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
  ip: string | null,
): Promise<boolean> {
  return recordDeparture(sql, organizationId, reader, { kind: 'unsub', ip })
}

/** A complaint ends the subscription if it is still active. */
export async function recordComplaint(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
): Promise<void> {
  await recordDeparture(sql, organizationId, reader, { kind: 'scomp', ip: null })
}

async function recordDeparture(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
  { kind, ip }: { kind: Exclude<RemovalKind, 'bounce'>; ip: string | null },
): Promise<boolean> {
  const sent = await findSent(sql, organizationId, reader)
  if (sent === null) return false
  const isUnique = await addResponse(sql, organizationId, reader, `${kind}s`)
  const { listId, subscriberId } = reader
  const changed = await endSubscriptions(sql, organizationId, {
    listId,
    kind,
    subscriberIds: [subscriberId],
    ip,
  })
  const counts = {
    [`${kind}s_total`]: 1,
    [`${kind}s_unique`]: Number(isUnique),
    [`${kind}s_status_updated`]: changed.length,
  }
  await addStats(sql, organizationId, reader.source, [{ contentId: sent.contentId, counts }])
  if (kind === 'unsub') {
    const event = studioEvent(reader, sent, { studio_is_unique: isUnique })
    await queueEvents(sql, organizationId, 'studio_unsub', event)
  } else await queueEvents(sql, organizationId, 'scomp', complaintEvent(reader, sent))
  return true
}

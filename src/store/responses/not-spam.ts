import type { Transaction } from '../../database/driver/connection.ts'
import { addStats, sourceIds } from '../campaigns/stats.ts'
import { adjustCounts } from '../subscribers/counts.ts'
import { findSent, ofSource, type Reader } from './rows.ts'

/**
 * Takes the complaint about this message back. The subscription goes on if nothing else ended it: no complaint about
 * another message, no unsubscription. Other lists and suppression lists stay as they are.
 * @returns false: there is no such complaint; nothing changed.
 */
export async function takeBackComplaint(
  sql: Transaction,
  organizationId: number,
  reader: Reader,
): Promise<boolean> {
  const { listId, source, subscriberId } = reader
  const sent = await findSent(sql, organizationId, reader)
  if (sent === null) return false
  const { count } = await sql`
    update message_responses set scomps = 0
    where organization_id = ${organizationId} and ${ofSource(sql, source)} and subscriber_id = ${subscriberId}
      and scomps > 0`
  if (count === 0) return false
  const isBack = !(await hasLeft(sql, organizationId, reader)) && (await resume(sql, organizationId, reader))
  if (isBack) await adjustCounts(sql, organizationId, listId, { active: 1, scomp: -1 })
  const counts = { scomps_unique: -1, scomps_status_updated: isBack && sent.remote === null ? -1 : 0 }
  await addStats(sql, organizationId, source, [{ contentId: sent.contentId, counts }])
  return true
}

async function resume(
  sql: Transaction,
  organizationId: number,
  { listId, subscriberId }: Reader,
): Promise<boolean> {
  const { count } = await sql`
    update subscribers s set status = 'active', remove_time = null, remove_ip = null, updated_at = now()
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = ${subscriberId}
      and status = 'scomp' and not exists (
        select from repeated_departures d
        where d.organization_id = ${organizationId} and d.mailing_list_id = ${listId}
          and d.subscriber_id = ${subscriberId} and d.left_at > s.remove_time)`
  return count > 0
}

/** No index of responses leads from a subscriber to messages, so each message of the list is looked up. */
async function hasLeft(
  sql: Transaction,
  organizationId: number,
  { listId, source, subscriberId }: Reader,
): Promise<boolean> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const [row] = await sql<[{ left: boolean }]>`
    select exists (
      select from campaigns c
      join message_responses r on r.organization_id = ${organizationId} and r.campaign_id = c.id
        and r.autoresponder_id is null and r.subscriber_id = ${subscriberId}
      where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId}
        and (r.unsubs > 0 or (r.scomps > 0 and c.id is distinct from ${campaignId}::integer))
    ) or exists (
      select from autoresponders a
      join message_responses r on r.organization_id = ${organizationId} and r.campaign_id is null
        and r.autoresponder_id = a.id and r.subscriber_id = ${subscriberId}
      where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId}
        and (r.unsubs > 0 or (r.scomps > 0 and a.id is distinct from ${autoresponderId}::integer))
    ) as left`
  return row.left
}

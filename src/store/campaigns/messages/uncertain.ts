import type { Count, PageRequest } from '../../../contract/api/paging.ts'
import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import { wakeWorkers } from '../../server/wake.ts'
import { countUpTo } from '../../../database/driver/statement/bounded-count.ts'
import { campaignKind, resendKind } from '../claims.ts'
import { subscriberWith } from '../../subscribers/by-id.ts'

/** It is unknown whether it was sent: its sender died, or there was no answer after the last byte. */
export type UncertainRow = {
  subscriber_id: number
  occasion: number
  email: string | null
  content_id: number | null
  since: Date
}

export async function findUncertainDeliveries(
  sql: Sql,
  organizationId: number,
  campaign: { id: number; mailing_list_id: number },
  page: PageRequest,
): Promise<{ rows: UncertainRow[]; count: Count }> {
  const uncertain = sql`
    d.organization_id = ${organizationId} and d.campaign_id = ${campaign.id}
      and d.autoresponder_id is null and d.state = 'uncertain'`
  const [rows, count] = await Promise.all([
    sql<UncertainRow[]>`
      select d.subscriber_id, d.occasion, coalesce(s.email, s.key, a.email) as email, d.content_id,
        d.sent_at as since
      from deliveries d
      left join ${subscriberWith(sql, { organizationId, listId: campaign.mailing_list_id }, sql`d.subscriber_id`)} s on true
      left join lateral (
        select a.email
        from campaign_seed_lists cs
        join seed_list_addresses a on a.organization_id = cs.organization_id
          and a.seed_list_id = cs.seed_list_id and a.id = d.occasion
        where cs.organization_id = ${organizationId} and cs.campaign_id = ${campaign.id}
          and d.subscriber_id = 0 limit 1) a on true
      where ${uncertain}
      order by d.subscriber_id, d.occasion limit ${page.perPage} offset ${page.offset}`,
    countUpTo(sql, sql`from deliveries d where ${uncertain}`),
  ])
  return { rows, count }
}

/** Keeps the Message-ID and the counters: uncertain messages count as queued. The campaign must be locked. */
export async function resendUncertain(
  sql: Transaction,
  organizationId: number,
  campaignId: number,
  subscriberIds: readonly number[] | null,
): Promise<number> {
  const { count } = await sql`
    update deliveries set state = 'deferred', next_attempt_at = now()
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and autoresponder_id is null
      and state = 'uncertain'
      ${subscriberIds === null ? sql`` : sql`and subscriber_id = any(${[...subscriberIds]}::bigint[])`}`
  if (count === 0) return 0
  const { count: isOpen } = await sql`
    update jobs set next_attempt_at = now()
    where organization_id = ${organizationId} and kind = ${campaignKind} and id = ${campaignId} and finished_at is null`
  if (isOpen === 0) await reopen(sql, organizationId, campaignId)
  await wakeWorkers(sql, campaignKind)
  return count
}

/**
 * For a finished campaign, whose messages are then sent by a job of their own. Its first epoch is that of the campaign's job:
 * batches that a sender left before it have a lower one than any of its claims.
 */
async function reopen(sql: Transaction, organizationId: number, campaignId: number): Promise<void> {
  await sql`
    insert into jobs as j (organization_id, kind, id, mailing_list_id, epoch)
    select organization_id, ${resendKind}, id, mailing_list_id, epoch from jobs
    where organization_id = ${organizationId} and kind = ${campaignKind} and id = ${campaignId}
    on conflict (organization_id, kind, id) do update
    set state = case when j.finished_at is null then j.state else 'scheduled' end, finished_at = null,
      error_message = null, next_attempt_at = null, attempts = 0
    returning 1`
  await sql`
    update campaigns set reopened_at = now() where organization_id = ${organizationId} and id = ${campaignId}`
}

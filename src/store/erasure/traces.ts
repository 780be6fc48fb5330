import type { Transaction } from '../../database/driver/connection.ts'
import { countDeliveries, type MovedDelivery } from '../campaigns/deliveries.ts'
import { skipTried } from '../autoresponders/reaction-outcomes.ts'
import { addStats } from '../campaigns/stats.ts'
import { forgetDecisions } from '../subscribers/pauses.ts'

// Traces of deleted subscribers in other tables. Counters stay: they contain no personal data.

/** Messages that waited for a retry and are now skipped, to be counted. */
export type EndedReactions = { autoresponderId: number; moved: MovedDelivery[] }[]

/** Call it in the transaction of the delete, before it, and `countEnded` at its end. */
export async function endReactions(
  sql: Transaction,
  organizationId: number,
  listId: number,
  subscriberIds: readonly number[],
): Promise<EndedReactions> {
  const ids = [...subscriberIds]
  await forgetDecisions(sql, { organizationId, listId }, ids)
  const mine = sql`
    organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = any(${ids}::bigint[])`
  await sql`
    update autoresponder_reactions set content_replacements = null
    where ${mine} and handed_over and content_replacements is not null`
  const rows = await sql<{ id: number; autoresponder_id: number }[]>`
    with gone as (
      delete from autoresponder_reactions where ${mine} and not handed_over returning id, autoresponder_id)
    select id, autoresponder_id from gone order by autoresponder_id, id`
  const ended: EndedReactions = []
  for (const autoresponderId of new Set(rows.map((row) => row.autoresponder_id))) {
    const gone = rows.filter((row) => row.autoresponder_id === autoresponderId).map(({ id }) => id)
    const moved = await skipTried(sql, organizationId, autoresponderId, gone)
    if (moved.length > 0) ended.push({ autoresponderId, moved })
  }
  return ended
}

export async function countEnded(
  sql: Transaction,
  organizationId: number,
  ended: EndedReactions,
): Promise<void> {
  for (const { autoresponderId, moved } of ended) {
    await addStats(sql, organizationId, { autoresponderId }, countDeliveries(moved))
  }
}

/** Deletes servers' answers about their messages, and the content of uncertain ones. The results stay. */
export async function forgetDeliveries(
  sql: Transaction,
  organizationId: number,
  listId: number,
  subscriberIds: readonly number[],
): Promise<void> {
  const ids = [...subscriberIds]
  const forget = sql`update deliveries d set diagnostic = null, content_replacements = null`
  const theirs = sql`
    d.organization_id = ${organizationId} and d.subscriber_id = any(${ids}::bigint[])
      and (d.diagnostic is not null or d.content_replacements is not null)`
  await sql`
    ${forget} from campaigns c
    where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and d.campaign_id = c.id
      and d.autoresponder_id is null and ${theirs}`
  await sql`
    ${forget} from autoresponders a
    where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId} and d.campaign_id is null
      and d.autoresponder_id = a.id and ${theirs}`
  await sql`
    update early_reports set diagnostic = ''
    where organization_id = ${organizationId} and subscriber_id = any(${ids}::bigint[])`
}

/** Whose messages the subscribers answered. */
export type Answered = { campaignIds: number[]; autoresponderIds: number[] }

/** An open after this counts as the first one. @returns for `forgetClicks`: who clicked has a response. */
export async function forgetResponses(
  sql: Transaction,
  organizationId: number,
  listId: number,
  subscriberIds: readonly number[],
): Promise<Answered> {
  const ids = [...subscriberIds]
  const campaigns = await sql<{ id: number }[]>`
    with gone as (
      delete from message_responses r using campaigns c
      where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId}
        and r.organization_id = ${organizationId} and r.campaign_id = c.id and r.autoresponder_id is null
        and r.subscriber_id = any(${ids}::bigint[])
      returning r.campaign_id)
    select distinct campaign_id as id from gone`
  const autoresponders = await sql<{ id: number }[]>`
    with gone as (
      delete from message_responses r using autoresponders a
      where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId}
        and r.organization_id = ${organizationId} and r.campaign_id is null and r.autoresponder_id = a.id
        and r.subscriber_id = any(${ids}::bigint[])
      returning r.autoresponder_id)
    select distinct autoresponder_id as id from gone`
  for (const [table, column] of [
    ['campaigns', 'campaign_id'],
    ['autoresponders', 'autoresponder_id'],
  ] as const) {
    const isOther = column === 'campaign_id' ? sql`h.autoresponder_id is null` : sql`h.campaign_id is null`
    await sql`
      delete from hits h using ${sql(table)} m
      where m.organization_id = ${organizationId} and m.mailing_list_id = ${listId}
        and h.organization_id = ${organizationId} and h.${sql(column)} = m.id and ${isOther}
        and h.subscriber_id = any(${ids}::bigint[])`
  }
  await sql`
    delete from soft_bounces where organization_id = ${organizationId} and subscriber_id = any(${ids}::bigint[])`
  // After the responses, in the order in which clicks lock them.
  await sql`
    delete from reaction_causes r using autoresponders a
    where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId}
      and r.organization_id = ${organizationId} and r.autoresponder_id = a.id
      and r.subscriber_id = any(${ids}::bigint[])`
  return { campaignIds: idsOf(campaigns), autoresponderIds: idsOf(autoresponders) }
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

/** Only links of messages that they answered are looked at: a list can have thousands of others. */
export async function forgetClicks(
  sql: Transaction,
  organizationId: number,
  { campaignIds, autoresponderIds }: Answered,
  subscriberIds: readonly number[],
): Promise<void> {
  for (const [ids, ofSource] of [
    [campaignIds, sql`t.campaign_id = any(${campaignIds}::integer[])`],
    [
      autoresponderIds,
      sql`t.campaign_id is null and t.autoresponder_id = any(${autoresponderIds}::integer[])`,
    ],
  ] as const) {
    if (ids.length === 0) continue
    await sql`
      delete from link_clicks k using tracked_links t
      where t.organization_id = ${organizationId} and ${ofSource}
        and k.organization_id = ${organizationId} and k.link_id = t.id
        and k.subscriber_id = any(${[...subscriberIds]}::bigint[])`
  }
}

import type { Sql } from '../../database/driver/connection.ts'
import { dueAt } from './reactions.ts'
import { sourceIds } from '../campaigns/stats.ts'
import type { Source } from '../campaigns/stats.ts'
import { wakeSenders } from '../server/wake.ts'

// Also for paused autoresponders, whose messages wait. Only active subscribers trigger reactions.

/** Call it on the first open of each subscriber; repetitions have no effect. */
export async function queueOpenReactions(
  sql: Sql,
  organizationId: number,
  source: Source,
  subscriberIds: readonly number[],
): Promise<void> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const listens =
    campaignId === null
      ? sql`a.trigger = 'autoresponder_open' and a.trigger_autoresponder_to_open_id = ${autoresponderId}`
      : sql`a.trigger = 'campaign_open' and a.trigger_campaign_to_open_id = ${campaignId}`
  await queueOnce(sql, organizationId, source, { subscriberIds, listens })
}

/** Call it on the first click of each subscriber on a link. @param url as recorded when the message was sent */
export async function queueClickReactions(
  sql: Sql,
  organizationId: number,
  source: Source,
  { subscriberIds, url }: { subscriberIds: readonly number[]; url: string },
): Promise<void> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const listens =
    campaignId === null
      ? sql`a.trigger = 'autoresponder_click' and a.trigger_autoresponder_to_click_id = ${autoresponderId}`
      : sql`a.trigger = 'campaign_click' and a.trigger_campaign_to_click_id = ${campaignId}`
  await queueOnce(sql, organizationId, source, {
    subscriberIds,
    listens: sql`${listens} and (a.trigger_click_on_any_url or a.trigger_click_urls ? ${url})`,
  })
}

/** @param listens a condition on autoresponders `a`; in an object, because the driver's fragments are promises. */
async function queueOnce(
  sql: Sql,
  organizationId: number,
  source: Source,
  { subscriberIds, listens }: { subscriberIds: readonly number[]; listens: ReturnType<typeof dueAt> },
): Promise<void> {
  if (subscriberIds.length === 0) return
  const { campaignId, autoresponderId } = sourceIds(source)
  const listening = await sql<{ id: number; mailing_list_id: number; at: string }[]>`
    select a.id, a.mailing_list_id, (${dueAt(sql)})::text as at
    from autoresponders a
    join organizations o on o.id = a.organization_id
    where a.organization_id = ${organizationId} and ${listens}`
  if (listening.length === 0) return
  const ids = listening.map(({ id }) => id)
  const listIds = listening.map(({ mailing_list_id: listId }) => listId)
  const caused = await sql<{ autoresponder_id: number; subscriber_id: number }[]>`
    with caused as (
      insert into reaction_causes
        (organization_id, autoresponder_id, subscriber_id, campaign_id, source_autoresponder_id)
      select s.organization_id, l.id, s.id, ${campaignId}::integer, ${autoresponderId}::integer
      from unnest(${ids}::integer[], ${listIds}::integer[]) l (id, mailing_list_id)
      join subscribers s on s.organization_id = ${organizationId} and s.mailing_list_id = l.mailing_list_id
        and s.id = any(${[...subscriberIds]}::bigint[]) and s.status = 'active'
      order by l.id, s.id
      on conflict do nothing
      returning autoresponder_id, subscriber_id)
    select autoresponder_id, subscriber_id from caused`
  if (caused.length === 0) return
  const of = new Map(listening.map((one) => [one.id, one]))
  const rows = caused.flatMap(({ autoresponder_id: id, subscriber_id: subscriberId }) => {
    const one = of.get(id)
    return one === undefined ? [] : [{ ...one, subscriberId }]
  })
  await sql`
    insert into autoresponder_reactions
      (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at)
    select ${organizationId}::integer, given.*
    from unnest(${rows.map(({ id }) => id)}::integer[], ${rows.map((one) => one.mailing_list_id)}::integer[],
      ${rows.map(({ subscriberId }) => String(subscriberId))}::text[]::bigint[],
      ${rows.map(({ at }) => at)}::text[]::timestamptz[]) given
    returning 1`
  await wakeSenders(sql, 'reactions')
}

/** Once per message. Conditions "not opened" and "not clicked" are checked when the reaction is due (`isStillOwed`). */
export async function queueSentReactions(
  sql: Sql,
  organizationId: number,
  autoresponderId: number,
  subscriberIds: readonly number[],
): Promise<void> {
  if (subscriberIds.length === 0) return
  await sql`
    insert into autoresponder_reactions
      (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at)
    select a.organization_id, a.id, a.mailing_list_id, s.id, ${dueAt(sql)}
    from autoresponders a
    join organizations o on o.id = a.organization_id
    join unnest(${[...subscriberIds]}::bigint[]) sent (id) on true
    join subscribers s on s.organization_id = a.organization_id and s.mailing_list_id = a.mailing_list_id
      and s.id = sent.id and s.status = 'active'
    where a.organization_id = ${organizationId} and (
      (a.trigger = 'autoresponder_send' and a.trigger_autoresponder_to_send_id = ${autoresponderId})
      or (a.trigger = 'autoresponder_nonopen' and a.trigger_autoresponder_to_open_id = ${autoresponderId})
      or (a.trigger = 'autoresponder_nonclick' and a.trigger_autoresponder_to_click_id = ${autoresponderId}))
    returning 1`
}

/** On autoresponders `a` and subscribers `s`: false after the open or click that prevents it. A click is an open. */
export function isStillOwed(sql: Sql, organizationId: number) {
  return sql`
    case a.trigger
      when 'autoresponder_nonopen' then not exists (
        select from message_responses p
        where p.organization_id = ${organizationId} and p.campaign_id is null
          and p.autoresponder_id = a.trigger_autoresponder_to_open_id and p.subscriber_id = s.id
          and (p.opens > 0 or p.clicks > 0))
      when 'autoresponder_nonclick' then not exists (
        select from tracked_links k
        join link_clicks c on c.organization_id = k.organization_id and c.link_id = k.id and c.subscriber_id = s.id
        where k.organization_id = ${organizationId} and k.campaign_id is null
          and k.autoresponder_id = a.trigger_autoresponder_to_click_id
          and (a.trigger_click_on_any_url or a.trigger_click_urls ? k.url))
      else true
    end`
}

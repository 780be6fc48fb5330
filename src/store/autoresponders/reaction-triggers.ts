import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { dueAt } from './reactions.ts'
import { sourceIds, type Source } from '../campaigns/stats.ts'
import { subscribersById } from '../subscribers/by-id.ts'
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
  // A statement of its own: to a cluster an insert from a limited look-up for each id is nothing.
  const active = await sql<Caused[]>`
    select l.id as autoresponder_id, s.id as subscriber_id
    from unnest(${ids}::integer[], ${listIds}::integer[]) l (id, mailing_list_id)
    cross join ${subscribersById(sql, { organizationId, listId: sql`l.mailing_list_id` }, subscriberIds)}
    where s.status = 'active'`
  if (active.length === 0) return
  const caused = await sql<Caused[]>`
    with caused as (
      insert into reaction_causes
        (organization_id, autoresponder_id, subscriber_id, campaign_id, source_autoresponder_id)
      select ${organizationId}::integer, given.id, given.subscriber_id, ${campaignId}::integer, ${autoresponderId}::integer
      from unnest(${active.map((one) => one.autoresponder_id)}::integer[],
        ${active.map((one) => String(one.subscriber_id))}::text[]::bigint[]) given (id, subscriber_id)
      order by given.id, given.subscriber_id
      on conflict do nothing
      returning autoresponder_id, subscriber_id)
    select autoresponder_id, subscriber_id from caused`
  if (caused.length === 0) return
  const of = new Map(listening.map((one) => [one.id, one]))
  const rows = caused.flatMap(({ autoresponder_id: id, subscriber_id: subscriberId }) => {
    const one = of.get(id)
    return one === undefined ? [] : [{ ...one, subscriberId }]
  })
  await insertReactions(sql, organizationId, rows)
  await wakeSenders(sql, 'reactions')
}

type Caused = { autoresponder_id: number; subscriber_id: number }

/** `id`: of the autoresponder; `at`: as PostgreSQL writes it. */
type Due = { id: number; mailing_list_id: number; subscriberId: number; at: string }

async function insertReactions(sql: Sql, organizationId: number, rows: readonly Due[]): Promise<void> {
  await sql`
    insert into autoresponder_reactions
      (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at)
    select ${organizationId}::integer, given.*
    from unnest(${rows.map(({ id }) => id)}::integer[], ${rows.map((one) => one.mailing_list_id)}::integer[],
      ${rows.map(({ subscriberId }) => String(subscriberId))}::text[]::bigint[],
      ${rows.map(({ at }) => at)}::text[]::timestamptz[]) given
    returning 1`
}

/** Once per message. Conditions "not opened" and "not clicked" are checked when the reaction is due (`isStillOwed`). */
export async function queueSentReactions(
  sql: Sql,
  organizationId: number,
  autoresponderId: number,
  subscriberIds: readonly number[],
): Promise<void> {
  if (subscriberIds.length === 0) return
  const rows = await sql<Due[]>`
    select a.id, a.mailing_list_id, s.id as "subscriberId", (${dueAt(sql)})::text as at
    from autoresponders a
    join organizations o on o.id = a.organization_id
    cross join ${subscribersById(sql, { organizationId, listId: sql`a.mailing_list_id` }, subscriberIds)}
    where s.status = 'active' and a.organization_id = ${organizationId} and (
      (a.trigger = 'autoresponder_send' and a.trigger_autoresponder_to_send_id = ${autoresponderId})
      or (a.trigger = 'autoresponder_nonopen' and a.trigger_autoresponder_to_open_id = ${autoresponderId})
      or (a.trigger = 'autoresponder_nonclick' and a.trigger_autoresponder_to_click_id = ${autoresponderId}))`
  if (rows.length > 0) await insertReactions(sql, organizationId, rows)
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

// What an open or a click triggered, which was a machine's after all. A message that has left cannot be called back: then the
// cause stays, so that the person's own click does not send it again.

export function withdrawOpenReactions(
  sql: Transaction,
  organizationId: number,
  source: Source,
  subscriberIds: readonly number[],
): Promise<void> {
  return withdraw(sql, organizationId, source, {
    subscriberIds,
    triggers: ['campaign_open', 'autoresponder_open'],
    isOwed: sql`exists (
      select from message_responses p
      where p.organization_id = ${organizationId} and ${messageOf(sql, 'p', source)}
        and p.subscriber_id = c.subscriber_id and p.opens > 0)`,
  })
}

/** After the clicks of the links were changed. */
export function withdrawClickReactions(
  sql: Transaction,
  organizationId: number,
  source: Source,
  subscriberIds: readonly number[],
): Promise<void> {
  return withdraw(sql, organizationId, source, {
    subscriberIds,
    triggers: ['campaign_click', 'autoresponder_click'],
    isOwed: sql`exists (
      select from tracked_links t
      join link_clicks k on k.organization_id = t.organization_id and k.link_id = t.id and k.subscriber_id = c.subscriber_id
      where t.organization_id = ${organizationId} and ${messageOf(sql, 't', source)}
        and (a.trigger_click_on_any_url or a.trigger_click_urls ? t.url))`,
  })
}

type Withdrawal = { subscriberIds: readonly number[]; triggers: string[]; isOwed: Fragment }

async function withdraw(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { subscriberIds, triggers, isOwed }: Withdrawal,
): Promise<void> {
  if (subscriberIds.length === 0) return
  const { campaignId, autoresponderId } = sourceIds(source)
  const caused =
    campaignId === null
      ? sql`c.campaign_id is null and c.source_autoresponder_id = ${autoresponderId}`
      : sql`c.campaign_id = ${campaignId} and c.source_autoresponder_id is null`
  const causes = await sql<{ autoresponder_id: number; mailing_list_id: number; subscriber_id: number }[]>`
    select a.id as autoresponder_id, a.mailing_list_id, c.subscriber_id
    from reaction_causes c
    join autoresponders a on a.organization_id = c.organization_id and a.id = c.autoresponder_id
    where c.organization_id = ${organizationId} and ${caused} and a.trigger = any(${triggers})
      and c.subscriber_id = any(${[...subscriberIds]}::bigint[]) and not ${isOwed}
    order by a.id, c.subscriber_id`
  for (const { autoresponder_id: id, mailing_list_id: listId, subscriber_id: subscriberId } of causes) {
    const { count } = await sql`
      delete from autoresponder_reactions
      where organization_id = ${organizationId} and id = (
        select id from autoresponder_reactions
        where organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = ${subscriberId}
          and autoresponder_id = ${id} and holder is null and attempts = 0 and sequence_id is null and not resent
          and import_id is null and content_replacements is null
        order by id limit 1 for update skip locked)`
    if (count === 0) continue
    await sql`
      delete from reaction_causes c
      where c.organization_id = ${organizationId} and c.autoresponder_id = ${id} and c.subscriber_id = ${subscriberId}
        and ${caused}`
  }
}

function messageOf(sql: Sql, alias: string, source: Source): Fragment {
  const campaign = sql(`${alias}.campaign_id`)
  const autoresponder = sql(`${alias}.autoresponder_id`)
  return 'campaignId' in source
    ? sql`${campaign} = ${source.campaignId} and ${autoresponder} is null`
    : sql`${campaign} is null and ${autoresponder} = ${source.autoresponderId}`
}

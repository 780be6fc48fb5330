import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import { sourceIds, type SliceChange, type Source } from '../../campaigns/stats.ts'
import { findHits, findTurned } from './rows.ts'
import { findSents, ofSource, sourceTable } from '../rows.ts'
import { addLinkCounts, turnHits, turnLinkClicks } from './turned.ts'

// What an earlier judge said of kept hits is said anew by this one.

/**
 * Organizations with hits that a judge of an earlier version has judged. Across organizations: the servers of the release
 * before may judge as long as a rolling restart takes, so that none ends within an hour.
 */
export async function findJudgedBefore(sql: Sql, version: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select o.id from organizations o
    where not exists (
        select from hit_judgings j
        where j.organization_id = o.id and j.judge_version >= ${version} and j.ended_at is not null)
      and exists (select from hits h where h.organization_id = o.id)
    order by o.id`
  return rows.map(({ id }) => id)
}

export type HitsOfMessages = { source: Source; subscriberIds: number[] }

/** Locks the place. @returns the messages of the next hits, and the last of these hits. null: no more for now. */
export async function nextJudgedBefore(
  sql: Transaction,
  organizationId: number,
  { version, rows: limit }: { version: number; rows: number },
): Promise<{ messages: HitsOfMessages[]; lastId: number } | null> {
  const [place] = await sql<{ last_hit_id: number }[]>`
    insert into hit_judgings as j (organization_id, judge_version) values (${organizationId}, ${version})
    on conflict (organization_id) do update
      set judge_version = greatest(j.judge_version, excluded.judge_version),
        last_hit_id = case when j.judge_version < excluded.judge_version then 0 else j.last_hit_id end,
        begun_at = case when j.judge_version < excluded.judge_version then excluded.begun_at else j.begun_at end,
        ended_at = case when j.judge_version < excluded.judge_version then null else j.ended_at end
    returning last_hit_id`
  // Ids are committed in another order: what is a minute old has been.
  const hits = await sql<
    { id: number; campaign_id: number | null; autoresponder_id: number | null; subscriber_id: number }[]
  >`
    select id, campaign_id, autoresponder_id, subscriber_id from hits
    where organization_id = ${organizationId} and id > ${place?.last_hit_id ?? 0}
      and hit_at < now() - interval '1 minute'
    order by id limit ${limit}`
  const last = hits.at(-1)
  if (last === undefined) {
    await sql`
      update hit_judgings set ended_at = now()
      where organization_id = ${organizationId} and ended_at is null and begun_at < now() - interval '1 hour'`
    return null
  }
  const messages = new Map<string, HitsOfMessages>()
  for (const { campaign_id: campaignId, autoresponder_id: autoresponderId, subscriber_id: id } of hits) {
    const key = `${campaignId} ${autoresponderId}`
    const source = campaignId === null ? { autoresponderId: autoresponderId ?? 0 } : { campaignId }
    const known = messages.get(key) ?? { source, subscriberIds: [] }
    if (!known.subscriberIds.includes(id)) known.subscriberIds.push(id)
    messages.set(key, known)
  }
  return { messages: [...messages.values()], lastId: last.id }
}

export async function keepPlace(sql: Sql, organizationId: number, lastId: number): Promise<void> {
  await sql`
    update hit_judgings set last_hit_id = ${lastId}
    where organization_id = ${organizationId} and last_hit_id < ${lastId}`
}

/** `lost`: whom what is a machine's after all had made openers or clickers. */
export type JudgedAgain = { count: number; lost: number[]; changes: SliceChange[] }

/** By all kept hits of these messages. @returns what is still to follow: reactions, and then the counters. */
export async function judgeMessagesAgain(
  sql: Transaction,
  organizationId: number,
  { source, subscriberIds }: HitsOfMessages,
): Promise<JudgedAgain | null> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const [mailing] = await sql<{ listId: number }[]>`
    select mailing_list_id as "listId" from ${sql(sourceTable(source))}
    where organization_id = ${organizationId} and id = ${campaignId ?? autoresponderId} and mailing_list_id is not null`
  if (mailing === undefined) return null
  // As hits that arrive now lock them.
  await sql`
    select from message_responses
    where organization_id = ${organizationId} and ${ofSource(sql, source)}
      and subscriber_id = any(${subscriberIds}::bigint[])
    order by subscriber_id for no key update`
  const sents = await findSents(sql, organizationId, { ...mailing, source }, subscriberIds)
  if (sents.size === 0) return null
  const contentOf = (id: number) => sents.get(id)?.contentId ?? null
  const hits = await findHits(sql, organizationId, source, { subscriberIds, sinceSeconds: null })
  const turned = await findTurned(sql, organizationId, source, { hits, contentOf })
  if (turned.length === 0) return null
  const turning = { turned, contentOf }
  const changes = await turnHits(sql, organizationId, source, turning)
  const ofLinks = await turnLinkClicks(sql, organizationId, turning)
  await addLinkCounts(sql, organizationId, ofLinks.links)
  const lost = [
    ...new Set(turned.flatMap(({ verdict, subscriberId }) => (verdict.isMachine ? [subscriberId] : []))),
  ]
  return { count: turned.length, lost, changes: [...changes, ...ofLinks.changes] }
}

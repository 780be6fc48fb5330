import { judgeHit } from '../../contract/responses/judging/judge.ts'
import type { Seen } from '../../contract/responses/judging/verdict.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { queueClickReactions, queueOpenReactions } from '../autoresponders/reaction-triggers.ts'
import { addStats } from '../campaigns/stats.ts'
import { queueEvents } from '../webhooks/events.ts'
import { studioEvent } from './events.ts'
import { addHitCounts, insertHits, timesOf, type HitCount, type Times } from './hits.ts'
import { findSents, ofSource, type Mailing, type Sent } from './rows.ts'

// Tokens are verified before (src/links/token.ts). Deleted subscribers still count, but cause no event.

/** `ip` is for the event only: it is not stored. */
export type Hit = { subscriberId: number; ip: string | null; seen: Seen }

export async function recordOpens(
  sql: Transaction,
  organizationId: number,
  mailing: Mailing,
  hits: readonly Hit[],
): Promise<void> {
  const { source } = mailing
  const counted = await countHits(sql, organizationId, mailing, {
    count: 'opens',
    hits: hits.map((hit) => ({ ...hit, linkId: null })),
  })
  if (counted === null) return
  const { sents, first, times, people } = counted
  await queueOpenReactions(sql, organizationId, source, [...first.people])
  const stats = sumsByContent(sents, times, (id, { people, machines }) => ({
    opens_total: people,
    opens_unique: Number(first.people.has(id)),
    opens_machine_total: machines,
    opens_machine_unique: Number(first.machines.has(id)),
  }))
  await addStats(sql, organizationId, source, stats)
  const events = eventsOf(mailing, sents, { hits: people, first: first.people, fields: () => ({}) })
  await queueEvents(sql, organizationId, 'studio_open', events)
}

export type Click = Hit & { linkId: number }

/** Does not count the opens that clicks imply. @returns targets; null if there is no such link: not counted. */
export async function recordClicks(
  sql: Transaction,
  organizationId: number,
  mailing: Mailing,
  clicks: readonly Click[],
): Promise<(string | null)[]> {
  const { source } = mailing
  const urls = await findTrackedUrls(
    sql,
    organizationId,
    mailing,
    clicks.map(({ linkId }) => linkId),
  )
  const hits = clicks.filter(({ linkId }) => urls.has(linkId))
  const counted = await countHits(sql, organizationId, mailing, { count: 'clicks', hits })
  if (counted === null) return clicks.map(() => null)
  const { sents, first, times, people } = counted
  const firstOfLink = await addLinkClicks(sql, organizationId, people)
  for (const [url, subscriberIds] of byUrl(firstOfLink, urls)) {
    await queueClickReactions(sql, organizationId, source, { subscriberIds, url })
  }
  const uniqueByLink = countOf(firstOfLink.map(({ subscriberId }) => subscriberId))
  const stats = sumsByContent(sents, times, (id, { people, machines }) => ({
    clicks_total: people,
    clicks_unique: Number(first.people.has(id)),
    clicks_unique_by_link: uniqueByLink.get(id) ?? 0,
    clicks_machine_total: machines,
    clicks_machine_unique: Number(first.machines.has(id)),
  }))
  await addStats(sql, organizationId, source, stats)
  const fields = ({ linkId }: Click) => ({ click_url: urls.get(linkId) })
  const events = eventsOf(mailing, sents, { hits: people, first: first.people, fields })
  await queueEvents(sql, organizationId, 'studio_click', events)
  return clicks.map(({ linkId }) => urls.get(linkId) ?? null)
}

/** Judges the hits, keeps them and counts them for their messages. @returns null: there is no such mailing. */
async function countHits<Given extends Hit & { linkId: number | null }>(
  sql: Transaction,
  organizationId: number,
  mailing: Mailing,
  { count, hits }: { count: HitCount; hits: readonly Given[] },
) {
  const sents = await findSents(sql, organizationId, mailing, [
    ...new Set(hits.map(({ subscriberId }) => subscriberId)),
  ])
  if (sents.size === 0) return null
  const kind = count === 'opens' ? 'open' : 'click'
  const judged = hits.map((hit) => ({ ...hit, ageSeconds: null, verdict: judgeHit(kind, hit.seen) }))
  const times = timesOf(judged)
  const first = await addHitCounts(sql, organizationId, mailing.source, { count, times })
  await insertHits(sql, organizationId, mailing.source, judged)
  return { sents, first, times, people: judged.filter(({ verdict }) => !verdict.isMachine) }
}

export async function findTrackedUrls(
  sql: Sql,
  organizationId: number,
  { source }: Pick<Mailing, 'source'>,
  linkIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; url: string }[]>`
    select given.id, t.url
    from unnest(${[...new Set(linkIds)]}::bigint[]) given (id)
    cross join lateral (
      select url, campaign_id, autoresponder_id from tracked_links
      where organization_id = ${organizationId} and id = given.id offset 0) t
    where ${ofSource(sql, source)}`
  return new Map(rows.map(({ id, url }) => [id, url]))
}

type LinkClick = { linkId: number; subscriberId: number }

/** @returns those that are the first of the subscriber on the link. */
async function addLinkClicks(
  sql: Sql,
  organizationId: number,
  clicks: readonly LinkClick[],
): Promise<LinkClick[]> {
  if (clicks.length === 0) return []
  const rows = await sql<(LinkClick & { isFirst: boolean })[]>`
    with given as (
      select link_id, subscriber_id, count(*)::integer as times
      from unnest(${clicks.map(({ linkId }) => linkId)}::bigint[],
        ${clicks.map(({ subscriberId }) => subscriberId)}::bigint[]) hits (link_id, subscriber_id)
      group by link_id, subscriber_id),
    counted as (
      insert into link_clicks as c (organization_id, link_id, subscriber_id, clicks)
      select ${organizationId}, link_id, subscriber_id, times from given order by link_id, subscriber_id
      on conflict (organization_id, link_id, subscriber_id) do update set clicks = c.clicks + excluded.clicks
      returning link_id, subscriber_id, clicks)
    select link_id as "linkId", subscriber_id as "subscriberId", clicks = times as "isFirst"
    from counted join given using (link_id, subscriber_id)`
  const first = rows.filter(({ isFirst }) => isFirst)
  const total = countOf(clicks.map(({ linkId }) => linkId))
  const unique = countOf(first.map(({ linkId }) => linkId))
  // One statement a link, in the order of their locks: a join reads all links of the organization where statistics do not know
  // them.
  const sorted = [...total].toSorted(([one], [other]) => one - other)
  await Promise.all(
    sorted.map(
      ([id, clicks]) => sql`
        update tracked_links set clicks_total = clicks_total + ${clicks}::integer,
          clicks_unique = clicks_unique + ${unique.get(id) ?? 0}::integer
        where organization_id = ${organizationId} and id = ${id}`,
    ),
  )
  return first
}

function countOf(ids: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

function byUrl(clicks: readonly LinkClick[], urls: ReadonlyMap<number, string>): Map<string, number[]> {
  const ids = new Map<string, number[]>()
  for (const { linkId, subscriberId } of clicks) {
    const url = urls.get(linkId) ?? ''
    ids.set(url, [...(ids.get(url) ?? []), subscriberId])
  }
  return ids
}

type Counts = Record<string, number>

function sumsByContent(
  sents: ReadonlyMap<number, Sent>,
  times: ReadonlyMap<number, Times>,
  countsOf: (subscriberId: number, times: Times) => Counts,
): { contentId: number | null; counts: Counts }[] {
  const sums = new Map<number | null, Counts>()
  for (const [id, one] of times) {
    const contentId = sents.get(id)?.contentId ?? null
    const sum = sums.get(contentId) ?? {}
    for (const [name, by] of Object.entries(countsOf(id, one))) sum[name] = (sum[name] ?? 0) + by
    sums.set(contentId, sum)
  }
  return [...sums].map(([contentId, counts]) => ({ contentId, counts }))
}

/** One event per hit. The first of a subscriber's hits is unique if the subscriber has no earlier one. */
function eventsOf<Given extends Hit>(
  mailing: Mailing,
  sents: ReadonlyMap<number, Sent>,
  {
    hits,
    first,
    fields,
  }: { hits: readonly Given[]; first: ReadonlySet<number>; fields: (hit: Given) => object },
): object[] {
  const left = new Set(first)
  return hits.flatMap((hit) => {
    const { subscriberId, ip } = hit
    const sent = sents.get(subscriberId)
    if (sent === undefined) return []
    const event = { ...fields(hit), studio_is_unique: left.delete(subscriberId), studio_ip: ip }
    return studioEvent({ ...mailing, subscriberId }, sent, event)
  })
}

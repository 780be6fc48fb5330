import { judgeHit } from '../../contract/responses/judging/judge.ts'
import type { Seen } from '../../contract/responses/judging/verdict.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import {
  queueClickReactions,
  queueOpenReactions,
  withdrawClickReactions,
  withdrawOpenReactions,
} from '../autoresponders/reaction-triggers.ts'
import { addStats } from '../campaigns/stats.ts'
import { queueEvents } from '../webhooks/events.ts'
import { studioEvent } from './events.ts'
import {
  addHitCounts,
  findHits,
  findTurned,
  hiddenLink,
  insertHits,
  kindOf,
  timesOf,
  type Firsts,
  type HitCount,
  type Times,
} from './hits/rows.ts'
import { addLinkCounts, turnHits, turnLinkClicks, type TurnedClicks, type Turning } from './hits/turned.ts'
import { findSents, ofSource, type Mailing, type Sent } from './rows.ts'

// Tokens are verified before (src/links/token.ts). Deleted subscribers still count, but cause no event.

/** `ip` is for the event only: it is not stored. */
export type Hit = { subscriberId: number; ip: string | null; seen: Seen }

export async function recordOpens(
  sql: Transaction,
  organizationId: number,
  mailing: Mailing,
  hits: readonly Hit[],
): Promise<Times> {
  const { source } = mailing
  const counted = await countHits(sql, organizationId, mailing, {
    count: 'opens',
    hits: hits.map((hit) => ({ ...hit, linkId: null })),
  })
  if (counted === null) return nobody
  const { sents, first, times, people, turning } = counted
  const turned = await turnHits(sql, organizationId, source, turning)
  await withdrawOpenReactions(sql, organizationId, source, lostBy(turning))
  await queueOpenReactions(sql, organizationId, source, firstsAmong(first, people))
  const stats = sumsByContent(sents, times, (id, { people, machines }) => ({
    opens_total: people,
    opens_unique: Number(first.people.has(id)),
    opens_machine_total: machines,
    opens_machine_unique: Number(first.machines.has(id)),
  }))
  await addStats(sql, organizationId, source, [...stats, ...turned])
  const events = eventsOf(mailing, sents, { hits: people, first: first.people, fields: () => ({}) })
  await queueEvents(sql, organizationId, 'studio_open', events)
  return makersOf(hits, people)
}

/** `linkId` can be the hidden link. */
export type Click = Hit & { linkId: number }

/** A target of null: there is no such link, and the click is not counted. */
export type Followed = { targets: (string | null)[]; makers: Times }

/** Does not count the opens that clicks imply. */
export async function recordClicks(
  sql: Transaction,
  organizationId: number,
  mailing: Mailing,
  clicks: readonly Click[],
): Promise<Followed> {
  const { source } = mailing
  const linkIds = clicks.flatMap(({ linkId }) => (linkId === hiddenLink ? [] : [linkId]))
  const urls = await findTrackedUrls(sql, organizationId, mailing, linkIds)
  const hits = clicks.filter(({ linkId }) => linkId === hiddenLink || urls.has(linkId))
  const counted = await countHits(sql, organizationId, mailing, { count: 'clicks', hits })
  if (counted === null) return { targets: clicks.map(() => null), makers: nobody }
  const { sents, first, times, people, turning, isNew } = counted
  const turned = await turnHits(sql, organizationId, source, turning)
  const before = { ...turning, turned: turning.turned.filter(({ id }) => !isNew(id)) }
  const ofLinks = await turnLinkClicks(sql, organizationId, before)
  const firstOfLink = await addLinkClicks(sql, organizationId, people, ofLinks.links)
  await withdrawClickReactions(sql, organizationId, source, lostBy(turning))
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
  await addStats(sql, organizationId, source, [...stats, ...turned, ...ofLinks.changes])
  const fields = ({ linkId }: Click) => ({ click_url: urls.get(linkId) })
  const events = eventsOf(mailing, sents, { hits: people, first: first.people, fields })
  await queueEvents(sql, organizationId, 'studio_click', events)
  return { targets: clicks.map(({ linkId }) => urls.get(linkId) ?? null), makers: makersOf(hits, people) }
}

const nobody: Times = { people: 0, machines: 0 }

function makersOf(hits: readonly unknown[], people: readonly unknown[]): Times {
  return { people: people.length, machines: hits.length - people.length }
}

/**
 * Judges the hits, keeps them and counts them for their messages. `turning`: what is to be counted for the other side
 * after all, these hits and earlier ones. @returns null: there is no such mailing.
 */
async function countHits<Given extends Hit & { linkId: number | null }>(
  sql: Transaction,
  organizationId: number,
  mailing: Mailing,
  { count, hits }: { count: HitCount; hits: readonly Given[] },
) {
  const { source } = mailing
  const ids = [...new Set(hits.map(({ subscriberId }) => subscriberId))]
  const sents = await findSents(sql, organizationId, mailing, ids)
  if (sents.size === 0) return null
  const judged = hits.map((hit) => {
    const lone = { kind: kindOf(hit.linkId), ageSeconds: sents.get(hit.subscriberId)?.ageSeconds ?? null }
    return { ...hit, ...lone, verdict: judgeHit({ ...lone, seen: hit.seen }) }
  })
  const times = timesOf(judged)
  const first = await addHitCounts(sql, organizationId, source, { count, times })
  const unsure = judged.filter(
    ({ kind, verdict }) =>
      kind === 'hidden' || verdict.reason === 'no_sign' || verdict.reason === 'mail_program',
  )
  const subscriberIds = [...new Set(unsure.map(({ subscriberId }) => subscriberId))]
  // Sent together, executed in this order.
  const [inserted, known] = await Promise.all([
    insertHits(sql, organizationId, source, judged),
    subscriberIds.length === 0
      ? []
      : findHits(sql, organizationId, source, { subscriberIds, sinceSeconds: 3600 }),
  ])
  const contentOf = (id: number) => sents.get(id)?.contentId ?? null
  const turned = await findTurned(sql, organizationId, source, { hits: known, contentOf })
  const turnedIds = new Set(turned.map(({ id }) => id))
  const people = judged.filter(
    ({ verdict }, place) => !verdict.isMachine && !turnedIds.has(inserted[place] ?? 0),
  )
  const isNew = (id: number) => inserted.includes(id)
  return { sents, first, times, people, turning: { turned, contentOf }, isNew }
}

function firstsAmong(first: Firsts, people: readonly Hit[]): number[] {
  return [...new Set(people.map(({ subscriberId }) => subscriberId))].filter((id) => first.people.has(id))
}

function lostBy({ turned }: Turning): number[] {
  return [
    ...new Set(turned.flatMap(({ verdict, subscriberId }) => (verdict.isMachine ? [subscriberId] : []))),
  ]
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

/** @param turned what earlier clicks add to their links, or take away. @returns those that are a subscriber's first on the link. */
async function addLinkClicks(
  sql: Sql,
  organizationId: number,
  clicks: readonly LinkClick[],
  turned: TurnedClicks['links'],
): Promise<LinkClick[]> {
  const first = clicks.length === 0 ? [] : await addLinkTimes(sql, organizationId, clicks)
  const moved = [
    ...clicks.map(({ linkId }) => ({ linkId, total: 1, unique: 0 })),
    ...first.map(({ linkId }) => ({ linkId, total: 0, unique: 1 })),
    ...turned,
  ]
  await addLinkCounts(sql, organizationId, moved)
  return first
}

async function addLinkTimes(
  sql: Sql,
  organizationId: number,
  clicks: readonly LinkClick[],
): Promise<LinkClick[]> {
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
  return rows.filter(({ isFirst }) => isFirst)
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

import { judgeMessage, type MessageHit } from '../../../contract/responses/judging/message.ts'
import type { HitKind, Seen, Verdict } from '../../../contract/responses/judging/verdict.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { sourceIds, type Source } from '../../campaigns/stats.ts'
import { ofSource } from '../rows.ts'

export type HitCount = 'opens' | 'clicks'

/** The link that no person sees, in the column `link_id`. */
export const hiddenLink = 0

export type JudgedHit = {
  subscriberId: number
  /** null: an open. */
  linkId: number | null
  seen: Seen
  verdict: Verdict
  ageSeconds: number | null
}

export type Times = { people: number; machines: number }

/** The subscribers with a first one of a person, and of a machine. */
export type Firsts = { people: Set<number>; machines: Set<number> }

/** Of many concurrent hits exactly one is the first. Locks the responses of these messages. */
export async function addHitCounts(
  sql: Sql,
  organizationId: number,
  source: Source,
  { count, times }: { count: HitCount; times: ReadonlyMap<number, Times> },
): Promise<Firsts> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const people = sql(count)
  const machines = sql(`machine_${count}`)
  const at = sql(count === 'opens' ? 'first_opened_at' : 'first_clicked_at')
  const all = [...times.values()]
  const rows = await sql<{ id: number; people: number; machines: number }[]>`
    insert into message_responses as r
      (organization_id, campaign_id, autoresponder_id, subscriber_id, ${people}, ${machines}, ${at})
    select ${organizationId}, ${campaignId}::integer, ${autoresponderId}::integer, id, people, machines,
      case when people > 0 then now() end
    from unnest(${[...times.keys()]}::bigint[], ${all.map((one) => one.people)}::integer[],
      ${all.map((one) => one.machines)}::integer[]) given (id, people, machines)
    order by id
    on conflict (organization_id, campaign_id, autoresponder_id, subscriber_id) do update
      set ${people} = r.${people} + excluded.${people}, ${machines} = r.${machines} + excluded.${machines},
        ${at} = least(r.${at}, excluded.${at})
    returning subscriber_id as id, ${people} as people, ${machines} as machines`
  const firstOf = (kind: keyof Times) =>
    rows.flatMap((row) => {
      const given = times.get(row.id)?.[kind] ?? 0
      return given > 0 && row[kind] === given ? [row.id] : []
    })
  return { people: new Set(firstOf('people')), machines: new Set(firstOf('machines')) }
}

export function timesOf(hits: readonly JudgedHit[]): Map<number, Times> {
  const times = new Map<number, Times>()
  for (const { subscriberId, verdict } of hits) {
    const { people, machines } = times.get(subscriberId) ?? { people: 0, machines: 0 }
    const now = verdict.isMachine ? { people, machines: machines + 1 } : { people: people + 1, machines }
    times.set(subscriberId, now)
  }
  return times
}

/** @returns the ids, in this order. */
export async function insertHits(
  sql: Sql,
  organizationId: number,
  source: Source,
  hits: readonly JudgedHit[],
): Promise<number[]> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const rows = hits.map(({ subscriberId, linkId, ageSeconds, seen, verdict }) => ({
    subscriber_id: subscriberId,
    link_id: linkId,
    user_agent: seen.userAgent,
    purpose: seen.purpose,
    is_head: seen.isHead,
    network: seen.network,
    age_seconds: ageSeconds,
    machine: verdict.isMachine,
    verdict_reason: verdict.reason,
  }))
  const kept = await sql<{ id: number }[]>`
    insert into hits (organization_id, campaign_id, autoresponder_id, subscriber_id, link_id, user_agent, purpose,
      is_head, network, age_seconds, machine, verdict_reason)
    select ${organizationId}, ${campaignId}::integer, ${autoresponderId}::integer, given.*
    from jsonb_to_recordset(${sql.json(rows)}) given (subscriber_id bigint, link_id bigint, user_agent text,
      purpose text, is_head boolean, network text, age_seconds real, machine boolean, verdict_reason text)
    returning id`
  return kept.map(({ id }) => id).toSorted((one, other) => one - other)
}

export type KeptHit = MessageHit & {
  id: number
  subscriberId: number
  /** As PostgreSQL writes it: a date of JavaScript has milliseconds only. */
  at: string
  isMachine: boolean
  reason: string
}

type HitRow = {
  id: number
  subscriber_id: number
  link_id: number | null
  at: string
  at_ms: number
  user_agent: string
  purpose: string
  is_head: boolean
  network: string | null
  age_seconds: number | null
  machine: boolean
  verdict_reason: string
}

/** Of one message more would only say the same: each hit that arrives in doubt reads them. */
const hitsOfMessageMax = { arriving: 100, again: 500 }

/** Of these messages, the latest ones. @param sinceSeconds null: all that are kept. */
export async function findHits(
  sql: Sql,
  organizationId: number,
  source: Source,
  { subscriberIds, sinceSeconds }: { subscriberIds: readonly number[]; sinceSeconds: number | null },
): Promise<KeptHit[]> {
  const since =
    sinceSeconds === null ? sql`` : sql`and k.hit_at > now() - ${sinceSeconds} * interval '1 second'`
  const limit = sinceSeconds === null ? hitsOfMessageMax.again : hitsOfMessageMax.arriving
  const rows = await sql<HitRow[]>`
    select h.id, h.subscriber_id, h.link_id, h.hit_at::text as at, extract(epoch from h.hit_at)::float8 * 1000 as at_ms,
      h.user_agent, h.purpose, h.is_head, h.network, h.age_seconds, h.machine, h.verdict_reason
    from unnest(${[...subscriberIds]}::bigint[]) given (id)
    cross join lateral (
      select * from hits k
      where k.organization_id = ${organizationId} and ${ofSource(sql, source)} and k.subscriber_id = given.id ${since}
      order by k.hit_at desc limit ${limit}) h`
  return rows.map(hitOf)
}

export function kindOf(linkId: number | null): HitKind {
  if (linkId === null) return 'open'
  return linkId === hiddenLink ? 'hidden' : 'click'
}

function hitOf(row: HitRow): KeptHit {
  const { id, link_id: linkId, at, machine } = row
  return {
    id,
    subscriberId: row.subscriber_id,
    kind: kindOf(linkId),
    linkId,
    at,
    atMs: row.at_ms,
    ageSeconds: row.age_seconds,
    seen: {
      userAgent: row.user_agent,
      purpose: row.purpose,
      isHead: row.is_head,
      network: row.network,
    },
    isMachine: machine,
    reason: row.verdict_reason,
  }
}

export type TurnedHit = KeptHit & { verdict: Verdict }

/** Those of which all hits of their message say something else than was said before. */
export async function findTurned(
  sql: Sql,
  organizationId: number,
  source: Source,
  { hits, contentOf }: { hits: readonly KeptHit[]; contentOf: (subscriberId: number) => number | null },
): Promise<TurnedHit[]> {
  const messages = grouped(hits, ({ subscriberId }) => subscriberId)
  const needsLinks = [...messages.values()].some((own) => new Set(own.map(({ linkId }) => linkId)).size > 2)
  const links = needsLinks ? await countLinks(sql, organizationId, source) : new Map<number | null, number>()
  return [...messages].flatMap(([subscriberId, own]) => {
    const verdicts = judgeMessage(own, links.get(contentOf(subscriberId)) ?? 0)
    return own.flatMap((hit, place) => {
      const verdict = verdicts[place]
      if (verdict === undefined || verdict.reason === hit.reason) return []
      return [{ ...hit, verdict }]
    })
  })
}

export function grouped<One>(all: readonly One[], keyOf: (one: One) => number): Map<number, One[]> {
  const groups = new Map<number, One[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return groups
}

async function countLinks(
  sql: Sql,
  organizationId: number,
  source: Source,
): Promise<Map<number | null, number>> {
  const rows = await sql<{ content_id: number | null; count: number }[]>`
    select content_id, count(*) as count from tracked_links
    where organization_id = ${organizationId} and ${ofSource(sql, source)} group by content_id`
  return new Map(rows.map(({ content_id: contentId, count }) => [contentId, count]))
}

const keptDays = 90

/** Across organizations. The counters stay. */
export async function purgeHits(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from hits where (organization_id, id) in (
      select organization_id, id from hits where hit_at < now() - ${keptDays} * interval '1 day'
      limit ${batchRows})`
  return count
}

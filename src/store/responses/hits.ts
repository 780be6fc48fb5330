import type { Seen, Verdict } from '../../contract/responses/judging/verdict.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { sourceIds, type Source } from '../campaigns/stats.ts'

export type HitCount = 'opens' | 'clicks'

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

/** What the programs said of themselves, and what they were taken for. */
export async function insertHits(
  sql: Sql,
  organizationId: number,
  source: Source,
  hits: readonly JudgedHit[],
): Promise<void> {
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
  await sql`
    insert into hits (organization_id, campaign_id, autoresponder_id, subscriber_id, link_id, user_agent, purpose,
      is_head, network, age_seconds, machine, verdict_reason)
    select ${organizationId}, ${campaignId}::integer, ${autoresponderId}::integer, given.*
    from jsonb_to_recordset(${sql.json(rows)}) given (subscriber_id bigint, link_id bigint, user_agent text,
      purpose text, is_head boolean, network text, age_seconds real, machine boolean, verdict_reason text)`
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

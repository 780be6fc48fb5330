import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import type { SliceChange, Source } from '../../campaigns/stats.ts'
import { grouped, type HitCount, type TurnedHit } from './rows.ts'
import { ofSource } from '../rows.ts'

// A verdict can change: of a burst the first clicks look like those of a person.

const quarterHourMs = 900_000

export type Turning = {
  turned: readonly TurnedHit[]
  contentOf: (subscriberId: number) => number | null
}

/**
 * Counts hits for the other side. The responses of their messages have to be locked. @param sql after it come the links.
 * @returns what to add to the counters.
 */
export async function turnHits(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { turned, contentOf }: Turning,
): Promise<SliceChange[]> {
  if (turned.length === 0) return []
  await sql`
    update hits h set machine = given.machine, verdict_reason = given.reason
    from jsonb_to_recordset(${sql.json(
      turned.map(({ id, verdict }) => ({ id, machine: verdict.isMachine, reason: verdict.reason })),
    )}) given (id bigint, machine boolean, reason text)
    where h.organization_id = ${organizationId} and h.id = given.id`
  const moved = turned.filter(({ isMachine, verdict }) => isMachine !== verdict.isMachine)
  const changes: SliceChange[] = []
  for (const count of ['opens', 'clicks'] as const) {
    const own = moved.filter(({ kind }) => (kind === 'open') === (count === 'opens'))
    if (own.length === 0) continue
    changes.push(...(await turnResponses(sql, organizationId, source, { count, turned: own, contentOf })))
    changes.push(
      ...own.map(({ subscriberId, atMs, verdict }) => {
        const people = verdict.isMachine ? -1 : 1
        const counts = { [`${count}_total`]: people, [`${count}_machine_total`]: -people }
        return { contentId: contentOf(subscriberId), at: quarterHour(atMs), counts }
      }),
    )
  }
  if (moved.length > 0 && 'campaignId' in source)
    await keepPeopleAgain(sql, organizationId, source.campaignId)
  return changes
}

type Row = {
  id: number
  people: number
  machines: number
  first: string | null
  /** As it is without the hits that are a machine's now. */
  next: string | null
}

async function turnResponses(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { count, turned, contentOf }: Turning & { count: HitCount },
): Promise<SliceChange[]> {
  const times = new Map<number, number>()
  for (const { subscriberId, verdict } of turned) {
    times.set(subscriberId, (times.get(subscriberId) ?? 0) + (verdict.isMachine ? -1 : 1))
  }
  const rows = await findResponses(sql, organizationId, source, { count, ids: [...times.keys()] })
  const after = rows.map((row) => {
    const by = times.get(row.id) ?? 0
    const people = Math.max(row.people + by, 0)
    return {
      id: row.id,
      people,
      machines: Math.max(row.machines - by, 0),
      first: people > 0 ? row.next : null,
    }
  })
  const at = sql(firstOf(count))
  await sql`
    update message_responses r
    set ${sql(count)} = given.people, ${sql(`machine_${count}`)} = given.machines, ${at} = given.first
    from jsonb_to_recordset(${sql.json(after)}) given (id bigint, people integer, machines integer, first timestamptz)
    where r.organization_id = ${organizationId} and ${ofSource(sql, source)} and r.subscriber_id = given.id`
  return rows.flatMap((row, place) => {
    const now = after[place]
    const contentId = contentOf(row.id)
    const change = (time: string, counts: SliceChange['counts']) => ({
      contentId,
      at: quarterHour(Date.parse(time)),
      counts,
    })
    const machines = Number((now?.machines ?? 0) > 0) - Number(row.machines > 0)
    const hit = turned.find(({ subscriberId }) => subscriberId === row.id)
    return [
      ...(row.people > 0 && row.first !== null ? [change(row.first, { [`${count}_unique`]: -1 })] : []),
      ...(now !== undefined && now.first !== null ? [change(now.first, { [`${count}_unique`]: 1 })] : []),
      ...(machines !== 0 && hit !== undefined
        ? [change(hit.at, { [`${count}_machine_unique`]: machines })]
        : []),
    ]
  })
}

/** After the hits were turned. */
function findResponses(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { count, ids }: { count: HitCount; ids: readonly number[] },
): Promise<Row[]> {
  const at = sql(firstOf(count))
  const isKind = count === 'opens' ? sql`h.link_id is null` : sql`h.link_id is not null`
  const hit = sql`
    hits h where h.organization_id = ${organizationId} and ${ofHits(sql, source)} and h.subscriber_id = r.subscriber_id
      and ${isKind}`
  return sql<Row[]>`
    select r.subscriber_id as id, r.${sql(count)} as people, r.${sql(`machine_${count}`)} as machines, r.${at}::text as first,
      least(
        case when not exists (select from ${hit} and h.machine and h.hit_at = r.${at}) then r.${at} end,
        (select min(h.hit_at) from ${hit} and not h.machine))::text as next
    from message_responses r
    where r.organization_id = ${organizationId} and ${ofSource(sql, source)}
      and r.subscriber_id = any(${[...ids]}::bigint[])
    order by r.subscriber_id`
}

function ofHits(sql: Sql, source: Source) {
  return 'campaignId' in source
    ? sql`h.campaign_id = ${source.campaignId} and h.autoresponder_id is null`
    : sql`h.campaign_id is null and h.autoresponder_id = ${source.autoresponderId}`
}

function firstOf(count: HitCount): string {
  return count === 'opens' ? 'first_opened_at' : 'first_clicked_at'
}

/** Days of organizations begin with one, too. */
function quarterHour(ms: number): string {
  return new Date(Math.floor(ms / quarterHourMs) * quarterHourMs).toISOString()
}

/** Segments read who opened and clicked an ended campaign from its bits. */
async function keepPeopleAgain(sql: Sql, organizationId: number, campaignId: number): Promise<void> {
  await sql`
    update campaigns set people_again_at = now()
    where organization_id = ${organizationId} and id = ${campaignId} and people_kept_at is not null
      and people_again_at > now()`
}

export type TurnedClicks = {
  changes: SliceChange[]
  links: { linkId: number; total: number; unique: number }[]
}

type Clicks = {
  link_id: number
  subscriber_id: number
  by: number
  clicks: number
  first_ms: number | null
  at_ms: number
}

/** The clicks of each link. @param turned without those that were not counted for their link. */
export async function turnLinkClicks(
  sql: Transaction,
  organizationId: number,
  { turned, contentOf }: Turning,
): Promise<TurnedClicks> {
  const given = turned.flatMap(({ linkId, subscriberId, atMs, isMachine, verdict }) =>
    linkId === null || linkId === 0 || isMachine === verdict.isMachine
      ? []
      : [{ link_id: linkId, subscriber_id: subscriberId, by: verdict.isMachine ? -1 : 1, at_ms: atMs }],
  )
  if (given.length === 0) return { changes: [], links: [] }
  const rows = await sql<Clicks[]>`
    with given as (
      select link_id, subscriber_id, sum(by)::integer as by, min(at_ms) as at_ms
      from jsonb_to_recordset(${sql.json(given)}) g (link_id bigint, subscriber_id bigint, by integer, at_ms float8)
      group by 1, 2)
    select g.link_id, g.subscriber_id, g.by, g.at_ms, coalesce(k.clicks, 0) as clicks,
      extract(epoch from k.first_clicked_at)::float8 * 1000 as first_ms
    from given g
    left join link_clicks k on k.organization_id = ${organizationId} and k.link_id = g.link_id
      and k.subscriber_id = g.subscriber_id
    order by 1, 2`
  const after = rows.map((row) => ({ ...row, clicks: Math.max(row.clicks + row.by, 0) }))
  await writeLinkClicks(sql, organizationId, after)
  const moved = rows.map((row, place) => ({
    ...row,
    unique: Number((after[place]?.clicks ?? 0) > 0) - Number(row.clicks > 0),
  }))
  return {
    links: moved.map(({ link_id: linkId, by, unique }) => ({ linkId, total: by, unique })),
    changes: moved.flatMap(({ subscriber_id: id, unique, first_ms: firstMs, at_ms: atMs }) =>
      unique === 0
        ? []
        : [
            {
              contentId: contentOf(id),
              at: quarterHour(unique < 0 ? (firstMs ?? atMs) : atMs),
              counts: { clicks_unique_by_link: unique },
            },
          ],
    ),
  }
}

async function writeLinkClicks(
  sql: Sql,
  organizationId: number,
  after: readonly Pick<Clicks, 'link_id' | 'subscriber_id' | 'clicks' | 'at_ms'>[],
): Promise<void> {
  const gone = after.filter(({ clicks }) => clicks === 0)
  await sql`
    delete from link_clicks k
    using jsonb_to_recordset(${sql.json(gone)}) g (link_id bigint, subscriber_id bigint)
    where k.organization_id = ${organizationId} and k.link_id = g.link_id and k.subscriber_id = g.subscriber_id`
  await sql`
    insert into link_clicks as k (organization_id, link_id, subscriber_id, clicks, first_clicked_at)
    select ${organizationId}, link_id, subscriber_id, clicks, to_timestamp(at_ms / 1000)
    from jsonb_to_recordset(${sql.json(after.filter(({ clicks }) => clicks > 0))})
      g (link_id bigint, subscriber_id bigint, clicks integer, at_ms float8)
    order by link_id, subscriber_id
    on conflict (organization_id, link_id, subscriber_id) do update set clicks = excluded.clicks`
}

/** One statement a link, in the order of their locks: a join reads all links of the organization where statistics do not know them. */
export async function addLinkCounts(
  sql: Sql,
  organizationId: number,
  moved: TurnedClicks['links'],
): Promise<void> {
  const links = [...grouped(moved, ({ linkId }) => linkId)].toSorted(([one], [other]) => one - other)
  await Promise.all(
    links.map(([id, own]) => {
      const sum = (of: 'total' | 'unique') => own.reduce((all, one) => all + one[of], 0)
      return sql`
        update tracked_links set clicks_total = clicks_total + ${sum('total')}::integer,
          clicks_unique = clicks_unique + ${sum('unique')}::integer
        where organization_id = ${organizationId} and id = ${id}`
    }),
  )
}

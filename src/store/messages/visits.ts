import { judgeHit } from '../../contract/responses/judging/judge.ts'
import { judgeMessage, type MessageHit } from '../../contract/responses/judging/message.ts'
import type { Seen, Verdict } from '../../contract/responses/judging/verdict.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { addMessageEvents } from './changes.ts'
import { addMessageCounts, type MessageCounts } from './counts.ts'
import { eventSubject, queueMessageEvents, type EventSubject } from './events.ts'
import { eventsMax } from './rows.ts'

// Signed links are verified before (src/links/).

export type MessageVisit = { messageId: number; ip: string | null; seen: Seen }

/** @returns false: there is no such message. */
export async function recordMessageOpen(
  sql: Transaction,
  organizationId: number,
  visit: MessageVisit,
): Promise<boolean> {
  return recordVisit(sql, organizationId, { ...visit, kind: 'opened', linkId: null })
}

/** @returns the target of the link. null: there is no such link. */
export async function recordMessageClick(
  sql: Transaction,
  organizationId: number,
  { link, ...visit }: MessageVisit & { link: number },
): Promise<string | null> {
  const url = await findMessageLink(sql, organizationId, visit.messageId, link)
  if (url !== null)
    await recordVisit(sql, organizationId, { ...visit, kind: 'clicked', linkId: link + 1, url })
  return url
}

export async function findMessageLink(
  sql: Sql,
  organizationId: number,
  messageId: number,
  link: number,
): Promise<string | null> {
  const [row] = await sql<{ url: string | null }[]>`
    select links[${link + 1}::integer] as url from messages
    where organization_id = ${organizationId} and id = ${messageId}`
  return row?.url ?? null
}

type Visit = MessageVisit & { kind: 'opened' | 'clicked'; linkId: number | null; url?: string }

type Visited = EventSubject & {
  stream_id: number
  opens: number
  clicks: number
  machine_opens: number
  machine_clicks: number
  links: number
  age_seconds: number | null
}

type JudgedHit = MessageHit & { id: number; verdict: Verdict; before: string }

async function recordVisit(sql: Transaction, organizationId: number, visit: Visit): Promise<boolean> {
  const { messageId, kind, linkId, url, ip, seen } = visit
  const row = await lockVisited(sql, organizationId, messageId)
  if (row === null) return false
  const { opens, clicks, machine_opens: machineOpens, machine_clicks: machineClicks } = row
  const lone = {
    kind: linkId === null ? ('open' as const) : ('click' as const),
    seen,
    ageSeconds: row.age_seconds,
  }
  const own = judgeHit(lone)
  const id = await insertHit(sql, organizationId, visit, { verdict: own, ageSeconds: row.age_seconds })
  const judged = await judgeAgain(sql, organizationId, { messageId, links: row.links })
  const turned = judged.filter(({ before, verdict }) => before !== verdict.reason)
  await writeVerdicts(sql, organizationId, turned)
  const isPerson = !(judged.find((one) => one.id === id)?.verdict ?? own).isMachine
  // The new one counts as it was judged first; what was turned moves to the other side.
  const moved = turned.filter(({ verdict }) => verdict.isMachine)
  const lost = (of: 'open' | 'click') => moved.filter((one) => one.kind === of).length
  const added = (of: 'open' | 'click', machine: boolean) =>
    Number(lone.kind === of && own.isMachine === machine)
  const after = {
    opens: opens + added('open', false) - lost('open'),
    clicks: clicks + added('click', false) - lost('click'),
    machine_opens: machineOpens + added('open', true) + lost('open'),
    machine_clicks: machineClicks + added('click', true) + lost('click'),
  }
  await writeVisits(sql, organizationId, { messageId, after, hasTurned: moved.length > 0 })
  await addMessageCounts(sql, organizationId, row.stream_id, firsts(row, after))
  if (!isPerson) return true
  const { id: subjectId, stream, email, tags, time } = row
  const clicked = url === undefined ? {} : { click_url: url }
  if (opens + clicks < eventsMax / 2) {
    await addMessageEvents(sql, organizationId, [{ messageId, kind, details: { ip, ...clicked } }])
  }
  const isFirst = (kind === 'opened' ? opens : clicks) === 0
  const details = { ...clicked, is_unique: isFirst, ip }
  const subject = { id: subjectId, stream, email, tags, time }
  await queueMessageEvents(sql, organizationId, [{ type: `message_${kind}`, subject, details }])
  return true
}

type Visits = Pick<Visited, 'opens' | 'clicks' | 'machine_opens' | 'machine_clicks'>

/** How many messages of the stream were opened and clicked, more or less than before. */
function firsts(before: Visits, after: Visits): MessageCounts {
  return {
    opened: Number(after.opens > 0) - Number(before.opens > 0),
    clicked: Number(after.clicks > 0) - Number(before.clicks > 0),
  }
}

async function lockVisited(
  sql: Transaction,
  organizationId: number,
  messageId: number,
): Promise<Visited | null> {
  const [row] = await sql<Visited[]>`
    select ${eventSubject(sql)}, m.stream_id, m.opens, m.clicks, m.machine_opens, m.machine_clicks,
      cardinality(m.links) as links, extract(epoch from now() - m.ended_at)::float8 as age_seconds
    from messages m
    join message_streams s on s.organization_id = ${organizationId} and s.id = m.stream_id
    where m.organization_id = ${organizationId} and m.id = ${messageId}
    for no key update of m`
  return row ?? null
}

async function insertHit(
  sql: Sql,
  organizationId: number,
  { messageId, linkId, seen }: Visit,
  { verdict, ageSeconds }: { verdict: Verdict; ageSeconds: number | null },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into message_hits (organization_id, message_id, link_id, user_agent, purpose, is_head, network, age_seconds,
      machine, verdict_reason)
    values (${organizationId}, ${messageId}, ${linkId}, ${seen.userAgent}, ${seen.purpose}, ${seen.isHead},
      ${seen.network}, ${ageSeconds}, ${verdict.isMachine}, ${verdict.reason})
    returning id`
  return row?.id ?? 0
}

/** Of one message more would only say the same. */
const hitsMax = 100

type HitRow = {
  id: number
  link_id: number | null
  at_ms: number
  user_agent: string
  purpose: string
  is_head: boolean
  network: string | null
  age_seconds: number | null
  verdict_reason: string
}

/** All hits of the last minute, by what they say of each other. */
async function judgeAgain(
  sql: Sql,
  organizationId: number,
  { messageId, links }: { messageId: number; links: number },
): Promise<JudgedHit[]> {
  const rows = await sql<HitRow[]>`
    select id, link_id, extract(epoch from hit_at)::float8 * 1000 as at_ms, user_agent, purpose, is_head, network,
      age_seconds, verdict_reason
    from message_hits
    where organization_id = ${organizationId} and message_id = ${messageId} and hit_at > now() - interval '1 minute'
    order by hit_at desc limit ${hitsMax}`
  const hits = rows.map((row): MessageHit => {
    const { link_id: linkId, at_ms: atMs, age_seconds: ageSeconds } = row
    const seen = {
      userAgent: row.user_agent,
      purpose: row.purpose,
      isHead: row.is_head,
      network: row.network,
    }
    return { kind: linkId === null ? 'open' : 'click', linkId, atMs, ageSeconds, seen }
  })
  const verdicts = judgeMessage(hits, links)
  return rows.flatMap(({ id, verdict_reason: before }, place) => {
    const [hit, verdict] = [hits[place], verdicts[place]]
    return hit === undefined || verdict === undefined ? [] : [{ ...hit, id, verdict, before }]
  })
}

async function writeVerdicts(sql: Sql, organizationId: number, turned: readonly JudgedHit[]): Promise<void> {
  if (turned.length === 0) return
  await sql`
    update message_hits h set machine = given.machine, verdict_reason = given.reason
    from jsonb_to_recordset(${sql.json(
      turned.map(({ id, verdict }) => ({ id, machine: verdict.isMachine, reason: verdict.reason })),
    )}) given (id bigint, machine boolean, reason text)
    where h.organization_id = ${organizationId} and h.id = given.id`
}

async function writeVisits(
  sql: Sql,
  organizationId: number,
  { messageId, after, hasTurned }: { messageId: number; after: Visits; hasTurned: boolean },
): Promise<void> {
  const first = (of: 'first_opened_at' | 'first_clicked_at', visits: number) => {
    const isKind = of === 'first_opened_at' ? sql`h.link_id is null` : sql`h.link_id is not null`
    if (visits === 0) return sql`null`
    if (!hasTurned) return sql`least(${sql(of)}, now())`
    return sql`(
      select min(hit_at) from message_hits h
      where h.organization_id = ${organizationId} and h.message_id = ${messageId} and not h.machine and ${isKind})`
  }
  await sql`
    update messages
    set opens = ${after.opens}, clicks = ${after.clicks}, machine_opens = ${after.machine_opens},
      machine_clicks = ${after.machine_clicks}, first_opened_at = ${first('first_opened_at', after.opens)},
      first_clicked_at = ${first('first_clicked_at', after.clicks)}
    where organization_id = ${organizationId} and id = ${messageId}`
}

const keptDays = 90

/** Across organizations. The counters stay. */
export async function purgeMessageHits(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from message_hits where (organization_id, id) in (
      select organization_id, id from message_hits where hit_at < now() - ${keptDays} * interval '1 day'
      limit ${batchRows})`
  return count
}

import { randomInt } from 'node:crypto'
import type { HeaderLine } from '../../contract/values/header-lines.ts'
import type { Attachment } from '../../contract/messages/input.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost, secondsFromNow } from '../../database/lease.ts'
import { reserveMessages, type Shortage } from '../accounting/allowance.ts'
import { takeReady, type Outbox } from '../server/outbox.ts'
import { refusesMessages } from './suppressions.ts'

// As with reactions: a row is claimed (a lease with a number that only its holder knows), marked right before it is handed
// over, and completed, each in a transaction. A marked message is never sent again by itself.

export const messageLeaseSeconds = 60

export type MessageClaim = { organizationId: number; streamId: number; holder: number }

/** When a message can be claimed; the expression must match the index. */
function readyAt(sql: Sql) {
  return sql`greatest(r.due_at, r.leased_until)`
}

const outbox: Outbox = {
  table: 'messages',
  isReady: (sql) => sql`r.state in ('queued', 'deferred') and ${readyAt(sql)} <= now()`,
  order: readyAt,
  leaseSeconds: messageLeaseSeconds,
}

export type MessagePlace = { organization_id: number; id: number }

/** Takes turns among organizations, then among their streams. @param full organizations to leave out */
export async function findMessagePlace(sql: Sql, full: readonly number[] = []): Promise<MessagePlace | null> {
  const [place] = await sql<MessagePlace[]>`
    select s.organization_id, s.id
    from message_streams s
    join organizations o on o.id = s.organization_id
    left join message_turns t on t.organization_id = s.organization_id and t.stream_id = s.id
    left join (select organization_id, max(served_at) as served_at from message_turns group by 1) turn
      on turn.organization_id = s.organization_id
    ${firstReady(sql)}
    where ${isOpen(sql)} and s.organization_id <> all(${[...full]}::integer[])
      and coalesce(t.waits_until, '-infinity') <= now() and first.ready_at <= now()
    order by turn.served_at nulls first, t.served_at nulls first, s.organization_id, s.id
    limit 1`
  return place ?? null
}

/** Of each stream `s`: one look into the index, however many messages it has. An idle server finds that out by one. */
function firstReady(sql: Sql) {
  return sql`
    cross join lateral (
      select ${readyAt(sql)} as ready_at from messages r
      where r.organization_id = s.organization_id and r.stream_id = s.id and r.state in ('queued', 'deferred')
      order by ${readyAt(sql)} limit 1) first`
}

function isOpen(sql: Sql) {
  return sql`not s.paused and o.active and o.deleted_at is null`
}

/** See `Due`. */
export function dueMessages(sql: Sql, full: readonly number[] = []): Fragment {
  return sql`
    select extract(epoch from min(greatest(first.ready_at, t.waits_until)) - now())::float8 as seconds
    from message_streams s
    join organizations o on o.id = s.organization_id
    left join message_turns t on t.organization_id = s.organization_id and t.stream_id = s.id
    ${firstReady(sql)}
    where ${isOpen(sql)} and s.organization_id <> all(${[...full]}::integer[])`
}

export type OwedMessage = {
  id: number
  email: string
  to_name: string
  from_name: string
  from_email: string
  reply_to: string
  subject: string
  track_opens: boolean
  track_links: boolean
  attempts: number
  html: string | null
  text: string | null
  headers: HeaderLine[]
  attachments: Attachment[]
  is_refused: boolean
}

export async function claimMessages(
  sql: Transaction,
  { organization_id: organizationId, id: streamId }: MessagePlace,
  limit: number,
): Promise<{ claim: MessageClaim; messages: OwedMessage[] }> {
  const claim = { organizationId, streamId, holder: randomInt(1, 2 ** 48 - 1) }
  const taken = await takeReady<{ id: number }>(sql, outbox, {
    organizationId,
    of: sql`r.stream_id = ${streamId}`,
    set: sql`holder = ${claim.holder}`,
    limit,
    returning: sql`r.id`,
  })
  await serve(sql, claim)
  const ids = taken.map(({ id }) => id)
  return { claim, messages: ids.length === 0 ? [] : await findOwed(sql, organizationId, ids) }
}

async function findOwed(sql: Sql, organizationId: number, ids: readonly number[]): Promise<OwedMessage[]> {
  const refused = await refusesMessages(sql, organizationId)
  return sql<OwedMessage[]>`
    select m.id, m.email, m.to_name, m.from_name, m.from_email, m.reply_to, m.subject, m.track_opens, m.track_links,
      m.attempts, b.html, b.text, coalesce(b.headers, '[]') as headers, coalesce(b.attachments, '[]') as attachments,
      ${refused.condition} as is_refused
    from messages m
    left join message_bodies b on b.organization_id = ${organizationId} and b.message_id = m.id
    where m.organization_id = ${organizationId} and m.id = any(${[...ids]}::bigint[])
    order by m.id`
}

async function serve(sql: Sql, { organizationId, streamId }: MessageClaim): Promise<void> {
  await sql`
    insert into message_turns (organization_id, stream_id, served_at)
    values (${organizationId}, ${streamId}, clock_timestamp())
    on conflict (organization_id, stream_id) do update
      set served_at = excluded.served_at, waits_until = null, waiting_for = ''`
}

/** How messages of a stream leave. */
export type StreamRoute = {
  bounceEmail: string | null
  urlOrigin: string | null
  virtualMtaId: number | null
  unsubscription: boolean
  customHeaders: string
}

export async function findStreamRoute(
  sql: Sql,
  organizationId: number,
  streamId: number,
): Promise<StreamRoute | null> {
  const [row] = await sql<StreamRoute[]>`
    select e.email as "bounceEmail", case when d.ssl then 'https://' else 'http://' end || d.domain as "urlOrigin",
      s.virtual_mta_id as "virtualMtaId", s.unsubscription, o.custom_headers as "customHeaders"
    from message_streams s
    join organizations o on o.id = s.organization_id
    left join url_domains d on d.organization_id = ${organizationId} and d.id = s.url_domain_id
    left join bounce_emails e on e.organization_id = ${organizationId} and e.user_id = s.bounce_email_user_id
      and e.domain_id = s.bounce_email_domain_id
    where s.organization_id = ${organizationId} and s.id = ${streamId}`
  return row ?? null
}

/**
 * Call it right before messages are handed over: from then on no other sender claims them, and nobody can cancel them. It
 * reserves them, so that concurrent senders never exceed the credits or the quota. @returns the ids that may be sent.
 */
export async function markMessages(
  sql: Transaction,
  { organizationId, streamId, holder }: MessageClaim,
  leaving: readonly { id: number; links: readonly string[] }[],
): Promise<{ ids: number[]; shortage: Shortage | null }> {
  const held = await sql<{ id: number }[]>`
    select m.id from messages m
    join message_streams s on s.organization_id = ${organizationId} and s.id = m.stream_id
    join organizations o on o.id = m.organization_id
    where m.organization_id = ${organizationId} and m.id = any(${leaving.map(({ id }) => id)}::bigint[])
      and m.stream_id = ${streamId} and m.holder = ${holder} and m.leased_until > now()
      and m.state in ('queued', 'deferred') and ${isOpen(sql)}
    order by m.id
    for no key update of m`
  if (held.length === 0) return { ids: [], shortage: null }
  const { granted, reserved, shortage } = await reserveMessages(sql, organizationId, held.length)
  const marked = held.slice(0, granted).map(({ id }) => id)
  if (marked.length > 0) {
    const links = leaving.filter(({ id }) => marked.includes(id))
    await sql`
      update messages m
      set state = 'sending', reserved = ${reserved > 0}, leased_until = ${secondsFromNow(sql, messageLeaseSeconds)},
        links = array(select jsonb_array_elements_text(given.links))
      from jsonb_to_recordset(${sql.json(links.map(({ id, links }) => ({ id, links: [...links] })))})
        given (id bigint, links jsonb)
      where m.organization_id = ${organizationId} and m.id = given.id`
  }
  return { ids: marked, shortage }
}

/** The heartbeat while messages are handed over. @throws LeaseLost if the holder has lost all of them. */
export async function renewMessages(sql: Sql, claim: MessageClaim, ids: readonly number[]): Promise<void> {
  const { count } = await sql`
    update messages set leased_until = ${secondsFromNow(sql, messageLeaseSeconds)}
    where organization_id = ${claim.organizationId} and id = any(${[...ids]}::bigint[]) and holder = ${claim.holder}`
  if (count === 0 && ids.length > 0) throw new LeaseLost(`message stream ${claim.streamId}`)
}

export async function releaseClaimed(sql: Sql, claim: MessageClaim, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update messages set holder = null, leased_until = null
    where organization_id = ${claim.organizationId} and id = any(${[...ids]}::bigint[]) and holder = ${claim.holder}
      and state in ('queued', 'deferred')`
}

export async function streamWaits(
  sql: Sql,
  { organizationId, streamId }: MessageClaim,
  { seconds, reason }: { seconds: number; reason: string },
): Promise<void> {
  await sql`
    insert into message_turns (organization_id, stream_id, served_at, waits_until, waiting_for)
    values (${organizationId}, ${streamId}, clock_timestamp(), ${secondsFromNow(sql, seconds)}, ${reason})
    on conflict (organization_id, stream_id) do update
      set waits_until = excluded.waits_until, waiting_for = excluded.waiting_for`
}

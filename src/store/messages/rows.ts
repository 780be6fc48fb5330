import { notFound } from '../../contract/api/errors.ts'
import type { Count, PageRequest } from '../../contract/api/paging.ts'
import type { MessageEvent, MessageState } from '../../contract/messages/states.ts'
import { parseEmail } from '../../contract/values/email.ts'
import type { HeaderLine } from '../../contract/values/header-lines.ts'
import type { Attachment } from '../../contract/messages/input.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { wakeSenders } from '../server/wake.ts'

export type NewMessage = {
  id: number
  streamId: number
  email: string
  emailKey: string
  toName: string
  fromName: string
  fromEmail: string
  replyTo: string
  subject: string
  templateId: number | null
  tags: readonly string[]
  trackOpens: boolean
  trackLinks: boolean
  /** null: now. */
  sendAt: Date | null
  html: string | null
  text: string | null
  headers: readonly HeaderLine[]
  attachments: readonly Attachment[]
}

export type Sent = { caller: string; via: 'api' | 'smtp' }

/** And wakes the senders. The last of its transaction: the commit travels with it. @returns them by id. */
export async function insertMessages(
  sql: Transaction,
  organizationId: number,
  messages: readonly NewMessage[],
  { caller, via }: Sent,
): Promise<Map<number, OwnRow>> {
  const rows = messages.map(({ html: _h, text: _t, headers: _n, attachments: _a, ...row }) => row)
  const texts = (pick: (one: NewMessage) => string | null) => sql`${messages.map(pick)}::text[]`
  const tagged = messages.flatMap(({ id, tags }) => tags.map((tag) => ({ id, tag })))
  // Sent together, executed in this order. With answers: a cluster would COPY what another `insert … select` writes.
  const written = Promise.all([
    sql<OwnRow[]>`
      insert into messages as m (organization_id, id, stream_id, email, email_key, to_name, from_name, from_email, reply_to,
        subject, template_id, tags, track_opens, track_links, caller, via, send_at, due_at)
      select ${organizationId}, id, "streamId", email, "emailKey", "toName", "fromName", "fromEmail", "replyTo", subject,
        "templateId", array(select jsonb_array_elements_text(tags)), "trackOpens", "trackLinks", ${caller}, ${via},
        coalesce("sendAt", now()), coalesce("sendAt", now())
      from jsonb_to_recordset(${sql.json(rows)}) given (id bigint, "streamId" integer, email text, "emailKey" text,
        "toName" text, "fromName" text, "fromEmail" text, "replyTo" text, subject text, "templateId" integer,
        tags jsonb, "trackOpens" boolean, "trackLinks" boolean, "sendAt" timestamptz)
      returning ${ownColumns(sql)}`,
    sql`
      insert into message_bodies (organization_id, message_id, stream_id, html, text, headers, attachments)
      select ${organizationId}, id, stream_id, html, text, headers::jsonb, attachments::jsonb
      from unnest(${messages.map(({ id }) => id)}::bigint[], ${messages.map(({ streamId }) => streamId)}::integer[],
        ${texts(({ html }) => html)}, ${texts(({ text }) => text)}, ${texts(({ headers }) => JSON.stringify(headers))},
        ${texts(({ attachments }) => JSON.stringify(attachments))})
        given (id, stream_id, html, text, headers, attachments)
      returning 1`,
    tagged.length > 0 &&
      sql`
        insert into message_tags (organization_id, tag, message_id)
        select ${organizationId}, tag, id
        from unnest(${tagged.map(({ tag }) => tag)}::text[], ${tagged.map(({ id }) => id)}::bigint[]) given (tag, id)
        returning 1`,
  ])
  const [[inserted]] = await Promise.all([written, wakeSenders(sql.last, 'messages')])
  return new Map(inserted.map((row) => [row.id, row]))
}

export type MessageRow = {
  id: number
  stream: string
  stream_id: number
  email: string
  to_name: string
  from_name: string
  from_email: string
  reply_to: string
  subject: string
  template_id: number | null
  tags: string[]
  track_opens: boolean
  track_links: boolean
  via: 'api' | 'smtp'
  resent_from_id: number | null
  state: MessageState
  send_at: Date
  due_at: Date
  created_at: Date
  ended_at: Date | null
  attempts: number
  status: string | null
  diagnostic: string | null
  opens: number
  clicks: number
  machine_opens: number
  machine_clicks: number
  first_opened_at: Date | null
  first_clicked_at: Date | null
  complained_at: Date | null
  unsubscribed_at: Date | null
}

/** Without the name of its stream. */
export type OwnRow = Omit<MessageRow, 'stream'>

function ownColumns(sql: Sql): Fragment {
  return sql`
    m.id, m.stream_id, m.email, m.to_name, m.from_name, m.from_email, m.reply_to, m.subject, m.template_id,
    to_jsonb(m.tags) as tags, m.track_opens, m.track_links, m.via, m.resent_from_id, m.state, m.send_at, m.due_at,
    m.created_at, m.ended_at, m.attempts, m.status, m.diagnostic, m.opens, m.clicks, m.machine_opens,
    m.machine_clicks, m.first_opened_at, m.first_clicked_at, m.complained_at, m.unsubscribed_at`
}

export async function findMessagesById(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, MessageRow>> {
  const rows = await sql<MessageRow[]>`
    select s.name as stream, ${ownColumns(sql)} from messages m
    join message_streams s on s.organization_id = ${organizationId} and s.id = m.stream_id
    where m.organization_id = ${organizationId} and m.id = any(${[...ids]}::bigint[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** @throws AppError `not_found`. */
export async function findMessage(sql: Sql, organizationId: number, id: number): Promise<MessageRow> {
  const row = (await findMessagesById(sql, organizationId, [id])).get(id)
  if (row === undefined) throw notFound('message')
  return row
}

/** undefined: any. */
export type MessageFilter = {
  email?: string | undefined
  stream?: string | undefined
  tag?: string | undefined
  state?: MessageState | undefined
  /** When it was created. null: no bound. */
  start?: Date | null
  end?: Date | null
}

/** Newest first. Each filter alone is served by an index in that order. */
export async function findMessages(
  sql: Sql,
  organizationId: number,
  filter: MessageFilter,
  page: PageRequest,
): Promise<{ rows: MessageRow[]; count: Count }> {
  const { email, stream, tag, state, start = null, end = null } = filter
  const streamIds =
    stream === undefined
      ? null
      : (
          await sql<{ id: number }[]>`
            select id from message_streams where organization_id = ${organizationId} and lower(name) = lower(${stream})`
        ).map(({ id }) => id)
  const key = email === undefined ? null : (parseEmail(email)?.key ?? email.toLowerCase())
  const matching = sql`
    from messages m
    ${tag === undefined ? sql`` : sql`join message_tags t on t.organization_id = ${organizationId} and t.tag = ${tag} and t.message_id = m.id`}
    where m.organization_id = ${organizationId}
      ${key === null ? sql`` : sql`and m.email_key = ${key}`}
      ${streamIds === null ? sql`` : sql`and m.stream_id = ${streamIds[0] ?? 0}`}
      ${state === undefined ? sql`` : sql`and m.state = ${state} ${state === 'accepted' ? sql`` : sql`and m.state <> 'accepted'`}`}
      ${start === null ? sql`` : sql`and m.created_at >= ${start}`}
      ${end === null ? sql`` : sql`and m.created_at < ${new Date(end.getTime() + 1000)}`}`
  const isTimed = start !== null || end !== null
  const byId = tag === undefined ? sql`m.id desc` : sql`t.message_id desc`
  const [found, count] = await Promise.all([
    sql<{ id: number }[]>`
      select m.id ${matching} order by ${isTimed ? sql`m.created_at desc, m.id desc` : byId} limit ${page.perPage} offset ${page.offset}`,
    countUpTo(sql, sql`${matching}`, listedMax),
  ])
  const ids = found.map(({ id }) => id)
  const rows = await findMessagesById(sql, organizationId, ids)
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), count }
}

/** A count of more takes long, and nobody looks through so many. */
const listedMax = 100_000

export type BodyRow = {
  html: string | null
  text: string | null
  headers: HeaderLine[]
  attachments: { filename: string; content_type: string; size_bytes: number }[]
}

export async function findMessageBody(sql: Sql, organizationId: number, id: number): Promise<BodyRow | null> {
  const [row] = await sql<BodyRow[]>`
    select html, text, headers, (
      select coalesce(jsonb_agg(jsonb_build_object('filename', a ->> 'filename', 'content_type', a ->> 'content_type',
        'size_bytes', length(a ->> 'content') / 4 * 3 - length(a ->> 'content') + length(rtrim(a ->> 'content', '=')))),
        '[]')
      from jsonb_array_elements(attachments) a) as attachments
    from message_bodies where organization_id = ${organizationId} and message_id = ${id}`
  return row ?? null
}

export type EventRow = { kind: MessageEvent; at: Date; details: Record<string, unknown> }

/** The first ones: whoever opens a message again and again says nothing new. */
export const eventsMax = 200

export async function findMessageEvents(sql: Sql, organizationId: number, id: number): Promise<EventRow[]> {
  return sql<EventRow[]>`
    select kind, at, details from message_events
    where organization_id = ${organizationId} and message_id = ${id}
    order by id limit ${eventsMax}`
}

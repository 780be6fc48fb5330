import type { MessageEvent, MessageState } from '../../contract/messages/states.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { nextIds } from '../server/ids.ts'
import { wakeSenders } from '../server/wake.ts'

export type NewEvent = { messageId: number; kind: MessageEvent; details?: Record<string, unknown> }

export async function addMessageEvents(
  sql: Sql,
  organizationId: number,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into message_events (organization_id, message_id, kind, details)
    select ${organizationId}, id, kind, details::jsonb
    from unnest(${events.map(({ messageId }) => messageId)}::bigint[], ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ details = {} }) => JSON.stringify(details))}::text[]) with ordinality given (id, kind, details, place)
    order by place
    returning 1`
}

/** @returns false: it has left, is leaving, or has ended. */
export async function cancelWaiting(sql: Transaction, organizationId: number, id: number): Promise<boolean> {
  const { count } = await sql`
    update messages set state = 'cancelled', ended_at = now(), holder = null, leased_until = null
    where organization_id = ${organizationId} and id = ${id} and state in ('queued', 'deferred')`
  if (count === 0) return false
  await endBodies(sql, organizationId, [id])
  await addMessageEvents(sql, organizationId, [{ messageId: id, kind: 'cancelled' }])
  return true
}

/** From now on the days of the stream count. */
export async function endBodies(sql: Sql, organizationId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update message_bodies set ended_at = now()
    where organization_id = ${organizationId} and message_id = any(${[...ids]}::bigint[])`
}

/** Locks it. null: there is none. */
export async function lockMessage(
  sql: Transaction,
  organizationId: number,
  id: number,
): Promise<{ state: MessageState; has_body: boolean } | null> {
  const [row] = await sql<{ state: MessageState }[]>`
    select state from messages where organization_id = ${organizationId} and id = ${id} for no key update`
  if (row === undefined) return null
  const [body] = await sql`
    select 1 from message_bodies where organization_id = ${organizationId} and message_id = ${id}`
  return { ...row, has_body: body !== undefined }
}

/** With its id, because the Message-ID contains the id. */
export async function queueAgain(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await sql`
    update messages set state = 'queued', due_at = now(), ended_at = null
    where organization_id = ${organizationId} and id = ${id}`
  await sql`
    update message_bodies set ended_at = null where organization_id = ${organizationId} and message_id = ${id}`
  await addMessageEvents(sql, organizationId, [{ messageId: id, kind: 'resent' }])
  await wakeSenders(sql, 'messages')
}

/** @returns the id of the copy. */
export async function copyMessage(
  sql: Transaction,
  organizationId: number,
  id: number,
  caller: string,
): Promise<number> {
  const [copyId] = await nextIds(sql, 'messages', 1)
  if (copyId === undefined) throw new Error('nextval returned no row')
  // With answers: a cluster would COPY what another `insert … select` writes.
  await sql`
    insert into messages (organization_id, id, stream_id, email, email_key, to_name, from_name, from_email, reply_to,
      subject, template_id, tags, track_opens, track_links, caller, via, resent_from_id)
    select ${organizationId}, ${copyId}::bigint, stream_id, email, email_key, to_name, from_name, from_email, reply_to,
      subject, template_id, tags, track_opens, track_links, ${caller}, 'api', id
    from messages where organization_id = ${organizationId} and id = ${id}
    returning 1`
  await sql`
    insert into message_bodies (organization_id, message_id, stream_id, html, text, headers, attachments)
    select ${organizationId}, ${copyId}::bigint, stream_id, html, text, headers, attachments
    from message_bodies where organization_id = ${organizationId} and message_id = ${id}
    returning 1`
  await sql`
    insert into message_tags (organization_id, tag, message_id)
    select ${organizationId}, tag, ${copyId}::bigint
    from message_tags where organization_id = ${organizationId} and message_id = ${id}
    returning 1`
  await addMessageEvents(sql, organizationId, [
    { messageId: id, kind: 'resent', details: { message_id: copyId } },
  ])
  await wakeSenders(sql, 'messages')
  return copyId
}

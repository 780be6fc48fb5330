import type { BounceSeverity } from '../../contract/responses/severity.ts'
import type { MessageEvent, MessageState } from '../../contract/messages/states.ts'
import type { SuppressionReason } from '../../contract/messages/suppressions.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { countForBrake } from '../accounting/sending-brake.ts'
import { addMessageEvents, endBodies } from './changes.ts'
import { addMessageCounts } from './counts.ts'
import { eventSubject, queueMessageEvents, type EventSubject } from './events.ts'
import { suppressInStream } from './suppressions.ts'

// What comes back: signed links and return paths are verified before (src/links/).

type Locked = EventSubject & {
  stream_id: number
  email_key: string
  state: MessageState
  complained_at: Date | null
  unsubscribed_at: Date | null
}

async function lock(sql: Transaction, organizationId: number, messageId: number): Promise<Locked | null> {
  const [row] = await sql<Locked[]>`
    select ${eventSubject(sql)}, m.stream_id, m.email_key, m.state, m.complained_at, m.unsubscribed_at
    from messages m
    join message_streams s on s.organization_id = ${organizationId} and s.id = m.stream_id
    where m.organization_id = ${organizationId} and m.id = ${messageId}
    for no key update of m`
  return row ?? null
}

type Report = { status: string | null; severity: BounceSeverity; diagnostic: string }

/** The first report of a message that has left, or is leaving, marks it as bounced; further ones change nothing. */
export async function recordMessageBounce(
  sql: Transaction,
  organizationId: number,
  messageId: number,
  report: Report,
): Promise<void> {
  const row = await lock(sql, organizationId, messageId)
  if (row === null || !['accepted', 'uncertain', 'sending'].includes(row.state)) return
  const { status, severity, diagnostic } = report
  await sql`
    update messages
    set state = 'bounced', status = ${status}, diagnostic = ${diagnostic}, ended_at = least(ended_at, now())
    where organization_id = ${organizationId} and id = ${messageId}`
  const isHard = severity === 'hard'
  if (isHard) await suppress(sql, organizationId, row, 'bounced')
  await endBodies(sql, organizationId, [messageId])
  await follow(sql, organizationId, row, { kind: 'bounced', details: report })
  const hardBounces = Number(isHard)
  await countForBrake(sql, organizationId, { messages: 0, hardBounces, complaints: 0, isPartial: false })
}

export async function recordMessageComplaint(
  sql: Transaction,
  organizationId: number,
  messageId: number,
): Promise<void> {
  const row = await lock(sql, organizationId, messageId)
  if (row === null) return
  await suppress(sql, organizationId, row, 'complained')
  if (row.complained_at !== null) return
  await sql`
    update messages set complained_at = now() where organization_id = ${organizationId} and id = ${messageId}`
  await follow(sql, organizationId, row, { kind: 'complained', details: {} })
  await countForBrake(sql, organizationId, { messages: 0, hardBounces: 0, complaints: 1, isPartial: false })
}

/** The reader took the report back. */
export async function takeBackMessageComplaint(
  sql: Transaction,
  organizationId: number,
  messageId: number,
): Promise<void> {
  const row = await lock(sql, organizationId, messageId)
  if (row === null || row.complained_at === null) return
  await sql`
    update messages set complained_at = null where organization_id = ${organizationId} and id = ${messageId}`
  await sql`
    delete from message_suppressions
    where organization_id = ${organizationId} and stream_id = ${row.stream_id} and key = ${row.email_key}
      and reason = 'complained'`
  await addMessageCounts(sql, organizationId, row.stream_id, { complained: -1 })
}

/** Can be repeated. @returns false: there is no such message. */
export async function recordMessageUnsubscribe(
  sql: Transaction,
  organizationId: number,
  messageId: number,
): Promise<boolean> {
  const row = await lock(sql, organizationId, messageId)
  if (row === null) return false
  await suppress(sql, organizationId, row, 'unsubscribed')
  if (row.unsubscribed_at !== null) return true
  await sql`
    update messages set unsubscribed_at = now() where organization_id = ${organizationId} and id = ${messageId}`
  await follow(sql, organizationId, row, { kind: 'unsubscribed', details: {} })
  return true
}

/** What the page of an unsubscribe link shows. */
export type StreamSubscription = { stream: string; isSuppressed: boolean }

export async function findStreamSubscription(
  sql: Sql,
  organizationId: number,
  messageId: number,
): Promise<StreamSubscription | null> {
  const [row] = await sql<StreamSubscription[]>`
    select s.name as stream, exists (
      select from message_suppressions u
      where u.organization_id = ${organizationId} and u.stream_id = m.stream_id and u.key = m.email_key) as "isSuppressed"
    from messages m
    join message_streams s on s.organization_id = ${organizationId} and s.id = m.stream_id
    join organizations o on o.id = m.organization_id
    where m.organization_id = ${organizationId} and m.id = ${messageId} and o.deleted_at is null`
  return row ?? null
}

/** null: bounces go to the sender. */
export async function findStreamBounceEmail(
  sql: Sql,
  organizationId: number,
  streamId: number,
): Promise<string | null> {
  const [row] = await sql<{ email: string }[]>`
    select e.email from message_streams s
    join bounce_emails e on e.organization_id = ${organizationId} and e.user_id = s.bounce_email_user_id
      and e.domain_id = s.bounce_email_domain_id
    where s.organization_id = ${organizationId} and s.id = ${streamId}`
  return row?.email ?? null
}

function suppress(
  sql: Transaction,
  organizationId: number,
  { stream_id: streamId, email_key: key }: Locked,
  reason: SuppressionReason,
): Promise<void> {
  return suppressInStream(sql, organizationId, [{ streamId, key, reason }])
}

type Followed = { kind: Extract<MessageEvent, 'bounced' | 'complained' | 'unsubscribed'>; details: object }

async function follow(
  sql: Transaction,
  organizationId: number,
  { id, stream, email, tags, time, stream_id: streamId }: Locked,
  { kind, details }: Followed,
): Promise<void> {
  await addMessageEvents(sql, organizationId, [{ messageId: id, kind, details: { ...details } }])
  await addMessageCounts(sql, organizationId, streamId, { [kind]: 1 })
  const subject = { id, stream, email, tags, time }
  await queueMessageEvents(sql, organizationId, [{ type: `message_${kind}`, subject, details }])
}

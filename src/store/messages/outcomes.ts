import type { MessageState } from '../../contract/messages/states.ts'
import { judgeBounce } from '../../contract/responses/severity.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { releaseMessages } from '../accounting/allowance.ts'
import { addMessagesSent } from '../accounting/messages-sent.ts'
import { queueSendingQuotaNotice } from '../accounting/quota-notices.ts'
import { countForBrake } from '../accounting/sending-brake.ts'
import { addMessageEvents, endBodies } from './changes.ts'
import type { MessageClaim } from './claims.ts'
import { addMessageCounts, type MessageCounts } from './counts.ts'
import { eventSubject, queueMessageEvents, type EventSubject, type MessageEventType } from './events.ts'
import { suppressInStream } from './suppressions.ts'

export type MessageOutcome = {
  id: number
  /** queued: no server has seen it. */
  state: Extract<MessageState, 'queued' | 'accepted' | 'deferred' | 'bounced' | 'skipped' | 'uncertain'>
  attempts: number
  retrySeconds: number | null
  status: string | null
  diagnostic: string | null
}

type Held = EventSubject & {
  state: MessageState
  holder: number | null
  reserved: boolean
  email_key: string
}

type Moved = { outcome: MessageOutcome; row: Held }

/** If the claim was lost and the message recorded as uncertain, a late result is recorded, but not tried again. */
export async function recordMessageOutcomes(
  sql: Transaction,
  claim: MessageClaim,
  outcomes: readonly MessageOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  const { organizationId, streamId } = claim
  const held = await lockHeld(sql, claim, outcomes.map(({ id }) => id)) // oxfmt-ignore
  const moved = outcomes.flatMap((outcome): Moved[] => {
    const row = held.get(outcome.id)
    return row !== undefined && mayMove(row, outcome, claim) ? [{ outcome, row }] : []
  })
  if (moved.length === 0) return
  await writeOutcomes(sql, organizationId, moved)
  // What a report has told already is not told again.
  const news = moved.filter(({ outcome, row }) => row.state !== 'bounced' || outcome.state !== 'bounced')
  const ended = news.filter(({ outcome }) => outcome.state !== 'queued' && outcome.state !== 'deferred')
  await suppressInStream(
    sql,
    organizationId,
    ended.filter(isDead).map(({ row }) => ({ streamId, key: row.email_key, reason: 'bounced' as const })),
  )
  await endBodies(sql, organizationId, ended.map(({ row }) => row.id)) // oxfmt-ignore
  await addMessageEvents(sql, organizationId, news.flatMap(eventOf))
  await addMessageCounts(sql, organizationId, streamId, countsOf(news))
  const [accepted, bounced] = [stateOf(news, 'accepted'), stateOf(news, 'bounced')]
  const messages = accepted.length + bounced.length
  const hardBounces = bounced.filter(isDead).length
  await countForBrake(sql, organizationId, { messages, hardBounces, complaints: 0, isPartial: false })
  await queueMessageEvents(sql, organizationId, ended.flatMap(happeningOf))
  await releaseMessages(sql, organizationId, moved.filter(({ row }) => row.reserved).length)
  if (accepted.length === 0) return
  const sent = { campaignId: null, autoresponderId: null, count: accepted.length }
  await addMessagesSent(sql, organizationId, sent, { haveLeft: true })
  await queueSendingQuotaNotice(sql, organizationId)
}

async function lockHeld(sql: Sql, claim: MessageClaim, ids: readonly number[]): Promise<Map<number, Held>> {
  const rows = await sql<Held[]>`
    select ${eventSubject(sql)}, m.state, m.holder, m.reserved, m.email_key
    from messages m
    join message_streams s on s.organization_id = ${claim.organizationId} and s.id = m.stream_id
    where m.organization_id = ${claim.organizationId} and m.id = any(${[...ids]}::bigint[])
    order by m.id for no key update of m`
  return new Map(rows.map((row) => [row.id, row]))
}

/** A report of a bounce may come before the result. */
function mayMove(row: Held, { state }: MessageOutcome, { holder }: MessageClaim): boolean {
  if (row.holder === holder) return row.state !== 'bounced' || state === 'accepted' || state === 'bounced'
  return row.state === 'uncertain' && (state === 'accepted' || state === 'bounced')
}

async function writeOutcomes(sql: Sql, organizationId: number, moved: readonly Moved[]): Promise<void> {
  const rows = moved.map(({ outcome, row: { state } }) => ({
    ...outcome,
    // What a report has said stays.
    state:
      state === 'bounced'
        ? 'bounced'
        : outcome.state === 'queued' && outcome.attempts > 0
          ? 'deferred'
          : outcome.state,
    isReported: state === 'bounced',
  }))
  await sql`
    update messages m
    set state = given.state, attempts = given.attempts, holder = null, leased_until = null, reserved = false,
      due_at = coalesce(given.retry_at, m.due_at),
      status = case when given."isReported" then m.status else given.status end,
      diagnostic = case when given."isReported" then m.diagnostic else given.diagnostic end,
      ended_at = case when given.state not in ('queued', 'deferred') then least(m.ended_at, given.now) end
    from (
      select *, now() as now, now() + "retrySeconds" * interval '1 second' as retry_at
      from jsonb_to_recordset(${sql.json(rows)}) g (id bigint, state text, attempts smallint, "retrySeconds" float8,
        status text, diagnostic text, "isReported" boolean)) given
    where m.organization_id = ${organizationId} and m.id = given.id`
}

function isDead({ outcome: { state, status, diagnostic } }: Moved): boolean {
  return state === 'bounced' && judgeBounce({ reply: diagnostic ?? '', status }).severity === 'hard'
}

function eventOf({ outcome: { state, status, diagnostic, attempts }, row }: Moved) {
  if (state === 'queued') return []
  const said = { ...(status === null ? {} : { status }), ...(diagnostic === null ? {} : { diagnostic }) }
  return [{ messageId: row.id, kind: state, details: state === 'skipped' ? said : { attempts, ...said } }]
}

function happeningOf({ outcome: { state, status, diagnostic }, row }: Moved) {
  if (state === 'queued' || state === 'deferred') return []
  const { id, stream, email, tags, time } = row
  const details = state === 'accepted' ? {} : { status, diagnostic }
  const severity =
    state === 'bounced' ? { severity: judgeBounce({ reply: diagnostic ?? '', status }).severity } : {}
  const type: MessageEventType = `message_${state}`
  return [{ type, subject: { id, stream, email, tags, time }, details: { ...details, ...severity } }]
}

function stateOf(moved: readonly Moved[], state: MessageOutcome['state']): Moved[] {
  return moved.filter(({ outcome }) => outcome.state === state)
}

function countsOf(moved: readonly Moved[]): MessageCounts {
  const counts: MessageCounts = {}
  for (const { outcome, row } of moved) {
    const { state } = outcome
    if (state === 'queued' || state === 'deferred') continue
    counts[state] = (counts[state] ?? 0) + 1
    if (row.state === 'uncertain') counts.uncertain = (counts.uncertain ?? 0) - 1
  }
  return counts
}

/** Records marked messages of one holder with an expired lease as uncertain. @returns how many; 0: there are none. */
export async function expireLapsedMessages(sql: Transaction): Promise<number> {
  const [lapsed] = await sql<{ organization_id: number; stream_id: number; holder: number }[]>`
    select organization_id, stream_id, holder from messages
    where state in ('sending', 'bounced') and holder is not null and leased_until < now()
    order by leased_until limit 1`
  if (lapsed === undefined) return 0
  const claim = { organizationId: lapsed.organization_id, streamId: lapsed.stream_id, holder: lapsed.holder }
  // Locked and checked again: a slow holder may have renewed its lease.
  const rows = await sql<{ id: number; attempts: number; state: 'sending' | 'bounced' }[]>`
    select id, attempts, state from messages
    where organization_id = ${claim.organizationId} and stream_id = ${claim.streamId} and holder = ${claim.holder}
      and state in ('sending', 'bounced') and leased_until < now()
    order by id for no key update`
  const outcomes = rows.map(({ id, attempts, state }) => ({
    id,
    state: state === 'sending' ? ('uncertain' as const) : state,
    attempts: attempts + 1,
    retrySeconds: null,
    status: null,
    diagnostic: 'its sender died while it was handed over',
  }))
  await recordMessageOutcomes(sql, claim, outcomes)
  return outcomes.length
}

import { randomInt } from 'node:crypto'
import type { CustomValues } from '../../contract/subscribers/values.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost, secondsFromNow } from '../../database/lease.ts'
import { dropReactions, type ReactionClaim } from './reaction-outcomes.ts'
import { applyRule } from './reaction-rules.ts'
import { isStillOwed } from './reaction-triggers.ts'
import { findSequence } from './sequence-advance.ts'
import { dropEntered, findClauses, isNotWithin, passStep, stepCondition } from './sequence-conditions.ts'
import { segmentCondition } from '../segments/condition.ts'
import type { Target } from '../segments/known.ts'
import { reserveMessages, type Shortage } from '../accounting/allowance.ts'
import { notSuppressed } from '../conditions/suppression.ts'
import { postponePaused } from '../subscribers/pauses.ts'
import { takeReady, type Outbox } from '../server/outbox.ts'
import { subscriberWith } from '../subscribers/by-id.ts'

// A row is claimed (a lease with a number that only its holder knows), marked right before it is handed over, and
// completed, each in a transaction. An expired claim can be claimed again; a marked message is never sent again.

export const reactionLeaseSeconds = 60

export type OwedMessage = {
  id: number
  subscriber_id: number
  attempts: number
  content_replacements: Record<string, unknown> | null
  email: string
  subscribe_time: Date | null
  subscribe_ip: string | null
  email_format: 'html' | 'text' | 'both' | null
  custom_fields: CustomValues
}

/** When a reaction can be claimed; the expression must match the index. */
function readyAt(sql: Sql) {
  return sql`greatest(r.due_at, r.next_attempt_at, r.leased_until)`
}

const reactions: Outbox = {
  table: 'autoresponder_reactions',
  isReady: (sql) => sql`not r.handed_over and ${readyAt(sql)} <= now()`,
  order: readyAt,
  leaseSeconds: reactionLeaseSeconds,
}

export type ReactionPlace = {
  organization_id: number
  id: number
  mailing_list_id: number
  time_zone: string
  /** Of a step, that of its sequence. */
  special_sending_rule_id: number | null
  content_format: 'html' | 'text' | 'both'
}

/**
 * Deletes messages that are no longer due: the subscriber is inactive, suppressed or not in the segment, or has opened
 * or clicked what the autoresponder waits for. Messages to subscribers who pause wait for the end of the pause.
 */
export async function claimReactions(
  sql: Transaction,
  place: ReactionPlace,
  limit: number,
): Promise<{ claim: ReactionClaim; messages: OwedMessage[] }> {
  const claim = {
    organization_id: place.organization_id,
    autoresponder_id: place.id,
    mailing_list_id: place.mailing_list_id,
    holder: randomInt(1, 2 ** 48 - 1),
  }
  const taken = await takeReady<{ id: number }>(sql, reactions, {
    organizationId: claim.organization_id,
    of: sql`r.autoresponder_id = ${claim.autoresponder_id}`,
    set: sql`holder = ${claim.holder}`,
    limit,
    returning: sql`r.id`,
  })
  const asleep = await postponePaused(
    sql,
    { organizationId: claim.organization_id, listId: place.mailing_list_id },
    taken.map(({ id }) => id),
  )
  const ids = taken.flatMap(({ id }) => (asleep.has(id) ? [] : [id]))
  const owed = ids.length === 0 ? [] : await keepOwed(sql, claim, place.time_zone, ids)
  const messages = await ruled(sql, place, owed)
  await serve(sql, claim)
  return { claim, messages }
}

async function ruled(sql: Transaction, place: ReactionPlace, owed: OwedMessage[]): Promise<OwedMessage[]> {
  if (place.special_sending_rule_id === null) return owed
  const of = {
    organizationId: place.organization_id,
    listId: place.mailing_list_id,
    timeZone: place.time_zone,
    autoresponderId: place.id,
    ruleId: place.special_sending_rule_id,
    format: place.content_format === 'both' ? ('multipart' as const) : place.content_format,
  }
  return applyRule(sql, of, owed)
}

/** Takes turns among organizations, then among their autoresponders. @param full organizations to leave out */
export async function findReactionPlace(
  sql: Sql,
  full: readonly number[] = [],
): Promise<ReactionPlace | null> {
  const [place] = await sql<ReactionPlace[]>`
    select a.organization_id, a.id, a.mailing_list_id, o.time_zone, h.special_sending_rule_id, a.content_format
    from autoresponders a
    join organizations o on o.id = a.organization_id
    join autoresponders h on h.organization_id = a.organization_id and h.id = coalesce(a.sequence_id, a.id)
    left join reaction_turns t on t.organization_id = a.organization_id and t.autoresponder_id = a.id
    left join (select organization_id, max(served_at) as served_at from reaction_turns group by 1) turn
      on turn.organization_id = a.organization_id
    ${firstReady(sql)}
    where ${isOpen(sql)} and a.organization_id <> all(${[...full]}::integer[])
      and coalesce(t.waits_until, '-infinity') <= now() and first.ready_at <= now()
    order by turn.served_at nulls first, t.served_at nulls first, a.organization_id, a.id
    limit 1`
  return place ?? null
}

/** Of each autoresponder `a`. An `exists` reads all reactions that are due, which may be a whole list's. */
function firstReady(sql: Sql) {
  return sql`
    cross join lateral (
      select ${readyAt(sql)} as ready_at from autoresponder_reactions r
      where r.organization_id = a.organization_id and r.autoresponder_id = a.id and not r.handed_over
      order by ${readyAt(sql)} limit 1) first`
}

function isOpen(sql: Sql) {
  return sql`not a.paused and o.active and o.deleted_at is null and exists (
    select from mailing_lists l
    where l.organization_id = a.organization_id and l.id = a.mailing_list_id and l.deleted_at is null)`
}

async function keepOwed(
  sql: Transaction,
  claim: ReactionClaim,
  timeZone: string,
  ids: number[],
): Promise<OwedMessage[]> {
  const {
    organization_id: organizationId,
    autoresponder_id: autoresponderId,
    mailing_list_id: listId,
  } = claim
  const sequence = await findSequence(sql, organizationId, autoresponderId)
  const target = { organizationId, listId, timeZone }
  const isStep = sequence !== null && sequence.id !== autoresponderId
  const { condition } = isStep
    ? await stepCondition(sql, target, autoresponderId)
    : await ownCondition(sql, target, { autoresponderId, isSequence: sequence !== null })
  const allowed = await notSuppressed(sql, target)
  const rows = await sql<(OwedMessage & { holds: boolean })[]>`
    select r.id, r.subscriber_id, r.attempts, r.content_replacements, coalesce(s.email, s.key) as email,
      s.subscribe_time, s.subscribe_ip, s.email_format, s.custom_fields, (${condition}) as holds
    from autoresponder_reactions r
    join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id
    cross join ${subscriberWith(sql, { organizationId, listId }, sql`r.subscriber_id`)} s
    where r.organization_id = ${organizationId} and r.id = any(${ids}::bigint[]) and s.status = 'active'
      and ${allowed.condition}
    order by r.id`
  const messages = rows.filter(({ holds }) => holds).map(({ holds: _holds, ...message }) => message)
  const refused = rows.filter(({ holds }) => !holds).map(({ id }) => id)
  if (isStep) await passStep(sql, organizationId, sequence, { stepId: autoresponderId, ids: refused })
  const owed = new Set(messages.map(({ id }) => id))
  const dropped = ids.filter((id) => !owed.has(id))
  await dropReactions(sql, organizationId, autoresponderId, dropped)
  return messages
}

/** On reactions `r`, autoresponders `a` and subscribers `s`. In an object, because the driver's fragments are promises. */
async function ownCondition(
  sql: Transaction,
  target: Target,
  { autoresponderId, isSequence }: { autoresponderId: number; isSequence: boolean },
): Promise<{ condition: Fragment }> {
  const clauses = await findClauses(sql, target.organizationId, autoresponderId)
  const selected = await segmentCondition(sql, target, clauses)
  const entering = isSequence ? sql`and ${isNotWithin(sql, target.organizationId)}` : sql``
  const stillOwed = sql`(r.called or ${isStillOwed(sql, target.organizationId)})`
  return { condition: sql`${selected.condition} and ${stillOwed} ${entering}` }
}

async function serve(sql: Sql, claim: ReactionClaim): Promise<void> {
  await sql`
    insert into reaction_turns (organization_id, autoresponder_id, served_at)
    values (${claim.organization_id}, ${claim.autoresponder_id}, clock_timestamp())
    on conflict (organization_id, autoresponder_id) do update
      set served_at = excluded.served_at, waits_until = null, waiting_for = ''`
}

/**
 * Call it right before messages are handed over: from then on no other sender claims them. It reserves them, so that
 * concurrent senders never exceed the credits or the quota. @returns the ids that may be sent.
 */
export async function markHandedOver(
  sql: Transaction,
  claim: ReactionClaim,
  ids: readonly number[],
): Promise<{ ids: number[]; shortage: Shortage | null }> {
  const { organization_id: organizationId, holder } = claim
  const due = await dropEntered(sql, claim, ids)
  const held = await sql<{ id: number }[]>`
    select r.id from autoresponder_reactions r
    join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id
    join organizations o on o.id = a.organization_id
    where r.organization_id = ${organizationId} and r.id = any(${due}::bigint[]) and r.holder = ${holder}
      and r.leased_until > now() and not r.handed_over and ${isOpen(sql)}
    order by r.id
    for no key update of r`
  if (held.length === 0) return { ids: [], shortage: null }
  const { granted, reserved, shortage } = await reserveMessages(sql, organizationId, held.length)
  const marked = held.slice(0, granted).map(({ id }) => id)
  if (marked.length > 0) {
    await sql`
      update autoresponder_reactions
      set handed_over = true, reserved = ${reserved > 0},
        leased_until = ${secondsFromNow(sql, reactionLeaseSeconds)}
      where organization_id = ${organizationId} and id = any(${marked}::bigint[])`
  }
  return { ids: marked, shortage }
}

/** The heartbeat while messages are handed over. @throws LeaseLost if the holder has lost all of them. */
export async function renewReactions(sql: Sql, claim: ReactionClaim, ids: readonly number[]): Promise<void> {
  const { count } = await sql`
    update autoresponder_reactions
    set leased_until = ${secondsFromNow(sql, reactionLeaseSeconds)}
    where organization_id = ${claim.organization_id} and id = any(${[...ids]}::bigint[])
      and holder = ${claim.holder}`
  if (count === 0 && ids.length > 0) throw new LeaseLost(`autoresponder ${claim.autoresponder_id}`)
}

/** false: the autoresponder was paused, or its list or organization was deleted or deactivated. */
export async function mayStillSend(sql: Sql, claim: ReactionClaim): Promise<boolean> {
  const [row] = await sql`
    select 1 from autoresponders a join organizations o on o.id = a.organization_id
    where a.organization_id = ${claim.organization_id} and a.id = ${claim.autoresponder_id} and ${isOpen(sql)}`
  return row !== undefined
}

export async function releaseReactions(
  sql: Sql,
  claim: ReactionClaim,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update autoresponder_reactions set holder = null, leased_until = null
    where organization_id = ${claim.organization_id} and id = any(${[...ids]}::bigint[])
      and holder = ${claim.holder} and not handed_over`
}

export async function waitWith(
  sql: Sql,
  claim: Pick<ReactionClaim, 'organization_id' | 'autoresponder_id'>,
  { seconds, reason }: { seconds: number; reason: string },
): Promise<void> {
  await sql`
    insert into reaction_turns (organization_id, autoresponder_id, served_at, waits_until, waiting_for)
    values (${claim.organization_id}, ${claim.autoresponder_id}, clock_timestamp(),
      ${secondsFromNow(sql, seconds)}, ${reason})
    on conflict (organization_id, autoresponder_id) do update
      set waits_until = excluded.waits_until, waiting_for = excluded.waiting_for`
}

/** See `Due`. */
export function dueReactions(sql: Sql, full: readonly number[] = []): Fragment {
  return sql`
    select extract(epoch from min(greatest(first.ready_at, t.waits_until)) - now())::float8 as seconds
    from autoresponders a
    join organizations o on o.id = a.organization_id
    left join reaction_turns t on t.organization_id = a.organization_id and t.autoresponder_id = a.id
    ${firstReady(sql)}
    where ${isOpen(sql)} and a.organization_id <> all(${[...full]}::integer[])`
}

import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { addMessagesSent } from '../accounting/messages-sent.ts'
import { recordSendBounces } from '../responses/bounces.ts'
import {
  countDeliveries,
  writeDeliveries,
  type DeliveryOutcome,
  type MovedDelivery,
} from '../campaigns/deliveries.ts'
import { queueSendingQuotaNotice } from '../accounting/quota-notices.ts'
import { queueSentReactions } from './reaction-triggers.ts'
import { advance, findSequence } from './sequence-advance.ts'
import { releaseMessages } from '../accounting/allowance.ts'
import { addStats } from '../campaigns/stats.ts'

export type ReactionClaim = {
  organization_id: number
  autoresponder_id: number
  mailing_list_id: number
  holder: number
}

/** `occasion` of an outcome is the id of the reaction. */
export type ReactionOutcomes = {
  outcomes: readonly DeliveryOutcome[]
  untried: readonly number[]
}

/** If the claim was lost and the message recorded as uncertain, the late result is recorded, but not tried again. */
export async function recordReactionOutcomes(
  sql: Transaction,
  claim: ReactionClaim,
  { outcomes, untried }: ReactionOutcomes,
): Promise<void> {
  const { organization_id: organizationId, autoresponder_id: autoresponderId } = claim
  const ids = [...outcomes.map(({ occasion }) => occasion), ...untried]
  const held = await lockHeld(sql, claim, ids)
  const known = outcomes.filter(
    ({ occasion, state }) => held.ids.has(occasion) || state === 'accepted' || state === 'bounced',
  )
  const isDeferred = ({ state }: DeliveryOutcome) => state === 'deferred'
  await giveBack(sql, claim, { deferred: known.filter(isDeferred), untried })
  const ended = known.filter((outcome) => !isDeferred(outcome) && held.ids.has(outcome.occasion))
  const moved = await writeDeliveries(sql, organizationId, { autoresponderId }, known)
  const doubted = ended.filter(({ state }) => state === 'uncertain').map(({ occasion }) => occasion)
  await keepReplacements(sql, organizationId, autoresponderId, doubted)
  const sequence = await findSequence(sql, organizationId, autoresponderId)
  // A message that could not be built ends the sequence for its person; the delivery says why.
  const goOn = ended.filter(({ state }) => state !== 'skipped').map(({ occasion }) => occasion)
  if (sequence !== null) await advance(sql, organizationId, sequence, { ids: goOn, hasMessage: true })
  await removeReactions(sql, organizationId, ended.map(({ occasion }) => occasion)) // oxfmt-ignore
  const messages = [...outcomes, ...held.messages]
  const accepted = await follow(sql, organizationId, autoresponderId, { moved, messages })
  await releaseMessages(sql, organizationId, held.reserved)
  if (accepted === 0) return
  await addMessagesSent(sql, organizationId, { autoresponderId, count: accepted }, { haveLeft: true })
  await queueSendingQuotaNotice(sql, organizationId)
}

type Message = Pick<DeliveryOutcome, 'subscriberId' | 'occasion'>

async function follow(
  sql: Transaction,
  organizationId: number,
  autoresponderId: number,
  { moved, messages }: { moved: readonly MovedDelivery[]; messages: readonly Message[] },
): Promise<number> {
  const inState = (state: DeliveryOutcome['state']) =>
    moved.flatMap(({ outcome }) => (outcome.state === state ? [outcome] : []))
  const accepted = inState('accepted').map(({ subscriberId }) => subscriberId)
  await queueSentReactions(sql, organizationId, autoresponderId, accepted)
  const bounces = inState('bounced').map((one) => ({ ...one, diagnostic: one.diagnostic ?? '' }))
  await recordSendBounces(sql, organizationId, { autoresponderId }, { bounces, messages })
  await addStats(sql, organizationId, { autoresponderId }, countDeliveries(moved))
  return accepted.length
}

async function lockHeld(
  sql: Sql,
  claim: ReactionClaim,
  ids: readonly number[],
): Promise<{ ids: Set<number>; messages: Message[]; reserved: number }> {
  const rows = await sql<{ id: number; subscriber_id: number; reserved: boolean }[]>`
    select id, subscriber_id, reserved from autoresponder_reactions
    where organization_id = ${claim.organization_id} and id = any(${[...ids]}::bigint[])
      and holder = ${claim.holder}
    order by id for update`
  return {
    ids: new Set(rows.map(({ id }) => id)),
    messages: rows.map((row) => ({ subscriberId: row.subscriber_id, occasion: row.id })),
    reserved: rows.filter((row) => row.reserved).length,
  }
}

async function keepReplacements(
  sql: Sql,
  organizationId: number,
  autoresponderId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update deliveries d set content_replacements = r.content_replacements
    from autoresponder_reactions r
    where r.organization_id = ${organizationId} and r.id = any(${[...ids]}::bigint[])
      and r.content_replacements is not null
      and d.organization_id = ${organizationId} and d.campaign_id is null
      and d.autoresponder_id = ${autoresponderId} and d.subscriber_id = r.subscriber_id and d.occasion = r.id
      and d.state = 'uncertain'`
}

type Again = { deferred: readonly DeliveryOutcome[]; untried: readonly number[] }

async function giveBack(sql: Sql, claim: ReactionClaim, { deferred, untried }: Again): Promise<void> {
  if (deferred.length + untried.length === 0) return
  const ids = [...deferred.map(({ occasion }) => occasion), ...untried]
  const attempts = [...deferred.map((one) => String(one.attempts)), ...untried.map(() => null)]
  const seconds = [...deferred.map((one) => String(one.retrySeconds)), ...untried.map(() => null)]
  await sql`
    with given as materialized (
      select id, attempts, now() + seconds * interval '1 second' as at
      from unnest(${ids}::bigint[], ${attempts}::text[]::smallint[], ${seconds}::text[]::float8[])
        u (id, attempts, seconds))
    update autoresponder_reactions r
    set holder = null, leased_until = null, handed_over = false, reserved = false,
      attempts = coalesce(given.attempts, r.attempts),
      next_attempt_at = given.at
    from given
    where r.organization_id = ${claim.organization_id} and r.id = given.id and r.holder = ${claim.holder}`
}

export async function removeReactions(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from autoresponder_reactions
    where organization_id = ${organizationId} and id = any(${[...ids]}::bigint[])`
}

/** A reaction that was tried before was counted as sent, so it is recorded as skipped. */
export async function dropReactions(
  sql: Transaction,
  organizationId: number,
  autoresponderId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await removeReactions(sql, organizationId, ids)
  const moved = await skipTried(sql, organizationId, autoresponderId, ids)
  await addStats(sql, organizationId, { autoresponderId }, countDeliveries(moved))
}

/** Records deleted reactions that were waiting for another attempt as skipped. @returns the changes to be counted. */
export async function skipTried(
  sql: Sql,
  organizationId: number,
  autoresponderId: number,
  ids: readonly number[],
): Promise<MovedDelivery[]> {
  const tried = await sql<Pick<DeliveryOutcome, 'subscriberId' | 'occasion' | 'format' | 'attempts'>[]>`
    select subscriber_id as "subscriberId", occasion, format, attempts from deliveries
    where organization_id = ${organizationId} and campaign_id is null and autoresponder_id = ${autoresponderId}
      and state = 'deferred' and occasion = any(${[...ids]}::bigint[])`
  if (tried.length === 0) return []
  const skipped = tried.map((one) => ({
    ...one,
    contentId: null,
    state: 'skipped' as const,
    retrySeconds: null,
    status: null,
    diagnostic: 'the subscriber was to get it no more when it was to be tried again',
  }))
  return writeDeliveries(sql, organizationId, { autoresponderId }, skipped)
}

type Lapsed = ReactionClaim & { content_format: 'html' | 'text' | 'both' }

/** Records marked messages of one holder with an expired lease as uncertain. @returns how many; 0: there are none. */
export async function expireLapsed(sql: Transaction): Promise<number> {
  const [lapsed] = await sql<Lapsed[]>`
    select r.organization_id, r.autoresponder_id, r.mailing_list_id, r.holder, a.content_format
    from autoresponder_reactions r
    join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id
    where r.handed_over and r.leased_until < now()
    order by r.leased_until limit 1`
  if (lapsed === undefined) return 0
  // Locked and checked again: a slow holder may have renewed its lease.
  const rows = await sql<{ id: number; subscriber_id: number; attempts: number }[]>`
    select id, subscriber_id, attempts from autoresponder_reactions
    where organization_id = ${lapsed.organization_id} and autoresponder_id = ${lapsed.autoresponder_id}
      and holder = ${lapsed.holder} and handed_over and leased_until < now()
    order by id for update`
  const outcomes = rows.map((row) => ({
    subscriberId: row.subscriber_id,
    occasion: row.id,
    contentId: null,
    state: 'uncertain' as const,
    format: lapsed.content_format === 'both' ? ('multipart' as const) : lapsed.content_format,
    attempts: row.attempts + 1,
    retrySeconds: null,
    status: null,
    diagnostic: 'its sender died while it was handed over',
  }))
  await recordReactionOutcomes(sql, lapsed, { outcomes, untried: [] })
  return outcomes.length
}

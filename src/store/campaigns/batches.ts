import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost, secondsFromNow } from '../../database/lease.ts'
import { held, leaseSeconds } from './claims.ts'
import type { ClaimedCampaign } from './claims.ts'
import { findDeferred, findRecipients, findSeeds } from './recipients.ts'
import type { Addressee } from './recipients.ts'
import { reserveMessages } from '../accounting/allowance.ts'
import type { Shortage } from '../accounting/allowance.ts'

export type Batch = {
  id: number
  reserved: number
  addressees: (Addressee & { content_id: number })[]
}

/** `waitSeconds`: until a speed limit allows more. */
export type Marked =
  | { kind: 'batch'; batch: Batch; waitSeconds: number }
  /** All recipients of the pass are handled or marked, and no retry is due. */
  | { kind: 'none' }
  | { kind: 'short'; shortage: Shortage }

type Marking = {
  batchMax: number
  contentOf: (addressee: Addressee) => number
}

/** Hides a message that is being retried from other senders. */
const retryHoldSeconds = 3600

/**
 * Marks due retries, otherwise the seeds, otherwise the next recipients. The same transaction updates the campaign's
 * row, which enforces the lease, pause and cancel. @throws LeaseLost.
 */
export async function markBatch(
  sql: Transaction,
  claim: ClaimedCampaign,
  { batchMax, contentOf }: Marking,
): Promise<Marked> {
  const place = await takePlace(sql, claim)
  const found = await findNext(sql, claim, place, batchMax)
  if (found.addressees.length === 0) {
    await movePlace(sql, claim, found, null)
    return { kind: 'none' }
  }
  const { granted, reserved, shortage } = await reserveMessages(
    sql,
    claim.organization_id,
    found.addressees.length,
  )
  if (granted === 0) return { kind: 'short', shortage: shortage ?? 'sending quota' }
  const addressees = found.addressees
    .slice(0, granted)
    .map((one) => ({ ...one, content_id: one.content_id ?? contentOf(one) }))
  const id = await insertBatch(sql, claim, addressees, reserved)
  if (found.kind === 'deferred') await holdDeferred(sql, claim, addressees)
  const waitSeconds = await movePlace(sql, claim, found, addressees)
  return { kind: 'batch', batch: { id, reserved, addressees }, waitSeconds }
}

type Place = { cursor: number; last: number; seeds_sent: boolean; pass: ClaimedCampaign['pass'] }

async function takePlace(sql: Sql, claim: ClaimedCampaign): Promise<Place> {
  const [place] = await sql<Place[]>`
    update campaigns set attempts = 0, leased_until = ${secondsFromNow(sql, leaseSeconds)}
    where ${held(sql, claim)} and leased_until is not null
    returning cursor_subscriber_id as cursor, coalesce(last_subscriber_id, 0) as last, seeds_sent, pass`
  if (place === undefined) throw new LeaseLost(`campaign ${claim.id}`)
  return place
}

type Found = { kind: 'deferred' | 'seeds' | 'recipients'; addressees: Addressee[] }

async function findNext(sql: Sql, claim: ClaimedCampaign, place: Place, limit: number): Promise<Found> {
  const deferred = await findDeferred(sql, claim, limit)
  if (deferred.length > 0 || claim.state === 'finished') return { kind: 'deferred', addressees: deferred }
  if (!place.seeds_sent) {
    const seeds = await findSeeds(sql, claim)
    if (seeds.length > 0) return { kind: 'seeds', addressees: seeds }
  }
  const recipients = await findRecipients(sql, { ...claim, pass: place.pass }, place, limit)
  return { kind: 'recipients', addressees: recipients }
}

/** @param marked null: there were no recipients. @returns seconds until more may be sent. */
async function movePlace(
  sql: Sql,
  claim: ClaimedCampaign,
  { kind, addressees }: Found,
  marked: readonly Addressee[] | null,
): Promise<number> {
  const count = marked?.length ?? 0
  // If there are more seeds than the organization may send, the rest is skipped: they are not subscribers.
  const cursor =
    kind !== 'recipients' ? null : marked === null ? null : (marked.at(-1)?.subscriber_id ?? null)
  const isEmpty = kind === 'recipients' && addressees.length === 0
  const seconds = claim.speed === 0 ? 0 : (count * 3600) / claim.speed
  const [row] = await sql<{ wait: number }[]>`
    update campaigns
    set seeds_sent = seeds_sent or ${kind !== 'deferred'},
      cursor_subscriber_id = case when ${isEmpty} then greatest(cursor_subscriber_id, coalesce(last_subscriber_id, 0))
        else coalesce(${cursor}::bigint, cursor_subscriber_id) end,
      paced_until = greatest(paced_until, now()) + ${seconds} * interval '1 second'
    where organization_id = ${claim.organization_id} and id = ${claim.id}
    returning extract(epoch from paced_until - now())::float8 as wait`
  return claim.speed === 0 ? 0 : Math.max(0, row?.wait ?? 0)
}

async function insertBatch(
  sql: Sql,
  claim: ClaimedCampaign,
  addressees: readonly (Addressee & { content_id: number })[],
  reserved: number,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into sending_batches
      (organization_id, campaign_id, epoch, subscriber_ids, occasions, content_ids, reserved)
    values (${claim.organization_id}, ${claim.id}, ${claim.epoch},
      ${addressees.map((one) => String(one.subscriber_id))}::text[]::bigint[],
      ${addressees.map((one) => String(one.occasion))}::text[]::bigint[],
      ${addressees.map((one) => one.content_id)}::integer[], ${reserved})
    returning id`
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

async function holdDeferred(
  sql: Sql,
  claim: ClaimedCampaign,
  addressees: readonly Addressee[],
): Promise<void> {
  await sql`
    update deliveries d set next_attempt_at = ${secondsFromNow(sql, retryHoldSeconds)}
    from unnest(${addressees.map((one) => String(one.subscriber_id))}::text[]::bigint[],
      ${addressees.map((one) => String(one.occasion))}::text[]::bigint[]) given (subscriber_id, occasion)
    where d.organization_id = ${claim.organization_id} and d.campaign_id = ${claim.id}
      and d.autoresponder_id is null and d.subscriber_id = given.subscriber_id and d.occasion = given.occasion`
}

export type LeftMessage = { subscriber_id: number; occasion: number; content_id: number }

/** In the same transaction, the caller records the messages as uncertain and then releases their reservations. */
export async function takeLeftBatches(
  sql: Transaction,
  claim: Pick<ClaimedCampaign, 'organization_id' | 'id' | 'epoch'>,
): Promise<{ messages: LeftMessage[]; reserved: number }> {
  // The driver does not parse arrays of large numbers, so the messages are rows.
  const rows = await sql<(LeftMessage & { place: number; reserved: number })[]>`
    with taken as (
      delete from sending_batches
      where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and epoch < ${claim.epoch}
      returning subscriber_ids, occasions, content_ids, reserved)
    select m.subscriber_id, m.occasion, m.content_id, m.place, taken.reserved
    from taken, unnest(subscriber_ids, occasions, content_ids) with ordinality
      m (subscriber_id, occasion, content_id, place)`
  const reserved = rows.reduce((sum, row) => sum + (row.place === 1 ? row.reserved : 0), 0)
  return { messages: rows, reserved }
}

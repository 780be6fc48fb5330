import type { Condition } from '../../../contract/blocks/conditions.ts'
import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import { beginPiece } from '../../jobs/lease.ts'
import { jobClaimOf, type ClaimedCampaign } from '../claims.ts'
import type { DeliveryOutcome } from '../deliveries.ts'
import { moveRangePlace, nowIn, takeRangePlace, type RangeCursor } from '../ranges/place.ts'
import {
  findDeferred,
  findRecipients,
  findRecipientsAmong,
  findSeeds,
  firstReach,
  targetOf,
  type Addressee,
  type Reach,
} from '../recipients/found.ts'
import { recordResults, type Results } from '../sending.ts'
import { reserveMessages, type Shortage } from '../../accounting/allowance.ts'
import {
  examineRecipients,
  examineRetries,
  isSelective,
  writeVerdicts,
} from '../../sending-rules/recipients.ts'
import { withHiddenBlocks } from '../../segments/hidden-blocks.ts'
import { takeDue } from '../../sending-rules/waiting.ts'
import { insertBatch, type Batch } from './rows.ts'

/** `waitSeconds`: until a speed limit allows more. */
export type Marked =
  | { kind: 'batch'; batch: Batch; waitSeconds: number }
  /** Those who were found are skipped or wait; there may be others. */
  | { kind: 'moved' }
  /** All recipients of the claim are handled or marked, and no retry is due. `isShared`: others may have some. */
  | { kind: 'none'; isShared: boolean }
  | { kind: 'short'; shortage: Shortage }

type Marking = {
  batchMax: number
  /** Of the sender, which keeps it. Absent: the first one. */
  reach?: Reach
  /** Of earlier batches of the claim: recorded in the same transaction. Only if no rule selects the recipients. */
  results?: Results | undefined
  contentOf: (addressee: Addressee) => number
  /** Of the blocks of a content. Absent: none has one. */
  conditionsOf?: (contentId: number | null) => readonly Condition[]
  formatOf: (contentId: number) => DeliveryOutcome['format']
}

/** Hides a message that is being retried from other senders. */
const retryHoldSeconds = 3600

/** The transaction has to be rolled back, because it is about more recipients than the organization may send to. */
export class GrantedFewer extends Error {
  readonly granted: number
  readonly shortage: Shortage

  constructor(granted: number, shortage: Shortage) {
    super('fewer messages were granted')
    this.granted = granted
    this.shortage = shortage
  }
}

/**
 * Marks due retries, otherwise those who waited and are due, otherwise the seeds, otherwise the next recipients. The
 * same transaction updates its job, which enforces the lease, pause and cancel. The results come after what
 * takes time or locks deliveries, and before what locks the balance. @throws LeaseLost, GrantedFewer.
 */
export async function markBatch(sql: Transaction, claim: ClaimedCampaign, marking: Marking): Promise<Marked> {
  const place = await takePlace(sql, claim)
  const found = await findNext(sql, claim, place, marking)
  const { due, hasWritten } = await examine(sql, claim, found, { ...marking, nowMs: place.now_ms })
  const assigned = due.map((one) => ({ ...one, content_id: one.content_id ?? marking.contentOf(one) }))
  const { conditionsOf = () => [] } = marking
  const chosen = await withHiddenBlocks(sql, targetOf(claim), assigned, conditionsOf)
  const holds = found.kind === 'deferred' && due.length > 0
  if (holds) await holdDeferred(sql, claim, due.map(hidden))
  if (marking.results !== undefined) await recordResults(sql, claim, marking.results)
  const passed = found.readTo
  const isRead = passed !== null && passed >= place.last
  if (due.length === 0) {
    await movePlace(sql, claim, found, { count: 0, cursor: passed })
    const isNone = found.addressees.length === 0 && !found.hasWritten && (passed === null || isRead)
    return isNone ? { kind: 'none', isShared: place.is_shared } : { kind: 'moved' }
  }
  const { granted, reserved, shortage } = await reserveMessages(sql, claim.organization_id, due.length)
  if (granted < due.length && (hasWritten || holds))
    throw new GrantedFewer(granted, shortage ?? 'sending quota')
  if (granted === 0) return { kind: 'short', shortage: shortage ?? 'sending quota' }
  const addressees = chosen.slice(0, granted)
  const cursor = granted < due.length && passed !== null ? (addressees.at(-1)?.subscriber_id ?? null) : passed
  // Sent together, executed in this order.
  const [id, waitSeconds] = await Promise.all([
    insertBatch(sql, claim, addressees, reserved),
    movePlace(sql, claim, found, { count: granted, cursor }),
  ])
  return { kind: 'batch', batch: { id, addressees }, waitSeconds }
}

/** Two statements: the second sees what was committed while the first waited for the job. Sent together. */
async function takePlace(sql: Transaction, claim: ClaimedCampaign): Promise<RangeCursor> {
  if (claim.range !== null) return takeRangePlace(sql, claim, claim.range)
  const [leasedUntil, [place]] = await Promise.all([
    beginPiece(sql, jobClaimOf(claim)),
    sql<Omit<RangeCursor, 'now_ms'>[]>`
      select cursor_subscriber_id as cursor, coalesce(until_subscriber_id, last_subscriber_id, 0) as last,
        seeds_sent, pass, until_subscriber_id is not null as is_shared
      from campaigns where organization_id = ${claim.organization_id} and id = ${claim.id}`,
  ])
  if (place === undefined) throw new Error(`there is no campaign ${claim.id}`)
  return { ...place, now_ms: nowIn(leasedUntil) }
}

type Found = {
  kind: 'deferred' | 'waiting' | 'seeds' | 'recipients'
  addressees: Addressee[]
  /** Whether finding them has changed anything. */
  hasWritten: boolean
  /** Of recipients: the last id that needs no second look. */
  readTo: number | null
}

async function findNext(
  sql: Transaction,
  claim: ClaimedCampaign,
  place: RangeCursor,
  { batchMax: limit, reach = { ...firstReach } }: Pick<Marking, 'batchMax' | 'reach'>,
): Promise<Found> {
  const recipients = async (of: ClaimedCampaign): Promise<Found> => {
    const { addressees, readTo } = await findRecipients(sql, of, place, { limit, reach })
    return { ...found('recipients', addressees), readTo }
  }
  if (claim.range !== null) return recipients(claim)
  const deferred = await findDeferred(sql, claim, limit)
  if (deferred.length > 0 || claim.state === 'finished') return found('deferred', deferred)
  if (isSelective(claim)) {
    const ids = await takeDue(sql, claim, limit)
    if (ids.length > 0) return found('waiting', await findRecipientsAmong(sql, claim, ids), true)
  }
  if (!place.seeds_sent) {
    const seeds = await findSeeds(sql, claim)
    if (seeds.length > 0) return found('seeds', seeds)
  }
  return recipients({ ...claim, pass: place.pass })
}

function found(kind: Found['kind'], addressees: Addressee[], hasWritten = false): Found {
  return { kind, addressees, hasWritten, readTo: null }
}

/** By the rule and the time zones of the campaign, if it has any. */
async function examine(
  sql: Transaction,
  claim: ClaimedCampaign,
  { kind, addressees, hasWritten }: Found,
  { nowMs, ...described }: Marking & { nowMs: number },
): Promise<{ due: Addressee[]; hasWritten: boolean }> {
  if (!isSelective(claim) || kind === 'seeds' || addressees.length === 0)
    return { due: addressees, hasWritten }
  if (kind === 'deferred') {
    const { due, held: later } = await examineRetries(sql, claim, addressees, nowMs)
    const seconds = ({ dueMs }: { dueMs: number }) => (dueMs - nowMs) / 1000
    await holdDeferred(sql, claim, later.map((one) => ({ ...one.addressee, holdSeconds: seconds(one) }))) // oxfmt-ignore
    return { due, hasWritten: later.length > 0 }
  }
  const verdicts = await examineRecipients(sql, claim, addressees, nowMs)
  await writeVerdicts(sql, claim, verdicts, described)
  const { due, waiting, skipped } = verdicts
  return { due, hasWritten: hasWritten || waiting.length + skipped.length > 0 }
}

/** @param move `cursor`: the last recipient who needs no second look. @returns seconds until more may be sent. */
async function movePlace(
  sql: Sql,
  claim: ClaimedCampaign,
  { kind }: Found,
  { count, cursor }: { count: number; cursor: number | null },
): Promise<number> {
  // If there are more seeds than the organization may send, the rest is skipped: they are not subscribers.
  if (claim.range !== null) return moveRangePlace(sql, claim, claim.range, cursor)
  const pace = claim.speed === 0 ? null : await findPace(sql, claim, (count * 3600) / claim.speed)
  await sql`
    update campaigns
    set seeds_sent = seeds_sent or ${kind === 'seeds' || kind === 'recipients'},
      cursor_subscriber_id = greatest(cursor_subscriber_id, coalesce(${cursor}::bigint, cursor_subscriber_id))
      ${pace === null ? sql`` : sql`, paced_until = ${pace.until}::timestamptz`}
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
  return pace === null ? 0 : Math.max(0, pace.wait)
}

/** When `seconds` after the messages before are over. `takePlace` has locked the job. */
async function findPace(sql: Sql, claim: ClaimedCampaign, seconds: number) {
  const [row] = await sql<{ until: string; wait: number }[]>`
    select until::text, extract(epoch from until - now())::float8 as wait
    from (
      select greatest(paced_until, now()) + ${seconds} * interval '1 second' as until from campaigns
      where organization_id = ${claim.organization_id} and id = ${claim.id}) c`
  return row ?? null
}

type Hold = Pick<Addressee, 'subscriber_id' | 'occasion'> & { holdSeconds: number }

function hidden(addressee: Addressee): Hold {
  return { ...addressee, holdSeconds: retryHoldSeconds }
}

/**
 * One statement a message, sent together. One statement that joins them with the table reads all deliveries of a campaign that
 * the statistics do not know (docs/decisions/080).
 */
async function holdDeferred(sql: Sql, claim: ClaimedCampaign, holds: readonly Hold[]): Promise<void> {
  await Promise.all(
    holds.map(
      (one) => sql`
        update deliveries set next_attempt_at = now() + ${one.holdSeconds}::float8 * interval '1 second'
        where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and autoresponder_id is null
          and subscriber_id = ${one.subscriber_id}::bigint and occasion = ${one.occasion}::bigint`,
    ),
  )
}

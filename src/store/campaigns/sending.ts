import type { Transaction } from '../../database/driver/connection.ts'
import { addMessagesSent } from '../accounting/messages-sent.ts'
import { recordSendBounces } from '../responses/bounces.ts'
import { campaignKind, lockCampaign, type ClaimedCampaign } from './claims.ts'
import { countDeliveries, writeDeliveries, type DeliveryOutcome, type MovedDelivery } from './deliveries.ts'
import { giveUpDeferred } from './batches/given-up.ts'
import { queueSendingQuotaNotice } from '../accounting/quota-notices.ts'
import { releaseMessages } from '../accounting/allowance.ts'
import { shrinkBatches, takeLeftBatches, type BatchLeft, type LeftOf } from './batches/rows.ts'
import { beginCount, findIds, requireClauses, spreadOf, type FirstCount } from './recipients/counted.ts'
import { addStats } from './stats.ts'

/**
 * With an automatic winner, begins with the test group. How many it will be sent to is counted beside the sending.
 * @param counted if it was needed before. @throws LeaseLost, and AppError if its segment names what is gone.
 */
export async function beginCampaign(
  sql: Transaction,
  claim: ClaimedCampaign,
  { contentCount, counted = null }: { contentCount: number; counted?: FirstCount | null },
): Promise<ClaimedCampaign> {
  await requireClauses(sql, claim)
  const { first, last } = await findIds(sql, claim)
  const pass = claim.autowinner_enabled && contentCount > 1 ? 'test' : 'all'
  const spread = spreadOf(claim, counted?.number ?? 0)
  await lockCampaign(sql, claim)
  await sql`
    update campaigns set last_subscriber_id = ${last}::bigint, cursor_subscriber_id = ${first - 1}::bigint, pass = ${pass},
      spread_speed = ${spread}
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
  await beginCount(sql, claim, counted !== null && counted.from === counted.to ? counted.from : null)
  const isSlower = spread > 0 && (claim.speed === 0 || spread < claim.speed)
  return { ...claim, last_subscriber_id: last, pass, speed: isSlower ? spread : claim.speed }
}

export type Results = {
  outcomes: readonly DeliveryOutcome[]
  /** Those to which the messages belong. */
  batches: readonly BatchLeft[]
}

/** Also of batches that were already recorded as uncertain: the actual results replace that. */
export async function recordResults(
  sql: Transaction,
  claim: ClaimedCampaign,
  { outcomes, batches }: Results,
): Promise<void> {
  if (outcomes.length === 0) return
  const released = await shrinkBatches(sql, claim.organization_id, batches)
  await writeOutcomes(sql, claim, outcomes, released)
}

type ClaimKey = Pick<ClaimedCampaign, 'organization_id' | 'id'>

async function writeOutcomes(
  sql: Transaction,
  claim: ClaimKey,
  outcomes: readonly DeliveryOutcome[],
  reserved: number,
): Promise<void> {
  const source = { campaignId: claim.id }
  const moved = await writeDeliveries(sql, claim.organization_id, source, outcomes)
  const bounces = moved.flatMap(({ outcome }) =>
    outcome.state === 'bounced' ? [{ ...outcome, diagnostic: outcome.diagnostic ?? '' }] : [],
  )
  await recordSendBounces(sql, claim.organization_id, source, { bounces, messages: outcomes })
  await addStats(sql, claim.organization_id, source, countDeliveries(moved))
  await releaseMessages(sql, claim.organization_id, reserved)
  await account(sql, claim, moved)
}

async function account(sql: Transaction, claim: ClaimKey, moved: readonly MovedDelivery[]): Promise<void> {
  const count = moved.filter(({ outcome }) => outcome.state === 'accepted').length
  if (count === 0) return
  const sent = { count, campaignId: claim.id }
  await addMessagesSent(sql, claim.organization_id, sent, { haveLeft: true })
  await queueSendingQuotaNotice(sql, claim.organization_id)
}

/** The messages may have been sent. @param formatOf the format under which those of a content are counted */
export async function recordLeftBatches(
  sql: Transaction,
  claim: ClaimedCampaign,
  formatOf: (contentId: number) => DeliveryOutcome['format'],
): Promise<number> {
  const of = { rangeId: claim.range?.id ?? null, beforeEpoch: (claim.range ?? claim).epoch }
  return recordLeft(sql, claim, of, formatOf)
}

/** @returns how many messages are uncertain now. */
export async function recordLeft(
  sql: Transaction,
  claim: ClaimKey,
  of: LeftOf,
  formatOf: (contentId: number) => DeliveryOutcome['format'],
): Promise<number> {
  const { messages, reserved } = await takeLeftBatches(sql, claim, of)
  const outcomes = messages.map((one): DeliveryOutcome => ({
    ...lost,
    subscriberId: one.subscriber_id,
    occasion: one.occasion,
    contentId: one.content_id,
    format: formatOf(one.content_id),
  }))
  if (outcomes.length > 0) await writeOutcomes(sql, claim, outcomes, reserved)
  return outcomes.length
}

type Format = { id: number; format: 'html' | 'text' | 'both' }

/**
 * For one cancelled or failed campaign: no sender claims it again, so its reservations would never be released. Across
 * organizations. @returns whether there was one.
 */
export async function recordOrphanedBatches(sql: Transaction): Promise<boolean> {
  const [over] = await sql<(ClaimKey & { formats: Format[] })[]>`
    select c.organization_id, c.id, (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'format', t.format)), '[]')
      from campaign_contents t where t.organization_id = c.organization_id and t.campaign_id = c.id) as formats
    from sending_batches b
    join campaigns c on c.organization_id = b.organization_id and c.id = b.campaign_id
    join jobs j on j.organization_id = b.organization_id and j.kind = ${campaignKind} and j.id = b.campaign_id
    where c.state in ('cancelled', 'failed') and coalesce(j.leased_until, '-infinity') < now()
      and not exists (select from campaign_ranges r where r.organization_id = c.organization_id
        and r.campaign_id = c.id and r.leased_until > now())
    limit 1`
  if (over === undefined) return false
  await recordLeft(sql, over, 'all', (contentId) => {
    const format = over.formats.find(({ id }) => id === contentId)?.format ?? 'html'
    return format === 'both' ? 'multipart' : format
  })
  await giveUpDeferred(sql, over.organization_id, over.id)
  return true
}

const lost = {
  state: 'uncertain',
  attempts: 1,
  retrySeconds: null,
  status: null,
  diagnostic: 'the sender ended before it could write down what became of it',
} as const

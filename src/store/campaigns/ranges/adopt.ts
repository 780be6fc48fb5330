import type { Transaction } from '../../../database/driver/connection.ts'
import { lockCampaign, type ClaimedCampaign } from '../claims.ts'
import type { DeliveryOutcome } from '../deliveries.ts'
import { recordLeft } from '../sending.ts'
import { cutWidest, isFree, type Part } from './cut.ts'

/** `others`: the last recipients are in the hands of other senders. */
type Adopted = { kind: 'adopted'; uncertain: number } | { kind: 'others' } | { kind: 'none' }

/**
 * When the leader of a campaign has come to the end of its own recipients, it takes those that another sender gave back or
 * left behind, otherwise half of what another one has. What a dead sender had marked is recorded as uncertain first.
 * @throws LeaseLost.
 */
export async function adoptRange(
  sql: Transaction,
  claim: ClaimedCampaign,
  { rangeMin, formatOf }: { rangeMin: number; formatOf: (contentId: number) => DeliveryOutcome['format'] },
): Promise<Adopted> {
  await lockCampaign(sql, claim)
  const [free] = await sql<(Part & { id: number; epoch: number })[]>`
    select r.id, r.epoch, r.cursor_subscriber_id as cursor, r.until_subscriber_id as until
    from campaign_ranges r
    where r.organization_id = ${claim.organization_id} and r.campaign_id = ${claim.id} and ${isFree(sql)}
    order by r.id limit 1 for update`
  if (free !== undefined) {
    const left = { rangeId: free.id, beforeEpoch: free.epoch + 1 }
    const uncertain = await recordLeft(sql, claim, left, formatOf)
    await sql`
      delete from campaign_ranges
      where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and id = ${free.id}`
    await continueWith(sql, claim, free)
    return { kind: 'adopted', uncertain }
  }
  const half = await cutWidest(sql, claim, rangeMin)
  if (half !== null) {
    await continueWith(sql, claim, half)
    return { kind: 'adopted', uncertain: 0 }
  }
  const others = await sql`
    select 1 from campaign_ranges
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} limit 1`
  return { kind: others.length > 0 ? 'others' : 'none' }
}

async function continueWith(sql: Transaction, claim: ClaimedCampaign, part: Part): Promise<void> {
  await sql`
    update campaigns set cursor_subscriber_id = ${part.cursor}::bigint, until_subscriber_id = ${part.until}::bigint
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
}

import type { Sql } from '../../../database/driver/connection.ts'
import { LeaseLost, leaseSeconds, secondsFromNow } from '../../../database/lease.ts'
import type { ClaimedCampaign } from '../claims.ts'

/** Where a sender is among the recipients of its claim: after `cursor`, up to `last`. */
export type RangeCursor = {
  cursor: number
  last: number
  seeds_sent: boolean
  pass: ClaimedCampaign['pass']
  /** Of a campaign: other senders have some of its recipients, or had. */
  is_shared: boolean
  now_ms: number
}

type Campaign = Pick<ClaimedCampaign, 'organization_id' | 'id' | 'pass'>
export type Range = { id: number; epoch: number }

/** The time of the transaction that has just renewed the lease: a clock in \`returning\` is nothing for a cluster. */
export function nowIn(leasedUntil: Date): number {
  return leasedUntil.getTime() - leaseSeconds * 1000
}

/** Of this claim, while the campaign is neither paused nor over. */
export function heldRange(sql: Sql, campaign: Pick<Campaign, 'organization_id' | 'id'>, range: Range) {
  return sql`organization_id = ${campaign.organization_id} and campaign_id = ${campaign.id} and id = ${range.id}
    and epoch = ${range.epoch} and not stopped and leased_until is not null`
}

/** Locks the range for the transaction that marks, so that it is not cut, paused or taken meanwhile. @throws LeaseLost. */
export async function takeRangePlace(sql: Sql, campaign: Campaign, range: Range): Promise<RangeCursor> {
  const [row] = await sql<(Pick<RangeCursor, 'cursor' | 'last'> & { leased_until: Date })[]>`
    update campaign_ranges set attempts = 0, leased_until = ${secondsFromNow(sql, leaseSeconds)}
    where ${heldRange(sql, campaign, range)}
    returning cursor_subscriber_id as cursor, until_subscriber_id as last, leased_until`
  if (row === undefined) throw new LeaseLost(`range ${range.id} of campaign ${campaign.id}`)
  const { leased_until: leasedUntil, ...place } = row
  return { ...place, now_ms: nowIn(leasedUntil), pass: campaign.pass, seeds_sent: true, is_shared: false }
}

/** @returns 0: campaigns with a speed limit have no ranges. */
export async function moveRangePlace(
  sql: Sql,
  campaign: Campaign,
  range: Range,
  cursor: number | null,
): Promise<number> {
  await sql`
    update campaign_ranges
    set cursor_subscriber_id = coalesce(${cursor}::bigint, cursor_subscriber_id)
    where organization_id = ${campaign.organization_id} and campaign_id = ${campaign.id} and id = ${range.id}`
  return 0
}

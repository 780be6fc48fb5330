import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { sendingQuotaLeft } from './messages-sent.ts'
import { findBrakeShortage } from './sending-brake.ts'

// The row of the balance is the lock: a sender sees what all others have reserved and spent.

/** `sending quota`, `sending credits`, or the release of the brake with its reason. */
export type Shortage = string

export type Reservation = {
  granted: number
  /** How many to release later: 0 if the organization has no limit. */
  reserved: number
  shortage: Shortage | null
}

/** Call it near the end of the transaction: other senders of the organization wait for it. */
export async function reserveMessages(
  sql: Transaction,
  organizationId: number,
  wanted: number,
): Promise<Reservation> {
  // Sent together: one round trip before each batch.
  const [brake, mode] = await Promise.all([
    findBrakeShortage(sql, organizationId),
    findMode(sql, organizationId),
  ])
  if (brake !== null) return { granted: 0, reserved: 0, shortage: brake }
  if (mode === 'no_limit') return { granted: wanted, reserved: 0, shortage: null }
  await sql`insert into credit_balances (organization_id) values (${organizationId}) on conflict do nothing`
  const [balance] = await sql<{ available: number; reserved: number }[]>`
    select available, reserved from credit_balances where organization_id = ${organizationId} for update`
  if (balance === undefined) throw new Error('a balance is missing')
  const left = mode === 'fixed_credits' ? balance.available : await sendingQuotaLeft(sql, organizationId)
  const granted = Math.max(0, Math.min(wanted, (left ?? wanted) - balance.reserved))
  if (granted > 0) {
    await sql`
      update credit_balances set reserved = reserved + ${granted} where organization_id = ${organizationId}`
  }
  const shortage = mode === 'fixed_credits' ? 'sending credits' : 'sending quota'
  return { granted, reserved: granted, shortage: granted < wanted ? shortage : null }
}

/** Call it right before `addMessagesSent`, or instead of it if nothing was sent. */
export async function releaseMessages(sql: Sql, organizationId: number, reserved: number): Promise<void> {
  if (reserved === 0) return
  await sql`
    update credit_balances set reserved = greatest(reserved - ${reserved}, 0)
    where organization_id = ${organizationId}`
}

async function findMode(sql: Sql, organizationId: number): Promise<string> {
  const [row] = await sql<{ mode: string }[]>`
    select sending_quota_mode as mode from organizations where id = ${organizationId}`
  return row?.mode ?? 'no_limit'
}

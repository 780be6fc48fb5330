import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { unlessSlow } from '../../database/driver/statement/time-limit.ts'
import { findSuppressing } from '../conditions/suppression.ts'
import { notPaused } from '../subscribers/pauses.ts'
import { setsOf } from './condition.ts'
import { estimateReachable, type EstimatedReach } from './counting/estimate.ts'
import { countReachable } from './counting/reachable.ts'
import { findKnown } from './known.ts'

export type Audience = {
  organizationId: number
  listId: number
  timeZone: string
  clauses: readonly Clause[]
}

/** Not exact: about so many. */
export type CountedAudience = { recipients: number; suppressed: number; estimate: EstimatedReach | null }

/**
 * `suppressed`: of those whom the segment selects and who do not pause. If counting takes too long, they are estimated.
 * @returns null: there was no time for that either
 */
export async function countAudience(
  sql: Transaction,
  { clauses, ...target }: Audience,
  timeMs: number,
): Promise<CountedAudience | null> {
  const suppressing = await findSuppressing(sql, target)
  const startMs = performance.now()
  // Two statements, each of which may take so long.
  const countMs = Math.ceil(timeMs * 0.4)
  const exact = await unlessSlow(sql, countMs, (sql) => countReachable(sql, target, clauses, suppressing))
  if (exact !== null) return { recipients: exact.reached, suppressed: exact.suppressed, estimate: null }
  const estimate = await estimateReachable(
    sql,
    target,
    { clauses, suppressing },
    { timeMs: Math.max(timeMs / 5, timeMs - (performance.now() - startMs)) },
  )
  return estimate && { recipients: estimate.reached.number, suppressed: estimate.suppressed.number, estimate }
}

/**
 * Who would get a campaign now: how many, and a digest of who. It reads the rows, which counting alone need not.
 */
export async function digestAudience(
  sql: Transaction,
  { clauses, ...target }: Audience,
): Promise<{ recipients: number; digest: string }> {
  const suppressing = await findSuppressing(sql, target)
  const known = await findKnown(sql, target, clauses)
  const { joins, condition, suppressed } = setsOf({ sql, target, known }, clauses, suppressing)
  const awake = await notPaused(sql, target)
  const [row] = await sql<[{ recipients: number; digest: string }]>`
    select count(*) as recipients, coalesce(sum(hashint8extended(s.id, 0)::numeric), 0)::text as digest
    from subscribers s ${joins}
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
      and s.status = 'active' and ${condition} and not ${suppressed} and ${awake.condition}`
  return row
}

/** null: a segment that is gone, or none yet. */
export async function findCampaignClauses(
  sql: Sql,
  organizationId: number,
  segmentId: number | null,
): Promise<Clause[] | null> {
  const [row] = await sql<{ clauses: Clause[] }[]>`
    select clauses from segments where organization_id = ${organizationId} and id = ${segmentId}`
  return row?.clauses ?? null
}

/** What may still be sent. null: there is no limit. */
export async function findCredits(sql: Sql, organizationId: number): Promise<number | null> {
  const [row] = await sql<{ available: number }[]>`
    select coalesce(b.available, 0) - coalesce(b.reserved, 0) as available
    from organizations o left join credit_balances b on b.organization_id = o.id
    where o.id = ${organizationId} and o.sending_quota_mode = 'fixed_credits'`
  return row?.available ?? null
}

import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { segmentSets } from './condition.ts'

export type Audience = {
  organizationId: number
  listId: number
  timeZone: string
  clauses: readonly Clause[]
}

/** @throws the driver's error 57014 if counting takes longer than `seconds`. */
export async function countAudience(
  sql: Transaction,
  { clauses, ...target }: Audience,
  seconds: number,
): Promise<{ recipients: number; suppressed: number }> {
  const count = async (withoutSuppressed: boolean) => {
    const { joins, condition } = await segmentSets(sql, target, clauses, { withoutSuppressed })
    const [row] = await sql<{ total: number }[]>`
      select count(*) as total from subscribers s ${joins}
      where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
        and s.status = 'active' and ${condition}`
    return row?.total ?? 0
  }
  await sql.unsafe(`set local statement_timeout = ${Math.ceil(seconds * 1000)}`)
  const recipients = await count(false)
  const left = await count(true)
  return { recipients: left, suppressed: recipients - left }
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

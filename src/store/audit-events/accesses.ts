import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** The first half of the advisory lock's key; the second is the organization. */
const accessesLock = 20_053

/** Who reads, and what by: the columns that the event of an access has. */
export type Access = {
  api_key_id: number | null
  user_id: number | null
  assistant: string | null
  endpoint: string
}

/** Until the end of the transaction nobody else notes an access: the calls of one page come at once. */
export async function lockAccesses(sql: Transaction, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${accessesLock}::integer, ${organizationId}::integer)`
}

/** Whether the log has this access of today, in UTC. */
export async function isAccessNoted(sql: Sql, organizationId: number, by: Access): Promise<boolean> {
  const found = await sql`
    select 1 from audit_events
    where organization_id = ${organizationId} and kind = 'organization.accessed'
      and occurred_at >= date_trunc('day', now(), 'UTC')
      and api_key_id is not distinct from ${by.api_key_id} and user_id is not distinct from ${by.user_id}
      and assistant is not distinct from ${by.assistant} and details ->> 'endpoint' = ${by.endpoint}
    limit 1`
  return found.length > 0
}

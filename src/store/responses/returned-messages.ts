import { parseEmail } from '../../contract/values/email.ts'
import type { Sql } from '../../database/driver/connection.ts'

/** Call it in the transaction that counts the report. @param hash SHA-256. @returns false: it was counted before. */
export async function noteReturnedMessage(sql: Sql, organizationId: number, hash: Buffer): Promise<boolean> {
  const { count } = await sql`
    insert into returned_messages (organization_id, hash) values (${organizationId}, ${hash})
    on conflict do nothing`
  return count > 0
}

/** Reports older than a week, at most `batchRows` per call. Across organizations. */
export async function forgetReturnedMessages(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from returned_messages where (organization_id, hash) in (
      select old.organization_id, old.hash from organizations o
      cross join lateral (
        select r.organization_id, r.hash from returned_messages r
        where r.organization_id = o.id and r.received_at < now() - interval '7 days') old
      limit ${batchRows})`
  return count
}

export async function isBounceEmail(sql: Sql, address: string): Promise<boolean> {
  const [row] =
    await sql`select 1 from bounce_emails where address_key(email) = ${parseEmail(address)?.key ?? address.toLowerCase()} limit 1`
  return row !== undefined
}

import type { Sql } from '../../database/driver/connection.ts'

/**
 * Notes a report, in the transaction that counts it, and forgets those of more than a week ago.
 * @param hash SHA-256. @returns false: it was counted before.
 */
export async function noteReturnedMessage(sql: Sql, organizationId: number, hash: Buffer): Promise<boolean> {
  const { count } = await sql`
    insert into returned_messages (organization_id, hash) values (${organizationId}, ${hash})
    on conflict do nothing`
  if (count === 0) return false
  // Whatever another one is just forgetting is left to it.
  await sql`
    delete from returned_messages where organization_id = ${organizationId} and hash in (
      select hash from returned_messages
      where organization_id = ${organizationId} and received_at < now() - interval '7 days'
      limit 100 for update skip locked)`
  return true
}

/** Whether some organization has this bounce e-mail address. Run it everywhere. */
export async function isBounceEmail(sql: Sql, address: string): Promise<boolean> {
  const [row] = await sql`select 1 from bounce_emails where lower(email) = ${address.toLowerCase()} limit 1`
  return row !== undefined
}

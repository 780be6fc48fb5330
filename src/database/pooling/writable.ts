import type { Sql } from '../driver/connection.ts'

/** False for a standby or a read-only server, which hosted ones become when their disk is full. */
export async function acceptsChanges(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ accepts: boolean }]>`
    select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as accepts`
  return row.accepts
}

import type { Database } from '../../../src/database/driver/connection.ts'

/**
 * As if this time had passed for campaigns that wait for their retries, also beside senders. Their rows are locked first, as
 * senders do: in another order the two would deadlock over the deliveries.
 */
export async function letRetriesCome(sql: Database, interval: string): Promise<void> {
  await sql.begin(async (inside) => {
    await inside`
      update campaigns set next_attempt_at = case when leased_until is null then null else next_attempt_at end
      where state = 'sending'`
    await inside`
      update deliveries set next_attempt_at = now()
      where state = 'deferred' and next_attempt_at between now() and now() + ${interval}::interval`
    await inside`select pg_notify('sending', '')`
  })
}

import type { Sql } from '../../../src/database/driver/connection.ts'

/** Makes time pass for imports by changing their rows. */

/** Ends every lease, as if its worker had stopped its heartbeats. */
export async function expireLeases(sql: Sql): Promise<void> {
  await sql`
    update jobs set leased_until = now() - interval '1 second', presence = null
    where leased_until is not null`
  await wake(sql)
}

/** Makes postponed work due. */
export async function skipDelays(sql: Sql): Promise<void> {
  await sql`update jobs set next_attempt_at = now() where next_attempt_at > now()`
  await wake(sql)
}

async function wake(sql: Sql): Promise<void> {
  await sql`select pg_notify('jobs', 'SubscriberImport')`
}

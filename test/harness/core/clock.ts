import type { Sql } from '../../../src/database/driver/connection.ts'

/** Time passes, as far as imports can tell: it is written into their rows instead of waited for. */

/** Every lease has run out, and nobody gives a sign of life. */
export async function expireLeases(sql: Sql): Promise<void> {
  await sql`
    update subscriber_imports set leased_until = now() - interval '1 second', presence = null
    where leased_until is not null`
  await wake(sql)
}

/** What was put off is due. */
export async function skipDelays(sql: Sql): Promise<void> {
  await sql`update subscriber_imports set next_attempt_at = now() where next_attempt_at > now()`
  await wake(sql)
}

async function wake(sql: Sql): Promise<void> {
  await sql`select pg_notify('subscriber_imports', '')`
}

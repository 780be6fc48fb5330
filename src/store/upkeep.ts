import type { Transaction } from '../database/driver/connection.ts'

/**
 * Takes the advisory lock of the process that does the upkeep, until the transaction ends. Everywhere.
 * @returns false when another process holds it.
 */
export async function takeUpkeepLock(sql: Transaction): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('upkeep')) as taken`
  return row?.taken === true
}

/** A sign of life: the server ends a transaction, and with it the lock, whose client says nothing for 20 s. */
export async function holdUpkeepLock(sql: Transaction): Promise<void> {
  await sql`select 1`
}

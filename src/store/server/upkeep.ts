import type { Transaction } from '../../database/driver/connection.ts'

/**
 * Takes the advisory lock of the process that does the upkeep, until the transaction ends. Across organizations.
 * @returns false if another process holds it.
 */
export async function takeUpkeepLock(sql: Transaction): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('upkeep')) as taken`
  return row?.taken === true
}

/** Keeps the transaction alive: the server ends one, and with it the lock, after 20 s without a statement. */
export async function holdUpkeepLock(sql: Transaction): Promise<void> {
  await sql`select 1`
}

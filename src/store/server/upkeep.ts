import type { Transaction } from '../../database/driver/connection.ts'

/** Holds the lock until the transaction ends. @returns false if another process holds it. */
export async function takeUpkeepLock(sql: Transaction): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('upkeep')) as taken`
  return row?.taken === true
}

/** The server ends a transaction, and with it the lock, after 20 s without a statement. */
export async function holdUpkeepLock(sql: Transaction): Promise<void> {
  await sql`select 1`
}

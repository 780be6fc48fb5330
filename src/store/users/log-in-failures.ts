import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** Allowed failures within 15 minutes: for one account, and from one address. */
export const accountFailuresMax = 10
export const addressFailuresMax = 100

export type ThrottleKeys = { account: Buffer; address: Buffer }

/** An attempt that counts as failed until it is taken back; otherwise its `locks` block further ones. */
export type Attempt = { ids: number[]; locks: Lock[] } | { retryAfterSeconds: number }
export type Lock = keyof ThrottleKeys

/** The advisory lock for counting and adding: the words "log in" in hex. */
const attemptLock = 0x6c6f6720696e

/**
 * Counts an attempt before its result is known, so that a thousand concurrent ones are no more than a thousand in a
 * row. Call it across organizations. Refused attempts do not count: the lock ends 15 minutes after the failures.
 */
export async function insertAttempt(sql: Transaction, keys: ThrottleKeys): Promise<Attempt> {
  await sql`select pg_advisory_xact_lock(${attemptLock})`
  const before = await waits(sql, keys)
  const retryAfterSeconds = Math.max(before.account, before.address)
  if (retryAfterSeconds > 0) return { retryAfterSeconds }
  await forgetOld(sql)
  const rows = await sql<{ id: number }[]>`
    insert into log_in_failures (key_hmac) values (${keys.account}), (${keys.address}) returning id`
  const after = await waits(sql, keys)
  const locks = (['account', 'address'] as const).filter((name) => after[name] > 0)
  return { ids: rows.map(({ id }) => id), locks }
}

async function waits(sql: Sql, keys: ThrottleKeys): Promise<Record<Lock, number>> {
  return {
    account: await secondsToWait(sql, keys.account, accountFailuresMax),
    address: await secondsToWait(sql, keys.address, addressFailuresMax),
  }
}

/** 0 while there are fewer than `max`; otherwise the seconds until the oldest of the last `max` expires. */
async function secondsToWait(sql: Sql, key: Buffer, max: number): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    select greatest(1, ceil(extract(epoch from failed_at + interval '15 minutes' - now())))::integer as seconds
    from log_in_failures
    where key_hmac = ${key} and failed_at > now() - interval '15 minutes'
    order by failed_at desc offset ${max - 1} limit 1`
  return row?.seconds ?? 0
}

/** Deletes a few with every attempt: more than an attempt adds. */
async function forgetOld(sql: Sql): Promise<void> {
  await sql`
    delete from log_in_failures where (key_hmac, id) in (
      select key_hmac, id from log_in_failures where failed_at < now() - interval '15 minutes'
      order by failed_at limit 20 for update skip locked)`
}

export async function deleteAttempt(sql: Sql, attempt: { ids: number[] }, keys: ThrottleKeys): Promise<void> {
  await sql`
    delete from log_in_failures
    where key_hmac in (${keys.account}, ${keys.address}) and id = any(${sql.array(attempt.ids.map(String))}::bigint[])`
}

export async function deleteAccountFailures(sql: Sql, account: Buffer): Promise<void> {
  await sql`delete from log_in_failures where key_hmac = ${account}`
}

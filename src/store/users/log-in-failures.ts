import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** Within 15 minutes. `account` does not hold for networks from which the account has logged in before. */
export const failuresMax = { account_from_address: 10, address: 100, account: 100 } as const

export type Lock = keyof typeof failuresMax
export type ThrottleKeys = Record<Lock, Buffer> & {
  known: { account: Buffer; network: Buffer }
}

/** An attempt counts as failed until it is taken back. `locks`: limits it has reached. `waitSeconds`: of a refusal. */
export type Attempt =
  | { ids: number[]; locks: Lock[]; isKnown: boolean }
  | { waitSeconds: Record<Lock, number> }

const names = ['account_from_address', 'address', 'account'] as const satisfies readonly Lock[]

/**
 * Counts an attempt before its result is known, so that concurrent attempts do not pass the limit. Refused attempts do
 * not count: the lock ends 15 minutes after the failures.
 */
export async function insertAttempt(sql: Transaction, keys: ThrottleKeys): Promise<Attempt> {
  await lockKeys(sql, [keys.account, keys.address])
  const { isKnown, ...before } = await findWaits(sql, keys)
  const isRefused = before.account_from_address > 0 || before.address > 0 || (before.account > 0 && !isKnown)
  if (isRefused) return { waitSeconds: { ...before, account: isKnown ? 0 : before.account } }
  await forgetOld(sql)
  const rows = await sql<{ id: number }[]>`
    insert into log_in_failures (key_hmac, account_hmac)
    values (${keys.account_from_address}, ${keys.account}), (${keys.account}, ${keys.account}), (${keys.address}, null)
    returning id`
  const after = await findWaits(sql, keys)
  return { ids: rows.map(({ id }) => id), locks: names.filter((name) => after[name] > 0), isKnown }
}

/** In one order, so that two attempts cannot wait for each other. */
async function lockKeys(sql: Transaction, keys: readonly Buffer[]): Promise<void> {
  const numbers = keys.map((key) => key.readBigInt64BE(0)).toSorted((a, b) => (a < b ? -1 : 1))
  for (const number of numbers) await sql`select pg_advisory_xact_lock(${String(number)}::bigint)`
}

/** 0 for a limit that is not reached; otherwise the seconds until the oldest of its failures expires. */
async function findWaits(sql: Sql, keys: ThrottleKeys): Promise<Record<Lock, number> & { isKnown: boolean }> {
  const wait = (name: Lock) => sql`
    coalesce((
      select greatest(1, ceil(extract(epoch from failed_at + interval '15 minutes' - now())))::integer
      from log_in_failures
      where key_hmac = ${keys[name]} and failed_at > now() - interval '15 minutes'
      order by failed_at desc offset ${failuresMax[name] - 1} limit 1), 0)`
  const [row] = await sql<(Record<Lock, number> & { isKnown: boolean })[]>`
    select ${wait('account_from_address')} as account_from_address, ${wait('address')} as address,
      ${wait('account')} as account,
      exists (
        select from log_in_networks
        where account_hmac = ${keys.known.account} and network_hmac = ${keys.known.network}) as "isKnown"`
  if (row === undefined) throw new Error('select returned no row')
  return row
}

/** Deletes more than an attempt adds. */
async function forgetOld(sql: Sql): Promise<void> {
  await sql`
    delete from log_in_failures where (key_hmac, id) in (
      select key_hmac, id from log_in_failures where failed_at < now() - interval '15 minutes'
      order by failed_at limit 20 for update skip locked)`
}

export async function deleteAttempt(sql: Sql, attempt: { ids: number[] }, keys: ThrottleKeys): Promise<void> {
  await sql`
    delete from log_in_failures
    where key_hmac in (${keys.account_from_address}, ${keys.address}, ${keys.account})
      and id = any(${sql.array(attempt.ids.map(String))}::bigint[])`
}

/**
 * Of accounts that nobody, or nobody from one of the networks that failed, can log in to. @returns until when, by the account's
 * HMAC in hexadecimal digits.
 */
export async function findLockouts(sql: Sql, accounts: readonly Buffer[]): Promise<Map<string, Date>> {
  const rows = await sql<{ account: string; until: Date }[]>`
    select encode(account_hmac, 'hex') as account, max(failed_at) + interval '15 minutes' as until
    from (
      select f.account_hmac, f.key_hmac, f.failed_at,
        row_number() over (partition by f.key_hmac order by f.failed_at desc) as place
      from log_in_failures f
      where f.account_hmac in (
          select decode(given.hex, 'hex') from unnest(${accounts.map((one) => one.toString('hex'))}::text[]) given (hex))
        and f.failed_at > now() - interval '15 minutes') failures
    where place = case when key_hmac = account_hmac then ${failuresMax.account}::integer
      else ${failuresMax.account_from_address}::integer end
    group by account_hmac`
  return new Map(rows.map(({ account, until }) => [account, until]))
}

/** From all networks. */
export async function deleteFailuresOf(sql: Sql, account: Buffer): Promise<void> {
  await sql`delete from log_in_failures where account_hmac = ${account}`
}

export async function deleteFailures(sql: Sql, accountFromAddress: Buffer): Promise<void> {
  await sql`delete from log_in_failures where key_hmac = ${accountFromAddress}`
}

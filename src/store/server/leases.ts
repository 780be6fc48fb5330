import type { Sql } from '../../database/driver/connection.ts'
import { LeaseLost, leaseSeconds, secondsFromNow } from '../../database/lease.ts'

/** One claim of one row; a later claim has a higher epoch. */
export type ClaimBy<Key extends string> = { organization_id: number; epoch: number } & Record<Key, number>

export type Claim = ClaimBy<'id'>

/**
 * @param leased.work what a worker has that loses its lease
 * @param leased.key the column that names the row within the organization
 * @param leased.channel wakes the workers
 * @param leased.isOpen whether a worker can hold the row
 */
export function leasesOf<Key extends 'id' | 'import_id'>({
  work,
  table,
  key,
  channel,
  isOpen,
}: {
  work: string
  table: string
  key: Key
  channel: string
  isOpen: (sql: Sql) => ReturnType<Sql>
}) {
  type Held = ClaimBy<Key>
  const column: string = key
  const held = (sql: Sql, claim: Held) =>
    sql`organization_id = ${claim.organization_id} and ${sql(column)} = ${claim[key]} and epoch = ${claim.epoch}
      and ${isOpen(sql)}`

  /** @throws LeaseLost if the statement changed nothing. */
  const change = async (claim: Held, changed: PromiseLike<{ count: number }>): Promise<void> => {
    const { count } = await changed
    if (count !== 1) throw new LeaseLost(`${work} ${claim[key]}`)
  }

  return {
    held,
    change,

    /** The heartbeat. A late one does not renew a lost claim. @throws LeaseLost. */
    renew: (sql: Sql, claim: Held): Promise<void> =>
      change(
        claim,
        sql`update ${sql(table)} set leased_until = ${secondsFromNow(sql, leaseSeconds)}
          where ${held(sql, claim)} and leased_until is not null`,
      ),

    /** Releases the work unchanged for any worker: a stop is not a failure. @throws LeaseLost. */
    release: (sql: Sql, claim: Held): Promise<void> =>
      change(
        claim,
        sql`
          with released as (
            update ${sql(table)} set leased_until = null, attempts = greatest(attempts - 1, 0)
            where ${held(sql, claim)}
            returning epoch)
          select pg_notify(${channel}, '') from released`,
      ),

    /** @param delay.isCounted false: the fault is not the work's and does not count as an attempt. @throws LeaseLost. */
    postpone: (
      sql: Sql,
      claim: Held,
      { seconds, isCounted }: { seconds: number; isCounted: boolean },
    ): Promise<void> =>
      change(
        claim,
        sql`update ${sql(table)}
          set leased_until = null, next_attempt_at = ${secondsFromNow(sql, seconds)},
            attempts = greatest(attempts - ${isCounted ? 0 : 1}, 0)
          where ${held(sql, claim)}`,
      ),
  }
}

import type { Sql } from '../../database/driver/connection.ts'
import { LeaseLost, leaseSeconds, secondsFromNow } from '../../database/lease.ts'

/** One claim of one row; a later claim has a higher epoch. */
export type Claim = { organization_id: number; id: number; epoch: number }

/** @param leased.table also the channel that wakes its workers. @param leased.states in which a worker can hold it */
export function leasesOf({
  work,
  table,
  states,
}: {
  work: string
  table: string
  states: readonly string[]
}) {
  const held = (sql: Sql, claim: Claim) =>
    sql`organization_id = ${claim.organization_id} and id = ${claim.id} and epoch = ${claim.epoch}
      and state = any(${[...states]})`

  /** @throws LeaseLost if the statement changed nothing. */
  const change = async (claim: Claim, changed: PromiseLike<{ count: number }>): Promise<void> => {
    const { count } = await changed
    if (count !== 1) throw new LeaseLost(`${work} ${claim.id}`)
  }

  return {
    held,
    change,

    /** The heartbeat. A late one does not renew a lost claim. @throws LeaseLost. */
    renew: (sql: Sql, claim: Claim): Promise<void> =>
      change(
        claim,
        sql`update ${sql(table)} set leased_until = ${secondsFromNow(sql, leaseSeconds)}
          where ${held(sql, claim)} and leased_until is not null`,
      ),

    /** Releases the work unchanged for any worker: a stop is not a failure. @throws LeaseLost. */
    release: (sql: Sql, claim: Claim): Promise<void> =>
      change(
        claim,
        sql`
          with released as (
            update ${sql(table)} set leased_until = null, attempts = greatest(attempts - 1, 0)
            where ${held(sql, claim)}
            returning id)
          select pg_notify(${table}, '') from released`,
      ),

    /** @param delay.isCounted false: the fault is not the work's and does not count as an attempt. @throws LeaseLost. */
    postpone: (
      sql: Sql,
      claim: Claim,
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

import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { LeaseLost, leaseSeconds, secondsFromNow } from '../../database/lease.ts'
import { isConnectionLost, repeated } from '../../database/retry.ts'
import { wake } from './wake.ts'
import type { Channel } from './wake.ts'

/** One claim of one row; a later claim has a higher epoch. */
export type ClaimBy<Key extends string> = { organization_id: number; epoch: number } & Record<Key, number>

export type Claim = ClaimBy<'id'>

/**
 * A claim in two steps: a look over all organizations without a lock finds what is due, and a statement for each row alone
 * takes the first that no other worker has taken or locked meanwhile. PostgreSQL could do both at once, a sharded one could not
 * (docs/decisions/070-sharding.md). It looks for more than one, because another worker may hold the first: a process that froze
 * in a transaction holds it for 20 s. Where an organization has a limit, a look finds one row of each organization, so
 * that two claims that do not see each other yet want the same row.
 */
export const candidatesMax = 10

/** @param take null: another worker holds it. */
export async function firstTaken<Due, Taken>(
  candidates: readonly Due[],
  take: (due: Due) => Promise<Taken | null>,
): Promise<Taken | null> {
  for (const due of candidates) {
    const taken = await take(due)
    if (taken !== null) return taken
  }
  return null
}

/** Who claims. `presence`: its advisory lock (worker-sessions.ts). `stop`: aborts when the process stops. */
export type Claimant = { name: string; presence: number | null; stop?: AbortSignal }

/** Of rows that a look over all organizations has found: a statement for each organization takes or deletes them. */
export async function forEachOf<Taken>(
  due: readonly { organization_id: number; id: number }[],
  take: (organizationId: number, ids: number[]) => Promise<readonly Taken[]>,
): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const organizationId of new Set(due.map((row) => row.organization_id))) {
    const ids = due.filter((row) => row.organization_id === organizationId).map(({ id }) => id)
    taken.push(...(await take(organizationId, ids)))
  }
  return taken
}

/** Of a row that a look has found. */
export type DueRow = { organization_id: number; id: number; epoch: number }

/** The organization's turn is over. */
export async function passTurn(sql: Sql, table: string, organizationId: number): Promise<void> {
  await sql`
    insert into ${sql(table)} as t (organization_id, served_at) values (${organizationId}, clock_timestamp())
    on conflict (organization_id) do update set served_at = excluded.served_at`
}

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
  channel: Channel
  isOpen: (sql: Sql) => Fragment
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

  /** To any worker. What ends so is not a failure and counts as no attempt. */
  const giveBack = (sql: Sql, claims: Fragment) =>
    sql`update ${sql(table)} set leased_until = null, attempts = greatest(attempts - 1, 0) where ${claims}`

  return {
    held,
    change,
    takeFirst: takeFirstOf({ table, key, channel, held, giveBack }),

    /** The heartbeat. A late one does not renew a lost claim. @throws LeaseLost. */
    renew: (sql: Sql, claim: Held): Promise<void> =>
      change(
        claim,
        sql`update ${sql(table)} set leased_until = ${secondsFromNow(sql, leaseSeconds)}
          where ${held(sql, claim)} and leased_until is not null`,
      ),

    /** Releases the work unchanged for any worker: a stop is not a failure. @throws LeaseLost. */
    release: async (sql: Sql, claim: Held): Promise<void> => {
      await change(claim, giveBack(sql, held(sql, claim)))
      await wake(sql, channel)
    },

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

/**
 * `firstTaken` by a worker that is alive. A claim that ends with an error may be stored, because the answer was lost with the
 * connection or a later statement failed. Nobody would run it, and because its worker is alive the others would wait for the
 * end of its lease: seen after deaths of PostgreSQL on a loaded machine. So it is freed before the error is thrown; if that
 * fails, the lease ends.
 */
function takeFirstOf<Key extends 'id' | 'import_id'>({
  table,
  key,
  channel,
  held,
  giveBack,
}: {
  table: string
  key: Key
  channel: Channel
  held: (sql: Sql, claim: ClaimBy<Key>) => Fragment
  giveBack: (sql: Sql, claims: Fragment) => PromiseLike<{ count: number }>
}) {
  const column: string = key

  /** Only a claim of this worker and this look. It may be about to commit: the first statement waits for that. */
  const free = async (sql: Sql, due: ClaimBy<Key>, { name }: Claimant): Promise<void> => {
    await sql`
      select 1 from ${sql(table)} where organization_id = ${due.organization_id} and ${sql(column)} = ${due[key]}
      for no key update`
    const claim = held(sql, { ...due, epoch: due.epoch + 1 })
    const { count } = await giveBack(sql, sql`${claim} and worker = ${name} and leased_until is not null`)
    if (count === 1) await wake(sql, channel)
  }

  return <Due extends ClaimBy<Key>, Taken>(
    sql: Sql,
    { candidates, worker }: { candidates: readonly Due[]; worker: Claimant },
    take: (due: Due) => Promise<Taken | null>,
  ): Promise<Taken | null> =>
    firstTaken(candidates, async (due) => {
      try {
        return await take(due)
      } catch (error) {
        await repeated(() => free(sql, due, worker), freeing(worker)).catch(() => {})
        throw error
      }
    })
}

/** Afterwards the rest of the lease is short. */
const freeing = ({ stop }: Claimant) => ({
  after: isConnectionLost,
  forMs: 0.5 * leaseSeconds * 1000,
  pauseMs: () => 250,
  ...(stop !== undefined && { stop }),
})

import type { Fragment, Sql } from './driver/connection.ts'

/** Of imports and exports. */
export const leaseSeconds = 30

/** An import or export without progress fails after this many claims in a row. */
export const attemptsMax = 5

/** Another worker took the work, or it was paused, cancelled or deleted. Rolls back the transaction. */
export class LeaseLost extends Error {
  constructor(work: string) {
    super(`${work} is no longer this worker's`)
    this.name = 'LeaseLost'
  }
}

/** By the database's clock; null for `null`. */
export function secondsFromNow(sql: Sql, seconds: number | null) {
  return sql`now() + ${seconds}::float8 * interval '1 second'`
}

/** What the rows of a queue do not tell: the workers that are alive, and whether the server may be a restored copy. */
export type Outlook = { alive: readonly number[]; held: boolean }

/**
 * Selects of `seconds` until the next piece of a queue is due or free: 0 or less if one is, null if nothing is scheduled.
 * It must agree with the look of the queue's claim: what nobody can claim wakes loops in vain.
 */
export type Due = (sql: Sql, outlook: Outlook) => Fragment[]

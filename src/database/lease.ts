import type { Sql } from './driver/connection.ts'

/**
 * The lease ran out and another worker took the work, or it was paused, cancelled or deleted. Thrown so that the
 * transaction around it rolls back.
 */
export class LeaseLost extends Error {
  /** @param work for example `import 7` */
  constructor(work: string) {
    super(`${work} is no longer this worker's`)
    this.name = 'LeaseLost'
  }
}

/** The end of a lease, or the time of a next attempt, by the database's clock. null: `null`. */
export function secondsFromNow(sql: Sql, seconds: number | null) {
  return sql`now() + ${seconds}::float8 * interval '1 second'`
}

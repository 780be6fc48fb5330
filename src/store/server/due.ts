import type postgres from 'postgres'
import type { Sql } from '../../database/driver/connection.ts'
import type { Alive } from './worker-sessions.ts'

export type Fragment = postgres.PendingQuery<postgres.Row[]>

/** What the rows of a queue do not tell: the workers that are alive, and whether the server may be a restored copy. */
export type Outlook = { alive: Alive; held: boolean }

/**
 * Selects of `seconds` until the next piece of a queue is due or free: 0 or less if one is, null if nothing is scheduled.
 * It must agree with the look of the queue's claim: what nobody can claim would wake loops in vain.
 */
export type Due = (sql: Sql, outlook: Outlook) => Fragment[]

/** Across organizations, of several queues by one statement. */
export async function secondsToDue(
  sql: Sql,
  queues: readonly Due[],
  outlook: Outlook,
): Promise<(number | null)[]> {
  const selects = queues.flatMap((due, queue) =>
    due(sql, outlook).map((select) => sql`select ${queue}::integer as queue, seconds from (${select}) due`),
  )
  const [first, ...others] = selects
  if (first === undefined) return queues.map(() => null)
  const rows = await sql<{ queue: number; seconds: number | null }[]>`
    ${others.reduce((all, one) => sql`${all} union all ${one}`, first)}`
  return queues.map((_, queue) => {
    const known = rows.flatMap((row) => (row.queue === queue && row.seconds !== null ? [row.seconds] : []))
    return known.length === 0 ? null : Math.min(...known)
  })
}

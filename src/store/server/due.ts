import type { Sql } from '../../database/driver/connection.ts'
import type { Due, Outlook } from '../../database/lease.ts'

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

import type { Fragment, Sql } from '../../../src/database/driver/connection.ts'

/**
 * Assignments that move times of a row back by an interval, for the `set` of an update. A cluster refuses an interval taken
 * from a time with a zone, because its length depends on the zone of the session; without a zone it does not.
 */
export function earlier(sql: Sql, times: readonly string[], by: string): Fragment {
  const moved = times.map((time) => {
    const column = sql(time)
    return sql`${column} = (${column} at time zone 'UTC' - ${by}::interval) at time zone 'UTC'`
  })
  return moved.reduce((all, next) => sql`${all}, ${next}`)
}

/** Moves times of all rows of a table, as if they had come earlier. */
export async function setEarlier(
  sql: Sql,
  { table, times }: { table: string; times: readonly string[] },
  by: string,
): Promise<void> {
  await sql`update ${sql(table)} set ${earlier(sql, times, by)}`
}

import type { Fragment, Sql } from '../connection.ts'

/** 4,000,000 took 0.3 s by an index alone; a call may take 10 s. */
export const exactCountMax = 10_000_000

/**
 * @param from what follows `select`, without an order: `from … where …`
 * @returns not exact: there are more than `records`
 */
export async function countUpTo(
  sql: Sql,
  from: Fragment,
  max = exactCountMax,
): Promise<{ records: number; isExact: boolean }> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from (select ${from} limit ${max + 1}) counted`
  const found = row?.count ?? 0
  return { records: Math.min(found, max), isExact: found <= max }
}

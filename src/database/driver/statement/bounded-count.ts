import type { Fragment, Sql } from '../connection.ts'

/** 4,000,000 took 0.3 s by an index alone; a call may take 10 s. */
export const exactCountMax = 10_000_000

type Counted = { records: number; isExact: boolean }

/**
 * @param from what follows `select`, without an order: `from … where …`
 * @returns not exact: there are more than `records`
 */
export async function countUpTo(sql: Sql, from: Fragment, max = exactCountMax): Promise<Counted> {
  const [row] = await sql<{ count: number }[]>`select ${upToOneMore(sql, from, max)} as count`
  return countOf(row?.count ?? 0, max)
}

/** A column with the number of rows, at most one more than `max`: for `countOf`. */
export function upToOneMore(sql: Sql, from: Fragment, max: number): Fragment {
  return sql`(select count(*) from (select ${from} limit ${max + 1}) counted)`
}

/** @param found by `upToOneMore` with the same `max` */
export function countOf(found: number, max: number): Counted {
  return { records: Math.min(found, max), isExact: found <= max }
}

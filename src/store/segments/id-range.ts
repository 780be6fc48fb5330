import type { Fragment, Sql } from '../../database/driver/connection.ts'

/**
 * `from` ≤ id < `to`, both multiples of 1,024: whole buckets of the bits that segments keep. `last`: of these only those up to
 * this id.
 */
export type IdRange = { from: number; to: number; last?: number }

/** Follows other conditions. @param ids undefined: no condition */
export function andWithin(sql: Sql, id: Fragment, ids: IdRange | undefined): Fragment {
  if (ids === undefined) return sql``
  const { from, to, last = to - 1 } = ids
  return sql`and ${id} >= ${from}::bigint and ${id} <= ${Math.min(last, to - 1)}::bigint`
}

/** As `andWithin`, of rows with one bucket each. */
export function bucketWithin(sql: Sql, ids: IdRange | undefined): Fragment {
  return ids === undefined
    ? sql``
    : sql`where bucket >= ${ids.from / 1024}::bigint and bucket < ${ids.to / 1024}::bigint`
}

import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** `from` ≤ id < `to`, both multiples of 1,024: whole buckets of the bits that segments keep. */
export type IdRange = { from: number; to: number }

/** Follows other conditions. @param ids undefined: no condition */
export function andWithin(sql: Sql, id: Fragment, ids: IdRange | undefined): Fragment {
  return ids === undefined ? sql`` : sql`and ${id} >= ${ids.from}::bigint and ${id} < ${ids.to}::bigint`
}

/** As `andWithin`, of rows with one bucket each. */
export function bucketWithin(sql: Sql, ids: IdRange | undefined): Fragment {
  return ids === undefined
    ? sql``
    : sql`where bucket >= ${ids.from / 1024}::bigint and bucket < ${ids.to / 1024}::bigint`
}

import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** What an `update` sets to now if the condition is true; otherwise the column stays. A cluster takes no `now()` within `case`. */
export function nowIf(sql: Sql, column: string, condition: Fragment): Fragment {
  const at = sql`case when ${condition} then 'infinity'::timestamptz else '-infinity'::timestamptz end`
  return sql`nullif(greatest(${sql(column)}, least(now(), ${at})), '-infinity'::timestamptz)`
}

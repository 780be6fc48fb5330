import type { Fragment, Sql } from '../../database/driver/connection.ts'

/**
 * The next `updated_at` of a row. Answers have whole seconds, so each change takes a second of its own: two changes within
 * one would otherwise look the same to whoever compares. In UTC, because a cluster refuses functions of columns that depend
 * on the time zone of the session.
 * @param parts.now in `do update`, where a cluster takes no functions: a column of `excluded` with the time.
 */
export function nextVersion(
  sql: Sql,
  { column = 'updated_at', now = sql`now()` }: { column?: string; now?: Fragment } = {},
): Fragment {
  return sql`(
    greatest(date_trunc('second', ${now} at time zone 'UTC'),
      date_trunc('second', ${sql(column)} at time zone 'UTC') + interval '1 second') at time zone 'UTC')`
}

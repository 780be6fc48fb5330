import type { Fragment, Sql } from '../../database/driver/connection.ts'

/**
 * The next `updated_at` of a row. Answers have whole seconds, so each change takes a second of its own: two changes within
 * one would otherwise look the same to whoever compares.
 */
export function nextVersion(sql: Sql, column = 'updated_at'): Fragment {
  return sql`
    greatest(date_trunc('second', now()), date_trunc('second', ${sql(column)}) + interval '1 second')`
}

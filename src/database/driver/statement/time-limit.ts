import { codeOf, sqlState } from '../../sqlstate.ts'
import type { Transaction } from '../connection.ts'

/** Each statement of `work` may take `timeoutMs`. @returns null if one takes longer; the transaction goes on. */
export async function unlessSlow<Result>(
  sql: Transaction,
  timeoutMs: number,
  work: (sql: Transaction) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await sql.savepoint(async (sql) => {
      await limitStatements(sql, timeoutMs)
      const result = await work(sql)
      await endLimit(sql)
      return result
    })
  } catch (error) {
    if (codeOf(error) === sqlState.queryCanceled) return null
    throw error
  }
}

/**
 * For the statements that follow, until `endLimit`. Resetting to the default of the session would not do: behind a
 * pooler the session has none, and the transaction brings its own.
 */
export function limitStatements(sql: Transaction, timeoutMs: number) {
  return sql`
    select set_config('quiver.usual_timeout', current_setting('statement_timeout'), true),
      set_config('statement_timeout', ${String(timeoutMs)}, true)`
}

export function endLimit(sql: Transaction) {
  return sql`select set_config('statement_timeout', current_setting('quiver.usual_timeout'), true)`
}

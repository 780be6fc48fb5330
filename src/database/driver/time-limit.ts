import { codeOf, sqlState } from '../sqlstate.ts'
import type { Transaction } from './connection.ts'

/** Each statement of `work` may take `timeoutMs`. @returns null if one takes longer; the transaction goes on. */
export async function unlessSlow<Result>(
  sql: Transaction,
  timeoutMs: number,
  work: (sql: Transaction) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await sql.savepoint(async (sql) => {
      await sql.unsafe(`set local statement_timeout = ${timeoutMs}`)
      const result = await work(sql)
      await sql`set local statement_timeout to default`
      return result
    })
  } catch (error) {
    if (codeOf(error) === sqlState.queryCanceled) return null
    throw error
  }
}

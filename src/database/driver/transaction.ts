import { DatabaseError } from 'pg'
import type { Session } from './session/open.ts'
import { statementsOf, type Answer, type Execute, type Sql } from './statement/sql.ts'

export type Transaction = Sql & {
  /** Runs `work`; if it throws, its changes are undone and the transaction continues. */
  savepoint: <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>
  /** Of one statement, the last: the commit travels with it. `work` must not throw after it. Within a savepoint as any other. */
  last: Sql
}

/**
 * If the connection is lost or `work` throws, nothing is committed; later statements of `work` reject.
 * @throws what `work` throws; or the first error of its statements, if it caught that.
 */
export async function transact<Result>(
  session: Session,
  opening: string,
  work: (sql: Transaction) => Promise<Result>,
  { isRead = false } = {},
): Promise<Result> {
  let isOver = false
  let failure: unknown
  // The server knows nothing of an error that is not its own, and would commit.
  let spoiler: unknown
  let refusal: unknown
  let committed: Promise<string> | undefined
  const noting = async (run: () => Promise<Answer>): Promise<Answer> => {
    if (isOver) throw new Error('The transaction is over.')
    try {
      return await run()
    } catch (error) {
      failure ??= error
      if (!(error instanceof DatabaseError)) spoiler ??= error
      throw error
    }
  }
  const execute: Execute = (statement) => noting(() => session.run(statement))
  const executeLast: Execute = (statement) =>
    noting(() => {
      if (spoiler !== undefined) throw spoiler
      const last = session.runLast(statement)
      isOver = true
      committed = last.committed
      // Awaited after `work`.
      committed.catch(() => {})
      return last.answer
    })
  // Not awaited: the first statement of `work` is sent with it. If it fails, nothing that follows reaches the server.
  const opened = session.send(session.opening(opening))
  opened.catch((error: unknown) => (refusal = error))
  try {
    const result = await work(withSavepoints(execute, executeLast))
    await opened
    if (spoiler !== undefined) throw spoiler
    if (isRead && failure === undefined) {
      session.commitLater()
      return result
    }
    const command = await (committed ?? session.send('commit')).catch((error: unknown) => {
      throw failure ?? error
    })
    // The server answers ROLLBACK if a statement had failed, even if `work` ignored the error.
    if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    if (committed !== undefined) await committed.catch(() => {})
    else if (session.lost() === undefined) {
      await session
        .send('rollback')
        .catch(() => session.lose(new Error('A transaction could not be rolled back.')))
    }
    // After a refused opening, every statement fails because the transaction has failed.
    throw refusal ?? error
  } finally {
    isOver = true
  }
}

function withSavepoints(execute: Execute, executeLast: Execute): Transaction {
  const sql = statementsOf(execute)
  let count = 0
  let depth = 0
  const savepoint: Transaction['savepoint'] = async (work) => {
    count += 1
    const name = `savepoint_${count}`
    await sql.unsafe(`savepoint ${name}`)
    depth += 1
    try {
      const result = await work(transaction)
      await sql.unsafe(`release savepoint ${name}`)
      return result
    } catch (error) {
      await sql.unsafe(`rollback to savepoint ${name}`)
      throw error
    } finally {
      depth -= 1
    }
  }
  const last = statementsOf((statement) => (depth > 0 ? execute : executeLast)(statement))
  const transaction = Object.assign(sql, { savepoint, last })
  return transaction
}

import { DatabaseError } from 'pg'
import type { Session } from './session.ts'
import { statementsOf } from './sql.ts'
import type { Sql, Statement } from './sql.ts'

export type Transaction = Sql & {
  /** Runs `work`; if it throws, its changes are undone and the transaction continues. */
  savepoint: <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>
}

/**
 * Runs `work` in a transaction on a separate connection. If the connection is lost or `work` throws, nothing is
 * committed; later statements of `work` reject and never reach another connection.
 * @param opening the opening statements, for example `begin isolation level repeatable read`
 * @param options.isRead the opening contains `read only`, so the result does not wait for the end
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
  const note = (error: unknown) => {
    failure ??= error
    if (!(error instanceof DatabaseError)) spoiler ??= error
    throw error
  }
  const execute = (statement: Statement) =>
    isOver ? Promise.reject(new Error('The transaction is over.')) : session.run(statement).catch(note)
  // Not waited for: what `work` sends first travels with it. Nothing but a lost connection makes it fail, and then
  // nothing that follows reaches the server.
  const begun = session.send(opening)
  begun.catch(() => {})
  try {
    const result = await work(withSavepoints(statementsOf(execute)))
    await begun
    if (spoiler !== undefined) throw spoiler
    if (isRead && failure === undefined) {
      session.commitLater()
      return result
    }
    const command = await session.send('commit').catch((error: unknown) => {
      throw failure ?? error
    })
    // The server answers ROLLBACK if a statement had failed, even if `work` ignored the error.
    if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    if (session.lost() === undefined) {
      await session
        .send('rollback')
        .catch(() => session.lose(new Error('A transaction could not be rolled back.')))
    }
    throw error
  } finally {
    isOver = true
  }
}

function withSavepoints(sql: Sql): Transaction {
  let count = 0
  const savepoint: Transaction['savepoint'] = async (work) => {
    count += 1
    const name = `savepoint_${count}`
    await sql.unsafe(`savepoint ${name}`)
    try {
      const result = await work(transaction)
      await sql.unsafe(`release savepoint ${name}`)
      return result
    } catch (error) {
      await sql.unsafe(`rollback to savepoint ${name}`)
      throw error
    }
  }
  const transaction = Object.assign(sql, { savepoint })
  return transaction
}

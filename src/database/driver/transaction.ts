import type postgres from 'postgres'
import type { Session } from './session.ts'
import { fromTemplate, fromText, type Statement } from './statement/create.ts'

export type Sql = postgres.ISql

/** A statement, or a part of one. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

export type Transaction = Sql & {
  /** Runs `work`; if it throws, its changes are undone and the transaction continues. */
  savepoint: <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>
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
  let refusal: unknown
  const sql = statementsOf(session.client, (statement) => {
    if (isOver) return statement.reject(new Error('The transaction is over.'))
    session.run(statement, (error) => (failure ??= error))
  })
  const send = (text: string) => sql.unsafe(text)
  // Not awaited: the first statement of `work` is sent with it. If it fails, nothing that follows reaches the server.
  const opened = send(session.opening(opening))
  opened.catch((error: unknown) => (refusal = error))
  try {
    const result = await work(withSavepoints(sql))
    await opened
    if (isRead && failure === undefined) {
      session.commitLater()
      return result
    }
    const { command } = await send('commit').catch((error: unknown) => {
      throw failure ?? error
    })
    // The server answers ROLLBACK if a statement had failed, even if `work` ignored the error.
    if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    if (session.lost() === undefined) {
      await send('rollback').catch(() => session.lose(new Error('A transaction could not be rolled back.')))
    }
    // After a refused opening, every statement fails because the transaction has failed.
    throw refusal ?? error
  } finally {
    isOver = true
  }
}

const textArrayOid = 1009

/** The driver's tag, with statements executed by `execute`. A statement that is a part of another is never executed. */
export function statementsOf(client: Sql, execute: (statement: Statement) => void): Sql {
  const routed = <Made>(made: Made): Made => {
    if (made instanceof Promise) void Object.assign(made, { handler: execute })
    return made
  }
  const tag = (...all: Parameters<postgres.ISql>) => {
    const [strings, ...args] = all
    return isTemplate(strings) ? fromTemplate(client, strings, args, execute) : client(...all)
  }
  const parts: Partial<Sql> = {
    json: (value) => client.json(value),
    // The driver's own needs the server's array types, see `connect`; for booleans it announces the element's type.
    array: (value) => client.typed(value, textArrayOid) as postgres.ArrayParameter<typeof value>,
    typed: client.typed,
    types: client.types,
    // The driver's type of the rows is a promise of the caller.
    unsafe: (text, ...rest) =>
      rest.length > 0 ? routed(client.unsafe(text, ...rest)) : (fromText(client, text, execute) as never),
    file: (path: string) => routed(client.file(path)),
    notify: (channel, payload) => routed(client`select pg_notify(${channel}, ${payload})`),
  }
  return Object.assign(tag, parts) as Sql
}

function isTemplate(first: unknown): first is TemplateStringsArray {
  return Array.isArray(first) && 'raw' in first
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

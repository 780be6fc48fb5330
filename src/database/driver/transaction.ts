import type postgres from 'postgres'
import type { Session, Statement } from './session.ts'

/** Makes and executes statements: the whole database, or one transaction on it. A store function takes nothing more. */
export type Sql = postgres.ISql

export type Transaction = Sql & {
  /** Runs `work`; when it throws, what it did is undone and the transaction goes on. */
  savepoint: <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>
}

/**
 * Runs `work` in a transaction on a connection of its own. When the connection is lost, or `work` throws, nothing of
 * it stays; statements that `work` sends afterwards reject, and never reach another connection.
 * @param opening the statements that open it, for example `begin isolation level repeatable read`
 * @param options.isRead the opening says `read only`: then nobody waits for the end
 * @throws what `work` throws; or the first error of its statements, if it kept it to itself.
 */
export async function transact<Result>(
  session: Session,
  opening: string,
  work: (sql: Transaction) => Promise<Result>,
  { isRead = false } = {},
): Promise<Result> {
  let isOver = false
  let failure: unknown
  const sql = statementsOf(session.client, (statement) => {
    if (isOver) return statement.reject(new Error('The transaction is over.'))
    session.run(statement, (error) => (failure ??= error))
  })
  const send = (text: string) => sql.unsafe(text)
  // Not waited for: what `work` sends first travels with it. Nothing but a lost connection makes it fail, and then
  // nothing that follows reaches the server.
  const opened = send(opening)
  opened.catch(() => {})
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
    // The server answers so when a statement had failed, whether or not `work` looked at it.
    if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    if (session.lost() === undefined) {
      await send('rollback').catch(() => session.lose(new Error('A transaction could not be rolled back.')))
    }
    throw error
  } finally {
    isOver = true
  }
}

const textArrayOid = 1009

/**
 * The driver's tag, whose statements are executed by `execute`. A statement that is only a part of another is never
 * executed.
 */
export function statementsOf(client: Sql, execute: (statement: Statement) => void): Sql {
  const routed = <Made>(made: Made): Made => {
    if (made instanceof Promise) void Object.assign(made, { handler: execute })
    return made
  }
  const tag = (...args: Parameters<postgres.ISql>) => routed(client(...args))
  const parts: Partial<Sql> = {
    json: (value) => client.json(value),
    // The driver's own needs the server's array types, see `connect`; text can be cast to any of them. Booleans must
    // come this way: of a plain array of them the driver announces the type of an element.
    array: (value) => client.typed(value, textArrayOid) as postgres.ArrayParameter<typeof value>,
    typed: client.typed,
    types: client.types,
    unsafe: (...args) => routed(client.unsafe(...args)),
    file: (path: string) => routed(client.file(path)),
    notify: (channel, payload) => routed(client`select pg_notify(${channel}, ${payload})`),
  }
  // The type is one of overloaded functions, which cannot be put together otherwise.
  return Object.assign(tag, parts) as Sql
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

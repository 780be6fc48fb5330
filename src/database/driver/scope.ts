import type postgres from 'postgres'
import type { Pool } from './pool.ts'
import { begun, type Session } from './session.ts'
import { fromText, replaceEnds, type Statement } from './statement/create.ts'
import { sqlState } from '../sqlstate.ts'
import { connectionLost } from './socket.ts'
import { statementsOf, transact, type Sql, type Transaction } from './transaction.ts'

export type Scoped = Sql & {
  begin: {
    <Result>(work: (sql: Transaction) => Promise<Result>): Promise<Result>
    <Result>(mode: string, work: (sql: Transaction) => Promise<Result>): Promise<Result>
  }
  /** If `signal` aborts, the server ends the statement in progress, and the transaction is rolled back. */
  beginUntil: <Result>(
    signal: AbortSignal,
    work: (sql: Transaction) => Promise<Result>,
    mode?: string,
  ) => Promise<Result>
  read: <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>
}

export const scopeSetting = 'quiver.scope'

/** Of a caller who may see these mailing lists and no others (migrations/064-list-grants.sql). `actor`: `k7` or `u7`. */
export type Limits = { listIds: readonly number[]; actor: string }

/** @param limits null: none. */
export function within(organizationId: number, limits: Limits | null = null): string {
  const ids = [organizationId, ...(limits?.listIds ?? [])]
  if (!ids.every((id) => Number.isSafeInteger(id)))
    throw new RangeError('An organization or a mailing list is named by a whole number.')
  if (limits === null) return String(organizationId)
  if (!/^[ku]\d+$/.test(limits.actor)) throw new RangeError('An actor is a key or a user.')
  return `${organizationId}:{${limits.listIds.join(',')}}:${limits.actor}`
}

export const everywhere = 'everywhere'

/**
 * The setting ends with the transaction, so a connection never carries it to the next request. `scope` null: no rows.
 */
export function openScope(
  template: postgres.Sql,
  pool: Pool,
  scope: string | null,
  { isReading = false, sharedBy }: { isReading?: boolean; sharedBy?: number | undefined } = {},
): Scoped {
  const settings = pool.opening === '' ? '' : `; ${pool.opening}`
  const scoping = scope === null ? '' : `; set local ${scopeSetting} = '${scope}'`
  const opening = (mode: string) => `begin${mode === '' ? '' : ` ${mode}`}${settings}${scoping}`
  const lend = async <Result>(work: (session: Session) => Promise<Result>): Promise<Result> => {
    const over = begun('transaction')
    let failure: unknown
    try {
      const session = await pool.take(sharedBy)
      try {
        return await work(session)
      } finally {
        pool.give(session, sharedBy)
      }
    } catch (error) {
      failure = error
      throw error
    } finally {
      over?.(failure)
    }
  }
  const begin = async <Result>(
    ...args: [(sql: Transaction) => Promise<Result>] | [string, (sql: Transaction) => Promise<Result>]
  ) => {
    const [mode, work] = args.length === 1 ? ['', args[0]] : args
    return lend((session) => transact(session, opening(mode), work))
  }
  const beginUntil: Scoped['beginUntil'] = (signal, work, mode = '') =>
    lend((session) => untilAborted(session, signal, () => transact(session, opening(mode), work)))
  const read: Scoped['read'] = (work) =>
    lend((session) => transact(session, opening('read only'), work, { isRead: true }))
  const alone = (statement: Statement) => {
    noteEnd(statement)
    if (scope === null && settings === '' && !isReading) return pool.run(statement, sharedBy)
    pool.take(sharedBy).then(
      (session) =>
        runAlone(session, opening(isReading ? 'read only' : ''), statement, () =>
          pool.give(session, sharedBy),
        ),
      (error: unknown) => statement.reject(error),
    )
  }
  return Object.assign(statementsOf(template, alone), { begin, beginUntil, read })
}

function noteEnd(statement: Statement): void {
  const over = begun('statement')
  if (over === undefined) return
  const { resolve, reject } = statement
  replaceEnds(statement, {
    resolve: (value) => {
      over()
      resolve(value)
    },
    reject: (error) => {
      over(error)
      reject(error)
    },
  })
}

async function untilAborted<Result>(
  session: Session,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  let cancelled: Promise<void> | undefined
  const cancel = () => (cancelled = session.cancel(connectionLost('The transaction was cancelled.')))
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await work()
  } catch (error) {
    throw cancelled === undefined ? error : signal.reason
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelled
  }
}

/** The driver would repeat a statement with a stale plan after the commit, without a scope, where it sees no rows. */
function stalePlan(): Error {
  const message = 'The table was changed since the statement was prepared. It was not executed; repeat it.'
  return Object.assign(new Error(message), { code: sqlState.featureNotSupported })
}

/** Runs one statement in a transaction, in one round trip. The caller gets its result after the commit. */
function runAlone(session: Session, opening: string, statement: Statement, over: () => void): void {
  const { resolve, reject } = statement
  let result: { value: unknown } | undefined
  let failure: unknown
  replaceEnds(statement, {
    resolve: (value) => (result ??= { value }),
    reject: (error) => (failure ??= error),
  })
  const send = (text: string, execute: (statement: Statement) => void) =>
    fromText(session.client, text, execute)
  const commit = () =>
    send('commit', (last) => session.run(last, over)).then(
      ({ command }) =>
        // After a rollback, a result is that of the driver's repetition, which may arrive together with this answer.
        result === undefined || failure !== undefined || command !== 'COMMIT'
          ? reject(failure ?? stalePlan())
          : resolve(result.value),
      (error: unknown) => reject(failure ?? error),
    )
  send(session.opening(opening), (first) => {
    const { reject: refuse } = first
    replaceEnds(first, {
      reject: (error) => {
        failure ??= error
        refuse(error)
      },
    })
    session.run(first)
    session.run(statement)
    void commit()
  }).catch(() => {})
}

/**
 * Runs work in the scope of the whole organization, also for a caller who sees some of its lists: for rules of the organization
 * that reach further than the caller does. Nothing of its result may be shown.
 */
export async function unlimited<Result>(sql: Transaction, work: () => Promise<Result>): Promise<Result> {
  const [{ scope }] = await sql<[{ scope: string | null }]>`
    select current_setting(${scopeSetting}, true) as scope`
  const [organization = '', ...limits] = scope?.split(':') ?? []
  if (scope === null || limits.length === 0) return work()
  // Not by set_config, which a cluster does not pass on. After a failure, the rollback restores the scope.
  await sql.unsafe(`set local ${scopeSetting} = '${organization}'`)
  const result = await work()
  await sql.unsafe(`set local ${scopeSetting} = '${scope}'`)
  return result
}

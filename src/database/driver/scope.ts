import type { Pool } from './pool.ts'
import { isStale } from './session/faults.ts'
import { begun, type Session, type Watched } from './session/open.ts'
import { connectionLost } from './session/socket.ts'
import { statementsOf, type Answer, type Execute, type Sql, type Statement } from './statement/sql.ts'
import { transact, type Transaction } from './transaction.ts'

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
  pool: Pool,
  scope: string | null,
  { isReading = false, sharedBy }: { isReading?: boolean; sharedBy?: number | undefined } = {},
): Scoped {
  const settings = pool.opening === '' ? '' : `; ${pool.opening}`
  const scoping = scope === null ? '' : `; set local ${scopeSetting} = '${scope}'`
  const opening = (mode: string) => `begin${mode === '' ? '' : ` ${mode}`}${settings}${scoping}`
  const lend = async <Result>(what: Watched, use: (session: Session) => Promise<Result>): Promise<Result> => {
    const over = begun(what)
    let failure: unknown
    try {
      const session = await pool.take(sharedBy)
      try {
        return await use(session)
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
    return lend('transaction', (session) => transact(session, opening(mode), work))
  }
  const beginUntil: Scoped['beginUntil'] = (signal, work, mode = '') =>
    lend('transaction', (session) =>
      untilAborted(session, signal, () => transact(session, opening(mode), work)),
    )
  const read: Scoped['read'] = (work) =>
    lend('transaction', (session) => transact(session, opening('read only'), work, { isRead: true }))
  const isPlain = scope === null && settings === '' && !isReading
  const runIn = (session: Session, statement: Statement) =>
    isPlain ? session.run(statement) : runAlone(session, opening(isReading ? 'read only' : ''), statement)
  const alone: Execute = (statement) =>
    lend('statement', async (session) => {
      try {
        return await runIn(session, statement)
      } catch (error) {
        // The failed try changed nothing, and the second gets a new plan.
        if (isStale(error)) return runIn(session, statement)
        throw error
      }
    })
  return Object.assign(statementsOf(alone), { begin, beginUntil, read })
}

async function untilAborted<Result>(
  session: Session,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const end = () => session.lose(connectionLost('The transaction was cancelled.'))
  signal.addEventListener('abort', end, { once: true })
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Runs one statement in a transaction, in one round trip. The caller gets its result after the commit. */
async function runAlone(session: Session, opening: string, statement: Statement): Promise<Answer> {
  const [begun, answer, committed] = await Promise.allSettled([
    session.send(session.opening(opening)),
    session.run(statement),
    session.send('commit'),
  ])
  // Without its opening the statement ran without a scope, so its result is meaningless.
  for (const part of [begun, answer, committed]) if (part.status === 'rejected') throw part.reason
  return (answer as PromiseFulfilledResult<Answer>).value
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

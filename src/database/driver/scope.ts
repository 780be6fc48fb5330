import type { Pool } from './pool.ts'
import { isStale } from './session.ts'
import type { Session } from './session.ts'
import { statementsOf } from './sql.ts'
import type { Answer, Execute, Sql, Statement } from './sql.ts'
import { transact } from './transaction.ts'
import type { Transaction } from './transaction.ts'

/** Statements and transactions in one scope: one organization, or all. */
export type Scoped = Sql & {
  /** Runs `work` in a transaction, see `transact`. `mode`: for example `isolation level repeatable read`. */
  begin: {
    <Result>(work: (sql: Transaction) => Promise<Result>): Promise<Result>
    <Result>(mode: string, work: (sql: Transaction) => Promise<Result>): Promise<Result>
  }
  read: <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>
}

/** The setting that the policies of the tables read (migrations/001-tenancy.sql). */
export const scopeSetting = 'quiver.scope'

export function within(organizationId: number): string {
  if (!Number.isSafeInteger(organizationId))
    throw new RangeError('An organization is named by a whole number.')
  return String(organizationId)
}

export const everywhere = 'everywhere'

/**
 * The setting ends with the transaction, so that a connection never carries it to the next request. It costs no round
 * trip: the opening statements are sent with the first one of the work.
 * @param scope null: no setting, so that the policies show no rows
 */
export function openScope(pool: Pool, scope: string | null): Scoped {
  const opening = (mode: string) => {
    const begin = mode === '' ? 'begin' : `begin ${mode}`
    return scope === null ? begin : `${begin}; set local ${scopeSetting} = '${scope}'`
  }
  const lend = async <Result>(use: (session: Session) => Promise<Result>) => {
    const session = await pool.take()
    try {
      return await use(session)
    } finally {
      pool.give(session)
    }
  }
  const begin = <Result>(
    ...args: [(sql: Transaction) => Promise<Result>] | [string, (sql: Transaction) => Promise<Result>]
  ) => {
    const [mode, work] = args.length === 1 ? ['', args[0]] : args
    return lend((session) => transact(session, opening(mode), work))
  }
  const read: Scoped['read'] = (work) =>
    lend((session) => transact(session, opening('read only'), work, { isRead: true }))
  const runIn = (session: Session, statement: Statement) =>
    scope === null ? session.run(statement) : runAlone(session, opening(''), statement)
  const alone: Execute = (statement) =>
    lend(async (session) => {
      try {
        return await runIn(session, statement)
      } catch (error) {
        // The failed try changed nothing, and the second gets a new plan.
        if (isStale(error)) return runIn(session, statement)
        throw error
      }
    })
  return Object.assign(statementsOf(alone), { begin, read })
}

/** Runs one statement in a transaction, in one round trip. The caller gets its result after the commit. */
async function runAlone(session: Session, opening: string, statement: Statement): Promise<Answer> {
  const [begun, answer, committed] = await Promise.allSettled([
    session.send(opening),
    session.run(statement),
    session.send('commit'),
  ])
  // Without its opening the statement ran without a scope, so its result is meaningless.
  for (const part of [answer, begun, committed]) if (part.status === 'rejected') throw part.reason
  return (answer as PromiseFulfilledResult<Answer>).value
}

import { randomInt } from 'node:crypto'
import type { DatabaseUrl, DatabaseUrls, PooledUrl } from '../address.ts'
import { connect, type Database, type Transaction } from '../driver/connection.ts'
import { applicationRole } from '../roles.ts'
import { codeOf, sqlState } from '../sqlstate.ts'
import { findSessionFault } from './kept-sessions.ts'

export type Reached = { url: DatabaseUrl } | { fault: string }

/**
 * Tries what Quiver needs of its connections: of PostgreSQL, and of a pooler if there is one. Requires the role, see
 * `ensureApplicationRole`. @returns `fault`: a sentence for the operator.
 */
export async function reachDatabase({ url, poolerUrl }: DatabaseUrls): Promise<Reached> {
  const variable = poolerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const sessionFault = await findSessionFault(url, variable)
  if (sessionFault !== null) return { fault: sessionFault }
  if (poolerUrl === undefined) return { url }
  const pooled = { pooler: poolerUrl, direct: url, keepsStatements: false }
  const fault = await findPoolerFault(pooled)
  return fault === null ? { url: { ...pooled, keepsStatements: await keepsStatements(pooled) } } : { fault }
}

/** For the operator, if `keepsStatements` is false. */
export const forgetsStatements =
  'The pooler at DATABASE_URL does not keep prepared statements, so each statement is parsed and planned anew. Use PgBouncer 1.21 or later with max_prepared_statements = 200.'

const timeoutMs = 5_000
const check = { applicationName: 'quiver check', role: applicationRole, statementTimeoutMs: timeoutMs }

/** The settings arrive with each transaction, so this also fails for a pooler that divides transactions. */
async function findPoolerFault(url: PooledUrl): Promise<string | null> {
  const pooled = connect(url, { ...check, max: 2 })
  const direct = connect(url.direct, { ...check, max: 1 })
  try {
    return await pooled.begin(async (sql) => {
      await sql`select 1`
      // Takes the connection of a transaction that does not keep it.
      await pooled`select 1`
      if (!(await keepsSettings(sql))) {
        return `Behind DATABASE_URL, a transaction does not keep the role ${applicationRole} and its settings. The pooler must run each transaction on one connection: with PgBouncer set pool_mode = transaction.`
      }
      return (await isSameDatabase(sql, direct))
        ? null
        : 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases, or DATABASE_URL to a standby: both must lead to one database, where it can be written.'
    })
  } catch (error) {
    return refusalOf(error)
  } finally {
    await Promise.all([pooled.end(), direct.end()])
  }
}

/** @throws what is not about the pooler. */
function refusalOf(error: unknown): string {
  const code = codeOf(error)
  if (code === sqlState.insufficientPrivilege || code === sqlState.invalidParameterValue) {
    return `The login with which the pooler at DATABASE_URL reaches PostgreSQL may not work as the role ${applicationRole}. As the owner of the database run grant ${applicationRole} to that login; then start again.`
  }
  const isDivided = code === sqlState.protocolViolation && String(error).includes('statement pooling mode')
  if (isDivided || code === 'CONNECTION_CLOSED') {
    return 'The pooler at DATABASE_URL ended the connection during a transaction. With PgBouncer set pool_mode = transaction, and look into its log.'
  }
  throw error
}

async function keepsSettings(sql: Transaction): Promise<boolean> {
  const [row] = await sql<[{ kept: boolean }]>`
    select current_user = ${applicationRole} and current_setting('TimeZone') = 'UTC'
      and current_setting('statement_timeout') = ${`${timeoutMs / 1000}s`}
      and current_setting('idle_in_transaction_session_timeout') <> '0'
      and current_setting('quiver.sender_domains', true) <> '' as kept`
  return row.kept
}

/** A lock is of one database of one server. A standby refuses it (25006). */
async function isSameDatabase(sql: Transaction, direct: Database): Promise<boolean> {
  const key = randomInt(2 ** 47)
  return direct.begin(async (other) => {
    await other`select pg_advisory_xact_lock(${key}::bigint)`
    const [row] = await sql<[{ is_other: boolean }]>`
      select pg_is_in_recovery() or pg_try_advisory_xact_lock(${key}::bigint) as is_other`
    return !row.is_other
  })
}

/**
 * Prepares a statement, then runs it on another connection of the pooler while a second client holds the first one.
 * PgBouncer keeps them from 1.21 on, if `max_prepared_statements` is not 0. False if in doubt.
 */
async function keepsStatements(url: PooledUrl): Promise<boolean> {
  const one = connect({ ...url, keepsStatements: true }, { ...check, max: 1 })
  const other = connect(url, { ...check, max: 1 })
  const connection = async () => (await one<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid
  try {
    await other`select 1`
    for (let tries = 0; tries < 5; tries += 1) {
      const first = await connection()
      const second = await other.begin(async (sql) => {
        await sql`select 1`
        return connection()
      })
      if (first !== second) return true
    }
    return false
  } catch {
    return false
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

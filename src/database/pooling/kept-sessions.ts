import { randomBytes } from 'node:crypto'
import { connect, type Database } from '../driver/connection.ts'
import { codeOf, sqlState } from '../sqlstate.ts'
import { applicationRole } from '../roles.ts'

const poolerRemedy =
  'Give the address of PostgreSQL itself in DATABASE_URL. To use a pooler such as PgBouncer, give its address there and the one of PostgreSQL in DATABASE_DIRECT_URL.'

const directRemedy =
  'Give the address of PostgreSQL itself in DATABASE_DIRECT_URL, not the one of a pooler such as PgBouncer.'

/** A prepared statement is missing or exists already: the server session was shared. */
const strangeStatement = new Set(['26000', '42P05'])

/**
 * Poolers lose the settings of the start (role, time zone, timeouts) or give each transaction another session.
 * @returns a sentence for the operator; null if all is well.
 */
export async function findSessionFault(
  databaseUrl: string,
  variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): Promise<string | null> {
  const remedy = variable === 'DATABASE_URL' ? poolerRemedy : directRemedy
  const options = { max: 1, applicationName: 'quiver check', role: applicationRole }
  const one = connect(databaseUrl, options)
  const other = connect(databaseUrl, options)
  try {
    if (!(await keepsStart(one))) {
      return `The connections of ${variable} lose the settings that they begin with (role, time zone, timeouts). ${remedy}`
    }
    return (await keepsSession(one, other))
      ? null
      : `The connections of ${variable} change their session with each transaction. ${remedy}`
  } catch (error) {
    if (codeOf(error) === sqlState.protocolViolation) {
      return `The connections of ${variable} refuse the settings that they begin with (role, time zone, timeouts). ${remedy}`
    }
    if (!strangeStatement.has(codeOf(error) ?? '')) throw error
    return `The connections of ${variable} share their prepared statements. ${remedy}`
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

async function keepsStart(one: Database): Promise<boolean> {
  const [row] = await one<{ kept: boolean }[]>`
    select current_setting('role') = ${applicationRole} and current_setting('TimeZone') = 'UTC'
      and current_setting('idle_in_transaction_session_timeout') <> '0'
      and current_setting('quiver.auto_subscriber_management', true) is not null as kept`
  return row?.kept === true
}

/** A pooler lends the session that was released last: the transaction gets it, and the first client another one. */
async function keepsSession(one: Database, other: Database): Promise<boolean> {
  const mark = randomBytes(8).toString('hex')
  await other`select 1`
  await one`select set_config('quiver.probe', ${mark}, false)`
  const probe = (sql: Pick<Database, 'unsafe'>) =>
    sql.unsafe<{ mark: string | null }[]>(`select current_setting('quiver.probe', true) as mark`)
  return other.begin(async (sql) => {
    const [theirs] = await probe(sql)
    const [own] = await probe(one)
    return theirs?.mark !== mark && own?.mark === mark
  })
}

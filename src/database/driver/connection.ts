import { listenOn } from './listen.ts'
import type { Listener, Listening } from './listen.ts'
import { readLogin } from './login.ts'
import { openPool } from './pool.ts'
import { everywhere, openScope, within } from './scope.ts'
import type { Scoped } from './scope.ts'
import type { SessionOptions } from './session.ts'

export { nest } from './nest.ts'
export type { Scopes } from './nest.ts'
export type { Scoped } from './scope.ts'
export type { Sql, Statement } from './sql.ts'
export type { Transaction } from './transaction.ts'

/**
 * A pool of connections. A statement outside of `begin` is a transaction of its own. The application's role sees no
 * rows of tenants here: use `within` or `everywhere`.
 */
export type Database = Scoped & {
  /** The database in the scope of one organization, which row-level security enforces. */
  within: (organizationId: number) => Scoped
  /** The database across organizations, for the work of the server itself. */
  everywhere: () => Scoped
  /** Receives notifications until stopped, see `listenOn`. */
  listen: (
    channel: string,
    heard: (payload: string) => void,
    options?: Pick<Listening, 'listening' | 'advisoryLock'>,
  ) => Promise<Listener>
  /** Waits up to `timeoutMs` for work in progress, then closes every connection. */
  end: (timeoutMs?: number) => Promise<void>
}

export type ConnectOptions = {
  /** Maximum connections, for statements and transactions together. */
  max: number
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  /** The server cancels a statement after this time. 0, the default: never. */
  statementTimeoutMs?: number
  /** The role to act as, which row-level security binds. Default: the role that logs in. */
  role?: string
  /** Whether removals are processed as organizations configure (src/store/subscribers/removals.ts). Default: no. */
  autoSubscriberManagement?: boolean
  /** Receives notices and warnings of the server. */
  onNotice?: (severity: string, message: string) => void
}

const connectTimeoutMs = 10_000

/**
 * The server ends a transaction whose client is silent for this long: a frozen process must not hold locks longer
 * than its lease.
 */
const idleInTransactionMs = 20_000

/** A reachable server cancels a statement itself; the connection of an unreachable one is closed this much later. */
const answerSlackMs = 5_000

/**
 * Creates a database client; the first statement opens the first connection. bigint is returned as a number, or
 * throws beyond 2^53; timestamptz as a `Date`, in milliseconds; date and numeric as text; json and jsonb parsed.
 * `undefined` as a value is an error. The session's time zone is UTC.
 * @param databaseUrl see `readAddress`
 */
export function connect(databaseUrl: string, options: ConnectOptions): Database {
  const { statementTimeoutMs = 0 } = options
  const sessionOptions = {
    ...loginOf(databaseUrl, options),
    connectTimeoutMs,
    answerTimeoutMs: statementTimeoutMs > 0 ? statementTimeoutMs + answerSlackMs : 0,
    onNotice: options.onNotice,
  }
  const pool = openPool(sessionOptions, options.max)
  const listeners = new Set<Listener>()
  const listen: Database['listen'] = async (channel, heard, listenOptions) => {
    const listener = await listenOn(sessionOptions, { channel, heard, ...listenOptions })
    listeners.add(listener)
    return listener
  }
  const end = async (timeoutMs = 5_000) => {
    await Promise.all([...listeners].map((listener) => listener.stop()))
    await pool.end(timeoutMs)
  }
  return Object.assign(openScope(pool, null), {
    within: (organizationId: number) => openScope(pool, within(organizationId)),
    everywhere: () => openScope(pool, everywhere),
    listen,
    end,
  })
}

/** Where the server is, who logs in, and with which settings. */
function loginOf(databaseUrl: string, options: ConnectOptions): Pick<SessionOptions, 'target' | 'login'> {
  const { target, password, settings, ...who } = readLogin(databaseUrl)
  const ours = {
    client_encoding: 'UTF8',
    TimeZone: 'UTC',
    statement_timeout: String(options.statementTimeoutMs ?? 0),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    // Statements ask for it, so that no thread has to pass it from function to function.
    'quiver.auto_subscriber_management': options.autoSubscriberManagement === true ? 'on' : 'off',
    ...(options.role === undefined ? {} : { role: options.role }),
    ...settings,
  }
  const login = {
    ...who,
    // As a function: for want of a text the driver would look into ~/.pgpass.
    password: () => password,
    types,
    application_name: options.applicationName,
    options: Object.entries(ours)
      .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\\s]/g, '\\$&')}`)
      .join(' '),
  }
  return { target, login }
}

/** What is none of these comes back as text. */
const readers: Record<number, (text: string) => unknown> = {
  16: (text) => text === 't',
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  20: bigintOf,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  1114: (text) => new Date(text),
  // JavaScript guesses at everything but ISO 8601: it would read the year 1 as 2001.
  1184: (text) => new Date(`${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`),
  3802: JSON.parse,
}

const types = { getTypeParser: (oid: number) => readers[oid] ?? String }

function bigintOf(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`)
  return number
}

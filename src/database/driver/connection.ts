import postgres from 'postgres'
import { readAddress } from '../address.ts'
import { listenOn } from './listen.ts'
import type { Listener, Listening } from './listen.ts'
import { openPool } from './pool.ts'
import { everywhere, openScope, within } from './scope.ts'
import type { Scoped } from './scope.ts'

export { nest } from './nest.ts'
export type { Scopes } from './nest.ts'
export type { Scoped } from './scope.ts'
export type { Sql, Transaction } from './transaction.ts'

/**
 * A pool of connections. What runs outside of `begin` is a transaction of one statement. For the application's role the
 * tables of tenants are empty here: say `within` which organization, or `everywhere`.
 */
export type Database = Scoped & {
  /** The same database as one organization sees it: row-level security shows and takes nothing else. */
  within: (organizationId: number) => Scoped
  /** The same database across organizations: for what the server itself does. */
  everywhere: () => Scoped
  /** Hears notifications until told to stop, see `listenOn`. */
  listen: (
    channel: string,
    heard: (payload: string) => void,
    options?: Pick<Listening, 'listening' | 'advisoryLock'>,
  ) => Promise<Listener>
  /** Waits up to `timeoutMs` for what is under way, then closes every connection. */
  end: (timeoutMs?: number) => Promise<void>
}

export type ConnectOptions = {
  /** Connections at most, for statements and transactions together. */
  max: number
  /** As `pg_stat_activity` shows it. */
  applicationName: string
  /** The server cancels a statement after this time. 0, the default: never. */
  statementTimeoutMs?: number
  /** The role to act as, which row-level security binds. Absent: the role that logs in. */
  role?: string
  /** Whether what organizations want done about removals is done (src/store/subscribers/removals.ts). Default: no. */
  autoSubscriberManagement?: boolean
  /** Hears what the server says beside its answers: notices and warnings. */
  onNotice?: (severity: string, message: string) => void
}

const connectTimeoutMs = 10_000

/**
 * The server ends a transaction whose client says nothing for so long: a frozen process must not hold its locks longer
 * than its lease.
 */
const idleInTransactionMs = 20_000

/** A server that is reachable cancels a statement itself; one that is not is given up this much later. */
const answerSlackMs = 5_000

/**
 * A database to work with. Nothing is opened before the first statement.
 *
 * bigint comes back as a number, and one beyond 2^53 is an error; timestamptz as a `Date`, of milliseconds; date and
 * numeric as text; json and jsonb parsed. `undefined` as a value is an error. The session's time zone is UTC.
 *
 * @param databaseUrl see `readAddress`
 */
export function connect(databaseUrl: string, options: ConnectOptions): Database {
  const { statementTimeoutMs = 0 } = options
  const template = templateOf(databaseUrl, options)
  const sessionOptions = {
    driver: template.options,
    connectTimeoutMs,
    answerTimeoutMs: statementTimeoutMs > 0 ? statementTimeoutMs + answerSlackMs : 0,
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
  return Object.assign(openScope(template, pool, null), {
    within: (organizationId: number) => openScope(template, pool, within(organizationId)),
    everywhere: () => openScope(template, pool, everywhere),
    listen,
    end,
  })
}

/** A client of the driver that never connects: it has the options read and makes statements. */
function templateOf(databaseUrl: string, options: ConnectOptions): postgres.Sql {
  const { url, ...address } = readAddress(databaseUrl)
  const template = postgres(url, {
    max: 1,
    types: { bigint: bigintType, date: textType(1082), timestamptz: instantType, ...arrayTypes },
    // The driver would ask each new connection for its array types, by a query whose failure nobody can catch: a
    // connection lost at that moment ended the process.
    fetch_types: false,
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs ?? 0,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      TimeZone: 'UTC',
      ...(options.role === undefined ? {} : { role: options.role }),
      // Statements ask for it, so that no thread has to pass it from function to function.
      'quiver.auto_subscriber_management': options.autoSubscriberManagement === true ? 'on' : 'off',
    },
    onnotice: ({ severity = '', message = '' }) => options.onNotice?.(severity, message),
  })
  Object.assign(template.options, address)
  return template
}

const bigintType = {
  to: 20,
  from: [20],
  serialize: String,
  parse: (text: string) => {
    const number = Number(text)
    if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`)
    return number
  },
}

/** The driver would read the year 1 as 2001: JavaScript guesses at everything but ISO 8601. */
const instantType = {
  to: 1184,
  from: [1184],
  serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
  parse: (text: string) => new Date(`${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`),
}

const textType = (oid: number) => ({ to: oid, from: [oid], serialize: String, parse: String })

type Element = boolean | number | bigint | string | null

/** Arrays of boolean, integer, text and bigint, as values; as results they come back as text. */
const arrayTypes = Object.fromEntries(
  [1000, 1007, 1009, 1016].map((oid) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: arrayText, parse: String },
  ]),
)

function arrayText(values: readonly Element[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: Element | undefined): string {
  if (value === undefined) throw new TypeError('An array holds undefined: write null.')
  if (value === null) return 'null'
  return `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

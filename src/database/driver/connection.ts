import postgres from 'postgres'
import { readAddress } from '../address.ts'
import { listenOn } from './listen.ts'
import type { Listener, Listening } from './listen.ts'
import type { Scopes } from './nest.ts'
import { openPool } from './pool.ts'
import type { Pool } from './pool.ts'
import { everywhere, openScope, within } from './scope.ts'
import type { Scoped } from './scope.ts'
import type { Share } from './semaphore.ts'

export { late } from './late.ts'
export { nest } from './nest.ts'
export type { Scopes } from './nest.ts'
export type { Scoped } from './scope.ts'
export type { Sql, Transaction } from './transaction.ts'

/**
 * A pool of connections. A statement outside of `begin` is a transaction of its own. The application's role sees no
 * rows of tenants here: use `within` or `everywhere`.
 */
export type Database = Scoped &
  SharedScopes & {
    /** The same scopes for a caller: their connections count for its organization, whatever they work on. */
    shareOf: (organizationId: number) => SharedScopes
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
  /** The connections that one organization may have, and wait for. Default: all. */
  share?: Share
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  /** The server cancels a statement after this time (57014). 0: never. Default: `statementTimeoutMs`. */
  statementTimeoutMs?: number
  /** The role to act as, which row-level security binds. Default: the role that logs in. */
  role?: string
  /** Whether removals are processed as organizations configure (src/store/subscribers/removals.ts). Default: no. */
  autoSubscriberManagement?: boolean
  /** Which domains organizations may send as (src/store/resources/sender-domains.ts). Default: owned. */
  senderDomains?: SenderDomainMode
  /** Receives notices and warnings of the server. */
  onNotice?: (severity: string, message: string) => void
}

export type SenderDomainMode = 'open' | 'owned' | 'proven'

const connectTimeoutMs = 10_000

/** Background work is split into much shorter statements: this one ends what nobody waits for any more. */
export const statementTimeoutMs = 300_000

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
  const timeoutMs = options.statementTimeoutMs ?? statementTimeoutMs
  const template = templateOf(databaseUrl, { ...options, statementTimeoutMs: timeoutMs })
  const sessionOptions = {
    driver: template.options,
    connectTimeoutMs,
    answerTimeoutMs: timeoutMs > 0 ? timeoutMs + answerSlackMs : 0,
  }
  const pool = openPool(sessionOptions, options.max, options.share)
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
    ...scopesFor(template, pool, (organizationId) => organizationId),
    shareOf: (organizationId: number) => scopesFor(template, pool, () => organizationId),
    listen,
    end,
  })
}

export type SharedScopes = {
  /** The database in the scope of one organization, which row-level security enforces. */
  within: (organizationId: number) => Scoped
  /** The database across organizations, for the work of the server itself. */
  everywhere: () => Scoped
  /** The same scopes, in which statements outside of `begin` may not write (25006). */
  reading: Scopes
}

/** @param sharedBy the organization that connections count for, if any, by the one whose rows they work on. */
function scopesFor(
  template: postgres.Sql,
  pool: Pool,
  sharedBy: (organizationId: number | undefined) => number | undefined,
): SharedScopes {
  const scopes = (isReading: boolean): Scopes => ({
    within: (organizationId) =>
      openScope(template, pool, within(organizationId), { isReading, sharedBy: sharedBy(organizationId) }),
    everywhere: () => openScope(template, pool, everywhere, { isReading, sharedBy: sharedBy(undefined) }),
  })
  return { ...scopes(false), reading: scopes(true) }
}

/** A client of the driver that never connects: it parses the options and creates statements. */
function templateOf(
  databaseUrl: string,
  options: ConnectOptions & { statementTimeoutMs: number },
): postgres.Sql {
  const { url, ...address } = readAddress(databaseUrl)
  const template = postgres(url, {
    max: 1,
    types: { bigint: bigintType, date: textType(1082), timestamptz: instantType, ...arrayTypes },
    // The driver would query each new connection for its array types. That query's failure cannot be caught: a
    // connection lost at that moment ended the process.
    fetch_types: false,
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      TimeZone: 'UTC',
      ...(options.role === undefined ? {} : { role: options.role }),
      // Statements read it as a setting, so functions need not pass it on.
      'quiver.auto_subscriber_management': options.autoSubscriberManagement === true ? 'on' : 'off',
      'quiver.sender_domains': options.senderDomains ?? 'owned',
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

/** The driver would read the year 1 as 2001: JavaScript only parses ISO 8601 reliably. */
const instantType = {
  to: 1184,
  from: [1184],
  serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
  parse: (text: string) => new Date(`${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`),
}

const textType = (oid: number) => ({ to: oid, from: [oid], serialize: String, parse: String })

type Element = boolean | number | bigint | string | null

/** Arrays of boolean, integer, text and bigint as parameters; in results they are text. */
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

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

/** A statement outside of `begin` or of the scopes `within` and `everywhere` sees no rows of tenants. */
export type Database = Scoped &
  SharedScopes & {
    /** Scopes whose connections count for this organization, even if they work on rows of others. */
    shareOf: (organizationId: number) => SharedScopes
    listen: (
      channel: string,
      heard: (payload: string) => void,
      options?: Pick<Listening, 'listening' | 'advisoryLock'>,
    ) => Promise<Listener>
    end: (timeoutMs?: number) => Promise<void>
  }

export type ConnectOptions = {
  max: number
  share?: Share
  applicationName: string
  statementTimeoutMs?: number
  role?: string
  autoSubscriberManagement?: boolean
  senderDomains?: SenderDomainMode
  onNotice?: (severity: string, message: string) => void
}

export type SenderDomainMode = 'open' | 'owned' | 'proven'

const connectTimeoutMs = 10_000

/** Background work uses much shorter statements. This limit ends statements whose client is gone. */
export const statementTimeoutMs = 300_000

/** A frozen process must not hold locks longer than its lease: the server ends transactions that are idle this long. */
const idleInTransactionMs = 20_000

/** How much later than the server's own timeout a connection is closed because the server is unreachable. */
const answerSlackMs = 5_000

/** bigint is returned as a number, or throws beyond 2^53; date and numeric as text. `undefined` as a value throws. */
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
  const state = () => ({ name: options.applicationName, max: options.max, ...pool.state() })
  openPools.add(state)
  const end = async (timeoutMs = 5_000) => {
    openPools.delete(state)
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

/** `waiting`: users of the pool without a connection. */
export type PoolState = { name: string; max: number; used: number; waiting: number }

const openPools = new Set<() => PoolState>()

/** Of the pools that this thread has open, those of one name together. */
export function poolStates(): PoolState[] {
  const states = new Map<string, PoolState>()
  for (const state of openPools) {
    const { name, max, used, waiting } = state()
    const known = states.get(name) ?? { name, max: 0, used: 0, waiting: 0 }
    states.set(name, {
      name,
      max: known.max + max,
      used: known.used + used,
      waiting: known.waiting + waiting,
    })
  }
  return [...states.values()]
}

export type SharedScopes = {
  within: (organizationId: number) => Scoped
  everywhere: () => Scoped
  /** The same scopes, in which statements outside of `begin` may not write (25006). */
  reading: Scopes
}

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

function templateOf(
  databaseUrl: string,
  options: ConnectOptions & { statementTimeoutMs: number },
): postgres.Sql {
  const { url, ...address } = readAddress(databaseUrl)
  const template = postgres(url, {
    max: 1,
    types: { bigint: bigintType, date: textType(1082), timestamptz: instantType, ...arrayTypes },
    // The driver would query the array types on each new connection. If that query failed, the process ended.
    fetch_types: false,
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      // Two parallel workers would take the cores of the other organizations' calls (docs/decisions/018-shares.md).
      max_parallel_workers_per_gather: '0',
      TimeZone: 'UTC',
      ...(options.role === undefined ? {} : { role: options.role }),
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

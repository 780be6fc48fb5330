import type { DatabaseUrl } from '../address.ts'
import { listenOn, type Listener, type Listening } from './listen.ts'
import type { Scopes } from './nest.ts'
import { openPool, type Pool } from './pool.ts'
import { everywhere, openScope, within, type Scoped } from './scope.ts'
import { localSettings, loginOf, settingsOf, type ConnectOptions } from './settings.ts'

export { late } from './late.ts'
export { nest } from './nest.ts'
export type { Scopes } from './nest.ts'
export { unlimited } from './scope.ts'
export type { Limits, Scoped } from './scope.ts'
export type { ConnectOptions, SenderDomainMode } from './settings.ts'
export type { Statement as Fragment, Sql } from './statement/sql.ts'
export type { Transaction } from './transaction.ts'

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

const connectTimeoutMs = 10_000

/** Background work uses much shorter statements. This limit ends statements whose client is gone. */
export const statementTimeoutMs = 300_000

/** How much later than the server's own timeout a connection is closed because the server is unreachable. */
const answerSlackMs = 5_000

/** Of reads. A pooler lends the connection to others as soon as the transaction is over, so there it is not held. */
const commitDelayMs = 10

/** bigint is returned as a number, or throws beyond 2^53; date and numeric as text. `undefined` as a value throws. */
export function connect(databaseUrl: DatabaseUrl, options: ConnectOptions): Database {
  const timeoutMs = options.statementTimeoutMs ?? statementTimeoutMs
  const settings = settingsOf({ ...options, statementTimeoutMs: timeoutMs })
  const common = {
    connectTimeoutMs,
    answerTimeoutMs: timeoutMs > 0 ? timeoutMs + answerSlackMs : 0,
    onNotice: options.onNotice,
  }
  const isDirect = typeof databaseUrl === 'string'
  const sessionOptions = {
    ...loginOf(isDirect ? databaseUrl : databaseUrl.direct, settings),
    keepsStatements: true,
    commitDelayMs,
    ...common,
  }
  const pool = isDirect
    ? openPool(sessionOptions, { ...options, opening: '' })
    : openPool(
        {
          ...loginOf(databaseUrl.pooler, {}),
          keepsStatements: databaseUrl.keepsStatements,
          commitDelayMs: 0,
          ...common,
        },
        { ...options, opening: localSettings(settings) },
      )
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
  return Object.assign(openScope(pool, null), {
    ...scopesFor(pool, (organizationId) => organizationId),
    shareOf: (organizationId: number) => scopesFor(pool, () => organizationId),
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

export type SharedScopes = Scopes & {
  /** The same scopes, in which statements outside of `begin` may not write (25006). */
  reading: Scopes
}

function scopesFor(
  pool: Pool,
  sharedBy: (organizationId: number | undefined) => number | undefined,
): SharedScopes {
  const scopes = (isReading: boolean): Scopes => ({
    within: (organizationId, limits) =>
      openScope(pool, within(organizationId, limits), {
        isReading,
        sharedBy: sharedBy(organizationId),
      }),
    everywhere: () => openScope(pool, everywhere, { isReading, sharedBy: sharedBy(undefined) }),
  })
  return { ...scopes(false), reading: scopes(true) }
}

import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, sqlState } from './sqlstate.ts'

/** The server rolled the transaction back, so any work can be repeated from its start. */
export function hasGivenWay(error: unknown): boolean {
  const code = codeOf(error)
  return code === sqlState.deadlockDetected || code === sqlState.serializationFailure
}

/** Also the end of a connection during `commit`, whose outcome is unknown: then only repeat idempotent work. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined) return false
  if (lostStates.test(code) || lostCodes.has(code) || isEndedByPooler(error)) return true
  // ENOENT and similar codes only count if they come from connecting.
  return error instanceof Error && 'syscall' in error && connecting.has(error.syscall)
}

/** PgBouncer has one state for all of them: no connection of the server in time, a server that is gone, a shutdown. */
function isEndedByPooler(error: unknown): boolean {
  return (
    codeOf(error) === sqlState.protocolViolation &&
    error instanceof Error &&
    'severity' in error &&
    error.severity === 'FATAL'
  )
}

/** Connection exceptions; idle in a transaction; too many connections; shutting down, starting up; idle session. */
const lostStates = /^(08\d\d\d|25P03|53300|57P01|57P02|57P03|57P05)$/

const connecting = new Set<unknown>(['connect', 'getaddrinfo'])

const lostCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // An open connection to a machine that has been cut off ends with one of these, after minutes.
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
])

/** The server lacks disk or memory, or cannot read a file. The work is not the cause, and may succeed in minutes. */
export function isServerFault(error: unknown): boolean {
  return /^(53|58|F0)/.test(codeOf(error) ?? '')
}

/** The server reports a bug or damage, which may concern one row or everything. */
export function isInternalError(error: unknown): boolean {
  return codeOf(error)?.startsWith('XX') === true
}

export function retryable(error: unknown): boolean {
  return hasGivenWay(error) || isConnectionLost(error)
}

export function isDatabaseAway(error: unknown): boolean {
  return isConnectionLost(error) || codeOf(error) === 'CONNECTION_ENDED'
}

/** The database answers, and has no place for one more connection, or no time: those that are open may still work. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code === sqlState.tooManyConnections || code === sqlState.queryCanceled
}

export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error)
  return code === sqlState.diskFull || code === 'ENOSPC' || code === 'EDQUOT'
}

/** The storage of files (files/storage.ts), not the database. */
export function isStorageAway(error: unknown): boolean {
  return codeOf(error) === 'STORAGE_AWAY'
}

export type Repetition = {
  /** Default `hasGivenWay`. `retryable` is for idempotent work only. */
  after?: (error: unknown) => boolean
  /** Default 4, or unlimited if `forMs` is given. */
  triesMax?: number
  /** No try begins later than this after the first. */
  forMs?: number
  /** The wait after this many tries; default 0. */
  pauseMs?: (tries: number) => number
  stop?: AbortSignal
  onRepeat?: (error: unknown) => void
}

/** @throws the last error if `after` does not accept it or the tries are used up. */
export async function repeated<Result>(
  work: () => Promise<Result>,
  {
    after = hasGivenWay,
    forMs = Infinity,
    triesMax = forMs === Infinity ? 4 : Infinity,
    pauseMs,
    stop,
    onRepeat,
  }: Repetition = {},
): Promise<Result> {
  const deadlineMs = performance.now() + forMs
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const isOver = tries >= triesMax || performance.now() > deadlineMs || stop?.aborted === true
      if (isOver || !after(error)) throw error
      onRepeat?.(error)
      if (pauseMs !== undefined) await pause(pauseMs(tries), undefined, { signal: stop }).catch(() => {})
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, sqlState } from './sqlstate.ts'

/**
 * A deadlock or a serialization failure: the server rolled the transaction back, so that any work may be repeated
 * from its start.
 */
export function hasGivenWay(error: unknown): boolean {
  const code = codeOf(error)
  return code === sqlState.deadlockDetected || code === sqlState.serializationFailure
}

/**
 * The database cannot be reached, or the connection was lost. A `commit` under way may or may not have been carried
 * out: only work that recognizes its own earlier success may be repeated after it.
 */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined) return false
  if (lostStates.test(code) || lostCodes.has(code)) return true
  // ENOENT and the like matter only where they came from connecting.
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
}

/** Connection exceptions; idle in a transaction; too many connections; shutting down, starting up; idle session. */
const lostStates = /^(08\d\d\d|25P03|53300|57P01|57P02|57P03|57P05)$/

const lostCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
])

/** Whether idempotent work may succeed when it is repeated from its start: it gave way, or its connection was lost. */
export function retryable(error: unknown): boolean {
  return hasGivenWay(error) || isConnectionLost(error)
}

/** As `isConnectionLost`, or this process has closed its connections: nothing that the caller did is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  return isConnectionLost(error) || codeOf(error) === 'CONNECTION_ENDED'
}

export type Repetition = {
  /** After which errors; `hasGivenWay` by default. `retryable` is for idempotent work only. */
  after?: (error: unknown) => boolean
  /** The tries in all; 4 by default, and without limit where `forMs` is given. */
  triesMax?: number
  /** No try begins later than this after the first. */
  forMs?: number
  /** Milliseconds to wait after so many tries; 0 by default. */
  pauseMs?: (tries: number) => number
  /** Aborted, it ends the pause, and nothing is repeated. */
  stop?: AbortSignal
  onRepeat?: (error: unknown) => void
}

/**
 * Runs a transaction again, from its start, while it fails for a reason that passes.
 * @throws the last error when it is of another kind, or the tries are used up.
 */
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

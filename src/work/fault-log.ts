import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseAway } from '../database/retry.ts'
import { count } from './counts.ts'

export type FaultLog = {
  note: (error: unknown) => void
  recovered: () => void
}

const repeatMs = 60_000

type Running = { sinceMs: number; loggedMs: number; count: number }

/** Logs each kind of fault once with its stack, then once a minute: in an outage all loops fail every few seconds. */
export function createFaultLog(
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
  nowMs: () => number = () => performance.now(),
): FaultLog {
  const running = new Map<string, Running>()
  return {
    note(error) {
      count('background_faults', {})
      const kind = kindOf(error)
      const known = running.get(kind)
      if (known === undefined) {
        running.set(kind, { sinceMs: nowMs(), loggedMs: nowMs(), count: 1 })
        log.error({ err: error }, 'background task failed; will retry')
        return
      }
      known.count += 1
      if (nowMs() - known.loggedMs < repeatMs) return
      known.loggedMs = nowMs()
      log.error(
        { fault: kind, failures: known.count, seconds: secondsSince(known) },
        'background tasks keep failing; will retry',
      )
    },
    recovered() {
      for (const [kind, fault] of running) {
        const details = { fault: kind, failures: fault.count, seconds: secondsSince(fault) }
        log.info(details, 'background tasks work again')
      }
      running.clear()
    },
  }

  function secondsSince({ sinceMs }: Running): number {
    return Math.round((nowMs() - sinceMs) / 1000)
  }
}

/** One outage shows in several ways: a connection is cut, then refused, then ended by a server that starts. */
const awayKind = 'the database cannot be reached'

function kindOf(error: unknown): string {
  if (isDatabaseAway(error)) return awayKind
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : `${error.name}: ${error.message}`
}

const logs = new WeakMap<FastifyBaseLogger, FaultLog>()

/** Shared by all loops of a thread. */
export function faultLogOf(log: FastifyBaseLogger): FaultLog {
  const known = logs.get(log) ?? createFaultLog(log)
  logs.set(log, known)
  return known
}

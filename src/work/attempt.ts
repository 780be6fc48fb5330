import type { FastifyBaseLogger } from 'fastify'
import { attemptsMax, LeaseLost, leaseSeconds } from '../database/lease.ts'
import type { Delay } from '../store/jobs/lease.ts'
import { NoRoom } from './jobs/row-room.ts'
import { codeOf, sqlState } from '../database/sqlstate.ts'
import { count } from './counts.ts'
import {
  isDiskFull,
  isInternalError,
  isServerFault,
  isStorageAway,
  repeated,
  retryable,
} from '../database/retry.ts'

/** A claim whose run threw. `fail`, `release` and `postpone` throw `LeaseLost` if another worker holds it. */
export type Attempt = {
  /** For the log. */
  name: string
  log: FastifyBaseLogger
  stop: AbortSignal
  attempts: number
  /** Whether the work itself is at fault; the message is then a sentence for its owner. */
  isItsFault: (error: unknown) => boolean
  fail: (message: string) => Promise<void>
  release: () => Promise<void>
  postpone: (delay: Delay) => Promise<void>
  /** Lets go of a claim that may be its own still. */
  lost?: () => Promise<void>
}

/** Fails, releases or postpones what was claimed. Never throws. */
export async function endAttempt(error: unknown, attempt: Attempt): Promise<void> {
  const { name, log, stop, attempts } = attempt
  try {
    if (error instanceof LeaseLost) {
      noteLeaseLost(attempt)
      await attempt.lost?.()
    } else if (error instanceof NoRoom && !stop.aborted) {
      log.warn(`${name} waits, because the disk of the database has too little room; it goes on by itself`)
      await attempt.postpone({ seconds: roomSeconds, isCounted: false, reason: roomOf.rows })
    } else if (error instanceof Error && attempt.isItsFault(error)) await attempt.fail(error.message)
    else if (stop.aborted) await attempt.release()
    else {
      log.error({ err: error, attempt: attempts }, `${name} run failed; will retry`)
      const delay = delayAfter(error, attempts)
      await repeated(() => attempt.postpone(delay), {
        after: (second) => retryable(second) || isServerFault(second) || isInternalError(second),
        forMs: patienceMs,
        pauseMs: () => patiencePauseMs,
        stop,
      })
    }
  } catch (second) {
    if (second instanceof LeaseLost) noteLeaseLost(attempt)
    else log.error({ err: second }, `${name} could not be released; its lease will expire`)
  }
}

/** Until work that waits for room looks again. */
export const roomSeconds = 30

/** What work waits for, as its owner reads it; an alert knows these words. */
export const roomOf = { rows: 'room on the disk of the database', files: 'room on the disk of the server' }

/**
 * A full disk, a storage of files that is away or refuses, or a fault of the database server (no memory, a missing file) is retried until an operator has repaired it. An
 * internal error may be the work's fault, so it is retried for an hour; any other error for seconds.
 */
function delayAfter(error: unknown, attempts: number): Delay {
  if (isStorageAway(error)) return { seconds: 15, isCounted: false }
  if (isDiskFull(error)) {
    const reason = codeOf(error) === sqlState.diskFull ? roomOf.rows : roomOf.files
    return { seconds: 120, isCounted: false, reason }
  }
  if (isServerFault(error)) return { seconds: 120, isCounted: false }
  const seconds = isInternalError(error) ? 60 * 2 ** Math.min(attempts, attemptsMax) : attempts
  return { seconds, isCounted: true }
}

/** No other worker can take the work before the lease expires. */
const patienceMs = 0.5 * leaseSeconds * 1000
const patiencePauseMs = 250

function noteLeaseLost({ name, log }: Attempt): void {
  count('lease_losses', { work: name })
  log.info('lease lost (taken over, paused or cancelled); uncommitted work rolled back')
}

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../contract/api/errors.ts'
import { clientOf } from '../../outbound/network.ts'
import { callerName } from '../../store/callers.ts'
import type { Caller } from '../../store/callers.ts'
import { createBuckets } from './buckets.ts'

export type RateLimits = {
  /**
   * Runs `authenticate` unless the address has sent too many wrong credentials. A credential that was right before is
   * not blocked, so that an attacker on a shared address does not lock out the others.
   * @throws AppError `too_many_requests`; errors of `authenticate`.
   */
  guard: <Found>(attempt: Attempt, authenticate: () => Promise<Found>) => Promise<Found>
  /** Counts a call. @returns the headers of its answer. @throws AppError `too_many_requests`. */
  spend: (caller: Caller) => Record<string, string>
}

export type Attempt = { address: string; authorization: string | undefined }

export type RateLimitSettings = {
  /** Calls per caller; 0: no limit. */
  perMinute: number
  /** Wrong credentials per address; 0: no limit. */
  failuresPerMinute: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** Credentials kept; the least recently used one is dropped first. */
const provenMax = 50_000

/** Counts are in memory, for each server separately. */
export function createRateLimits(settings: RateLimitSettings): RateLimits {
  const { perMinute, failuresPerMinute, now = () => performance.now() } = settings
  return {
    guard:
      failuresPerMinute === 0
        ? (_attempt, authenticate) => authenticate()
        : createGuard(failuresPerMinute, now),
    spend: perMinute === 0 ? () => ({}) : createSpend(perMinute, now),
  }
}

function createGuard(failuresPerMinute: number, now: () => number): RateLimits['guard'] {
  const failures = createBuckets(failuresPerMinute, now)
  const proven = new LRUCache<string, true>({ max: provenMax })
  return async ({ address, authorization }, authenticate) => {
    if (authorization === undefined) return authenticate()
    const credential = createHash('sha256').update(authorization).digest('base64')
    if (proven.get(credential) !== undefined) {
      return authenticate().catch((error: unknown) => {
        if (isRefusal(error)) proven.delete(credential)
        throw error
      })
    }
    // Counted before the check, so that simultaneous guesses count, too.
    const place = clientOf(address)
    const { waitSeconds } = failures.take(place)
    if (waitSeconds > 0) throw tooMany('too many wrong credentials from this address', waitSeconds)
    try {
      const found = await authenticate()
      failures.giveBack(place)
      proven.set(credential, true)
      return found
    } catch (error) {
      if (!isRefusal(error)) failures.giveBack(place)
      throw error
    }
  }
}

function createSpend(perMinute: number, now: () => number): RateLimits['spend'] {
  const calls = createBuckets(perMinute, now)
  return (caller) => {
    const taken = calls.take(`${caller.organization_id} ${callerName(caller)}`)
    const headers = {
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': String(taken.left),
      'x-ratelimit-reset': String(taken.fullSeconds),
    }
    if (taken.waitSeconds > 0) throw tooMany('too many requests', taken.waitSeconds, headers)
    return headers
  }
}

export const noRateLimits = createRateLimits({ perMinute: 0, failuresPerMinute: 0 })

function tooMany(problem: string, waitSeconds: number, headers: Record<string, string> = {}): AppError {
  return new AppError('too_many_requests', `${problem}; try again in ${waitSeconds} seconds`, {
    headers: { ...headers, 'retry-after': String(waitSeconds) },
  })
}

const isRefusal = (error: unknown) => error instanceof AppError && error.status === 401

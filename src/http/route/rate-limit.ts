import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../contract/api/errors.ts'
import { clientOf } from '../../outbound/network.ts'
import { callerName, type Caller } from '../../store/callers.ts'
import { createBuckets, type Taken } from './buckets.ts'

export type RateLimits = {
  /**
   * A credential that was valid before is not blocked, so an attacker cannot lock out others at a shared address.
   * @throws AppError `too_many_requests`; errors of `authenticate`.
   */
  guard: <Found>(attempt: Attempt, authenticate: () => Promise<Found>) => Promise<Found>
  /** Counts a call. @returns the headers of its answer. @throws AppError `too_many_requests`. */
  spend: (caller: Caller) => Record<string, string>
}

export type Attempt = { address: string; authorization: string | undefined }

export type RateLimitSettings = {
  perMinute: number
  /** Per organization, for all callers together; 0, the default: no limit. */
  perMinuteOfOrganization?: number
  /** Wrong credentials per address; 0: no limit. */
  failuresPerMinute: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** The least recently used credential is dropped first. */
const provenMax = 50_000

/** Counts are in memory, so each server process has its own. */
export function createRateLimits(settings: RateLimitSettings): RateLimits {
  const { failuresPerMinute, now = () => performance.now() } = settings
  return {
    guard:
      failuresPerMinute === 0
        ? (_attempt, authenticate) => authenticate()
        : createGuard(failuresPerMinute, now),
    spend: createSpend(settings, now),
  }
}

function createGuard(failuresPerMinute: number, now: () => number): RateLimits['guard'] {
  const failures = createBuckets(failuresPerMinute, now)
  const proven = new LRUCache<string, true>({ maxSize: provenMax, sizeCalculation: () => 1 })
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

function createSpend(
  { perMinute, perMinuteOfOrganization = 0 }: RateLimitSettings,
  now: () => number,
): RateLimits['spend'] {
  const calls = createLimit(perMinute, now)
  const ofOrganization = createLimit(perMinuteOfOrganization, now)
  return (caller) => {
    const name = `${caller.organization_id} ${callerName(caller)}`
    const own = calls.take(name)
    refuseLate(own, 'too many requests')
    const whole = ofOrganization.take(String(caller.organization_id))
    if (whole.waitSeconds > 0) calls.giveBack(name)
    refuseLate(whole, 'too many requests of the organization, all its keys and users together')
    return headersOf(whole.left < own.left ? whole : own)
  }
}

type Limited = Taken & { perMinute: number }

function createLimit(perMinute: number, now: () => number) {
  const unlimited = { left: Infinity, fullSeconds: 0, waitSeconds: 0 }
  const buckets = perMinute === 0 ? undefined : createBuckets(perMinute, now)
  return {
    take: (name: string): Limited => ({ ...(buckets?.take(name) ?? unlimited), perMinute }),
    giveBack: (name: string) => buckets?.giveBack(name),
  }
}

function refuseLate(taken: Limited, problem: string): void {
  if (taken.waitSeconds > 0) throw tooMany(problem, taken.waitSeconds, headersOf(taken))
}

function headersOf({ perMinute, left, fullSeconds }: Limited): Record<string, string> {
  if (perMinute === 0) return {}
  return {
    'x-ratelimit-limit': String(perMinute),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': String(fullSeconds),
  }
}

export const noRateLimits = createRateLimits({ perMinute: 0, failuresPerMinute: 0 })

function tooMany(problem: string, waitSeconds: number, headers: Record<string, string> = {}): AppError {
  return new AppError('too_many_requests', `${problem}; try again in ${waitSeconds} seconds`, {
    headers: { ...headers, 'retry-after': String(waitSeconds) },
  })
}

const isRefusal = (error: unknown) => error instanceof AppError && error.status === 401

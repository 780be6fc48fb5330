import { createRateLimits, type RateLimits } from '../../http/route/rate-limit.ts'
import type { Config } from '../config.ts'

/** Of `file_source.content`. The memory for bodies follows from it. */
export const jsonImportBytesMax = 33_554_432

/** Per address and minute. */
const failuresPerMinute = 300

/** Callers of an organization that can use their full rate at once. */
const fullRates = 3

export function rateLimitsOf({ rateLimitPerMinute: perMinute }: Config): RateLimits {
  return createRateLimits({ perMinute, perMinuteOfOrganization: fullRates * perMinute, failuresPerMinute })
}

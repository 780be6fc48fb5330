import { z } from 'zod'
import type { KeyRole } from '../api/endpoint.ts'
import { choice, flag, name, text, whole } from '../api/fields.ts'
import { parseDateTime } from '../times/instants.ts'

/** What a caller may say about an API key. */

export const keyRoles = ['organization_admin', 'system_admin'] as const satisfies readonly KeyRole[]

const expiry = text(64)
  .nullish()
  .meta({ description: 'A time to come, from which on the key is refused; null: it never expires.' })

export const apiKeyInput = z.object({
  name: name(100),
  role: choice(keyRoles)
    .nullish()
    .transform((value) => value ?? 'organization_admin'),
  active: flag.nullish().transform((value) => value ?? true),
  expires_at: expiry,
})

const unlessNull = <Value>(value: Value | null | undefined) => value ?? undefined

export const apiKeyChanges = z.object({
  name: name(100).optional(),
  role: choice(keyRoles).nullish().transform(unlessNull),
  active: flag.nullish().transform(unlessNull),
  expires_at: expiry,
})

export const overlapSecondsMax = 604_800
export const overlapSecondsDefault = 3_600

export const apiKeyRotation = z.object({
  overlap_seconds: whole(0, overlapSecondsMax)
    .nullish()
    .transform((value) => value ?? overlapSecondsDefault)
    .meta({ description: 'How long the old value goes on working: default 3600; 0: not at all.' }),
})

export type ApiKeyChanges = z.output<typeof apiKeyChanges>
export type ApiKeyRotation = z.output<typeof apiKeyRotation>

/** The clock and the zone of the organization whose key it is. */
export type KeyClock = { now_ms: number; time_zone: string }

/**
 * @returns epoch milliseconds, null for never, undefined where nothing was given; or what is wrong with it.
 */
export function readExpiry(
  given: string | null | undefined,
  clock: KeyClock,
): { ms: number | null | undefined } | { problem: string } {
  if (given == null || given.trim() === '') return { ms: given === undefined ? undefined : null }
  const ms = parseDateTime(given.trim(), { dateFormat: 'mdy', zone: clock.time_zone })
  if (ms === null) return { problem: 'expires_at is not a valid date-time' }
  return ms > clock.now_ms ? { ms } : { problem: 'expires_at must be in the future' }
}

import { z } from 'zod'
import { whole } from '../api/fields.ts'

/** Pruning ends the subscriptions of active subscribers who are not in the file. */

export const pruneActions = ['deactivate', 'unsubscribe'] as const
export type PruneAction = (typeof pruneActions)[number]

export const prunedStatus = { deactivate: 'deactivated', unsubscribe: 'unsubscribed' } as const

/** A number of subscribers, or a percentage of the list's active ones. */
export type PruneLimit = number | string

export const pruneLimitDefault = '10%'

const percentage = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/
const problem = 'must be a whole number of subscribers, or a percentage between 0% and 100%'

export const pruneLimitInput = z.union(
  [
    whole(0, Number.MAX_SAFE_INTEGER),
    z
      .string()
      .refine((text) => Number(percentage.exec(text)?.[1] ?? Number.NaN) <= 100, problem)
      .transform((text) => text.replace(' ', '')),
  ],
  problem,
)

/** @param stored null: the default. */
export function pruneLimitOf(stored: string | null): PruneLimit {
  const text = stored ?? pruneLimitDefault
  return text.endsWith('%') ? text : Number(text)
}

export function isOverPruneLimit(limit: PruneLimit, found: number, active: number): boolean {
  if (typeof limit === 'number') return found > limit
  return found * 100 > active * Number.parseFloat(limit)
}

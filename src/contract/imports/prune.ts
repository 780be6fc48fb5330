import { z } from 'zod'

/** Pruning ends the subscriptions of active subscribers who are not in the file. */

export const pruneActions = ['deactivate', 'unsubscribe'] as const
export type PruneAction = (typeof pruneActions)[number]

export const prunedStatus = { deactivate: 'deactivated', unsubscribe: 'unsubscribed' } as const

/** A number of subscribers, or a percentage of the list's active ones. */
export type PruneLimit = number | string

export const pruneLimitDefault = '10%'

const percentage = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/
const problem = 'must be a whole number of subscribers, or a percentage between 0% and 100%'

/** Numbers also as strings, which form-based clients send. */
export const pruneLimitInput = z
  .union([z.number(), z.string()], problem)
  .transform((value): PruneLimit => {
    const text = String(value).trim()
    return /^\d{1,15}$/.test(text) ? Number(text) : text.replace(' ', '')
  })
  .refine(
    (limit) => typeof limit === 'number' || Number(percentage.exec(limit)?.[1] ?? Number.NaN) <= 100,
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

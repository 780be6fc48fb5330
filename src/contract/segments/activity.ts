import { z } from 'zod'
import { choice, text, whole } from '../api/fields.ts'

/** What subscribers did with messages, and which import brought them. */

export const activities = ['was_sent', 'opened', 'clicked', 'bounced'] as const
export const activityOperators = ['did', 'did_not'] as const
export const importOperators = [
  'added_by',
  'not_added_by',
  'changed_by',
  'not_changed_by',
  'added_or_changed_by',
  'not_added_or_changed_by',
] as const

/**
 * At most one of `campaign`, `last_campaigns` and `last_days`; none: any message of the list, of autoresponders too.
 * `last_campaigns` are those of the list that started last. `last_days` are 24 hours each: of a message when it was sent
 * (`was_sent`, `bounced`), otherwise when the subscriber first opened or clicked it.
 */
export type ActivityClause<Reference> = {
  type: 'activity'
  activity: (typeof activities)[number]
  operator: (typeof activityOperators)[number]
  campaign?: Reference
  last_campaigns?: number
  last_days?: number
  /** Of clicks: the address of the link as it was stored when the message was sent, or a part of it. */
  url?: string
  url_contains?: string
}

export type ImportClause<Reference> = {
  type: 'import'
  operator: (typeof importOperators)[number]
  import: Reference
}

const urlText = text(2000).refine((value) => /\S/.test(value), 'cannot be blank')

/** @param reference the schema of `{ id }` or `{ name }`. */
export function activitySchema<Reference>(reference: z.ZodType<Reference>) {
  return z
    .strictObject({
      type: z.literal('activity'),
      activity: choice(activities),
      operator: choice(activityOperators),
      campaign: reference.optional(),
      last_campaigns: whole(1, 100).optional(),
      last_days: whole(1, 36_500).optional(),
      url: urlText.optional(),
      url_contains: urlText.optional(),
    })
    .transform((given, context): ActivityClause<Reference> => {
      const only = (names: readonly (keyof typeof given)[]) => {
        const [, second] = names.filter((name) => given[name] !== undefined)
        const message = `is not possible beside another one of ${names.join(', ')}`
        if (second !== undefined) context.addIssue({ code: 'custom', path: [second], message })
      }
      only(['campaign', 'last_campaigns', 'last_days'])
      only(['url', 'url_contains'])
      const link = given.url === undefined ? 'url_contains' : 'url'
      if (given[link] !== undefined && given.activity !== 'clicked') {
        context.addIssue({
          code: 'custom',
          path: [link],
          message: 'is possible with the activity clicked only',
        })
      }
      return Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as ActivityClause<Reference>
    })
}

/** Imports have no names of their own, so they are named by their id. */
export function importSchema<Reference>(reference: z.ZodType<Reference>) {
  return z.strictObject({ type: z.literal('import'), operator: choice(importOperators), import: reference })
}

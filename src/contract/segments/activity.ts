import { z } from 'zod'
import { choice, text, whole } from '../api/fields.ts'
import { bounceSeverities, type BounceSeverity } from '../responses/severity.ts'

/** What subscribers did with messages, and which import brought them. */

export const activities = [
  'was_sent',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'was_delivered',
  'is_waiting',
  'was_left_out',
  'opened_by_machine',
  'clicked_by_machine',
] as const
export type Activity = (typeof activities)[number]

/** Of messages, by the state of their delivery. */
export const messageActivities = ['was_sent', 'was_delivered', 'is_waiting', 'was_left_out'] as const
/** Of these no time is recorded, and no index finds them among all messages. */
const ofMachines: readonly Activity[] = ['opened_by_machine', 'clicked_by_machine']
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
 * At most one of `campaign`, `autoresponder`, `last_campaigns` and `last_days`; none: any message of the list, of
 * autoresponders too. `last_campaigns` are those of the list that started last. `last_days` are 24 hours each: of a message
 * when it was sent, otherwise when the subscriber first did it.
 */
export type ActivityClause<Reference> = {
  type: 'activity'
  activity: Activity
  operator: (typeof activityOperators)[number]
  campaign?: Reference
  /** Of the campaign: which of its contents they got, from 1. */
  version?: number
  /** Or a step of a sequence. */
  autoresponder?: Reference
  last_campaigns?: number
  last_days?: number
  /** Of clicks: the address of the link as it was stored when the message was sent, or a part of it. */
  url?: string
  url_contains?: string
  /** Of bounces: of the first one. */
  severity?: BounceSeverity
}

export type ImportClause<Reference> = {
  type: 'import'
  operator: (typeof importOperators)[number]
  import: Reference
}

const versionMax = 100
const urlText = text(2000).refine((value) => /\S/.test(value), 'cannot be blank')

/** @param reference the schema of `{ id }` or `{ name }`. */
export function activitySchema<Reference>(reference: z.ZodType<Reference>) {
  return z
    .strictObject({
      type: z.literal('activity'),
      activity: choice(activities),
      operator: choice(activityOperators),
      campaign: reference.optional(),
      version: whole(1, versionMax).optional(),
      autoresponder: reference.optional(),
      last_campaigns: whole(1, 100).optional(),
      last_days: whole(1, 36_500).optional(),
      url: urlText.optional(),
      url_contains: urlText.optional(),
      severity: choice(bounceSeverities).optional(),
    })
    .transform((given, context): ActivityClause<Reference> => {
      const only = (names: readonly (keyof typeof given)[]) => {
        const [, second] = names.filter((name) => given[name] !== undefined)
        const message = `is not possible beside another one of ${names.join(', ')}`
        if (second !== undefined) context.addIssue({ code: 'custom', path: [second], message })
      }
      const report = (name: string, message: string) =>
        context.addIssue({ code: 'custom', path: [name], message })
      only(['campaign', 'autoresponder', 'last_campaigns', 'last_days'])
      only(['url', 'url_contains'])
      const link = given.url === undefined ? 'url_contains' : 'url'
      if (given[link] !== undefined && given.activity !== 'clicked')
        report(link, 'is possible with the activity clicked only')
      if (given.severity !== undefined && given.activity !== 'bounced')
        report('severity', 'is possible with the activity bounced only')
      if (given.version !== undefined && given.campaign === undefined)
        report('version', 'needs the campaign that it is a version of')
      if (ofMachines.includes(given.activity) && (given.campaign ?? given.autoresponder) === undefined)
        report('activity', `${given.activity} needs a campaign or an autoresponder`)
      return Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as ActivityClause<Reference>
    })
}

/** Imports have no names of their own, so they are named by their id. */
export function importSchema<Reference>(reference: z.ZodType<Reference>) {
  return z.strictObject({ type: z.literal('import'), operator: choice(importOperators), import: reference })
}

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice, given, idField, name, text, whole } from '../api/fields.ts'
import type { Clause } from '../segments/clauses.ts'
import { clausesInput } from '../segments/endpoints.ts'
import { leavesOf } from '../segments/tree.ts'
import { weekdays } from '../times/hours.ts'
import { resourceEndpoints } from './endpoints.ts'

/** Decide at the time of sending which recipients are skipped, and which wait. */

export const skipWhens = ['matching', 'not_matching'] as const

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day such as 09:00')

const days = z
  .array(whole(1, 7))
  .min(1)
  .max(7)
  .transform((given) => [...new Set(given)].toSorted((one, other) => one - other))

export const sendingRuleSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    mailing_list_id: z.int().nullable(),
    clauses: z
      .array(z.looseObject({ type: z.string() }))
      .nullable()
      .meta({ description: 'As those of a segment. null: no condition.' }),
    description: z.string().meta({ description: 'The clauses in words. Empty without clauses.' }),
    skip_when: z.enum(skipWhens),
    messages_max: z.int().nullable(),
    messages_days: z.int().nullable(),
    send_from: z.string().nullable(),
    send_until: z.string().nullable(),
    send_days: z.array(z.int()),
    time_zone_field: z.string().nullable(),
    updated_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'SpecialSendingRule' })

export const sendingRuleInput = z.object({
  name: name(255).meta({ description: 'A name for the rule, up to 255 characters.' }),
  mailing_list_id: idField.nullish().meta({
    description:
      'The only list whose campaigns and autoresponders can use the rule. Needed if a clause is about a custom field of one list. null: all lists. Default: null.',
  }),
  clauses: clausesInput.nullish().meta({
    description:
      'The condition, as the clauses of a segment. null or an empty array: no condition. Default: null.',
  }),
  skip_when: given(choice(skipWhens)).meta({
    description: 'Skip people who match the clauses, or those who do not match. Default: matching.',
  }),
  messages_max: whole(1, 1000).nullish().meta({
    description:
      'Skip people whose address had this many messages of campaigns of the organization in the last messages_days days. null: no limit. Default: null.',
  }),
  messages_days: whole(1, 365).nullish().meta({ description: 'The days of messages_max, of 24 hours each.' }),
  send_from: timeOfDay.nullish().meta({
    description:
      'The time of the day from which messages leave, HH:MM. Until then people wait. null: the whole day. Default: null.',
  }),
  send_until: timeOfDay.nullish().meta({
    description: 'The time of the day until which messages leave. Before send_from: on the next day.',
  }),
  send_days: given(days).meta({
    description: 'The weekdays on which messages leave, 1 (Monday) to 7 (Sunday). Default: all.',
  }),
  time_zone_field: text(255)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value?.trim() || null))
    .meta({
      description:
        "The name of a custom field with the time zone of a person, such as Europe/Berlin. Without a known zone in it, and if null, the organization's zone counts. Default: null.",
    }),
})
export const sendingRuleChanges = sendingRuleInput.partial()

export type SendingRuleInput = z.output<typeof sendingRuleInput>
export type SendingRuleChanges = z.output<typeof sendingRuleChanges>

export type SendingRuleValues = Omit<
  z.output<typeof sendingRuleSchema>,
  'id' | 'clauses' | 'description' | 'updated_at'
>

type Whole = SendingRuleValues & { hasClauses: boolean }

/** @returns problems between the attributes of a rule. */
export function ruleProblems(rule: Whole): string[] {
  const problems: string[] = []
  if ((rule.messages_max === null) !== (rule.messages_days === null)) {
    problems.push('messages_max and messages_days must be given together')
  }
  if ((rule.send_from === null) !== (rule.send_until === null)) {
    problems.push('send_from and send_until must be given together')
  }
  if (rule.send_from !== null && rule.send_from === rule.send_until) {
    problems.push('send_until must differ from send_from')
  }
  const decides = rule.hasClauses || rule.messages_max !== null || limitsHours(rule)
  if (problems.length === 0 && !decides) {
    problems.push('one of clauses, messages_max, send_from and send_days must be given')
  }
  return problems
}

/** Of people of a remote list, the address and the messages of the list are known. */
const remoteTypes: readonly string[] = [
  'activity',
  'in_mailing_list',
  'not_in_suppression_list',
  'subscriber_email',
  'subscriber_email_domain',
]

/** @returns the parts of a rule that are not available on remote lists. */
export function notOnRemoteLists(rule: {
  clauses: readonly Clause<unknown>[] | null
  time_zone_field: string | null
}): string[] {
  const types = new Set<string>(leavesOf(rule.clauses ?? []).map(({ type }) => type))
  const refused = [...types].filter((type) => !remoteTypes.includes(type))
  return [
    ...(refused.length === 0 ? [] : [`clauses of type ${refused.join(', ')}`]),
    ...(rule.time_zone_field === null ? [] : ['time_zone_field']),
  ]
}

export function limitsHours(rule: Pick<SendingRuleValues, 'send_from' | 'send_days'>): boolean {
  return rule.send_from !== null || rule.send_days.length < weekdays.length
}

export const sendingRuleEndpoints = resourceEndpoints<SendingRuleInput, SendingRuleChanges>({
  name: 'SpecialSendingRule',
  path: 'special_sending_rules',
  tag: 'Special sending rules',
  one: 'special sending rule',
  many: 'special sending rules',
  param: ':id',
  wrapper: 'special_sending_rule',
  record: sendingRuleSchema,
  input: sendingRuleInput,
  changes: sendingRuleChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'standard', write: 'organization_admin' },
  versioned: true,
})

const ruleUse = z.object({
  type: z.enum(['Autoresponder', 'Campaign', 'Template']),
  id: z.int(),
  name: z.string(),
  mailing_list_id: z.int(),
})

export type SendingRuleUse = z.output<typeof ruleUse>

export const showSendingRuleUses = endpoint({
  id: 'showSpecialSendingRuleUses',
  tag: 'Special sending rules',
  role: 'standard',
  method: 'GET',
  path: 'special_sending_rules/:id/uses',
  summary:
    'List what uses a special sending rule and keeps it from being deleted: up to 100 campaigns that have not ended, templates and autoresponders',
  paged: 'none',
  data: z.array(ruleUse.meta({ id: 'SpecialSendingRuleUse' })),
})

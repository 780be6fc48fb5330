import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { badRequest } from '../api/errors.ts'
import { flag, given, idField, name } from '../api/fields.ts'
import { customFieldsInput, subscriberSchema } from '../subscribers/endpoints.ts'
import { isStorable } from '../values/text.ts'

const keyLengthMax = 50
/** In total, because each triggered autoresponder stores them until its message is sent. */
const valuesLengthMax = 100_000
const replacementsMax = 1000
export const triggeredMax = 100

const fields = {
  autoresponder_ids: z.array(idField).min(1, 'cannot be empty').max(triggeredMax).nullish().meta({
    description:
      'The autoresponders of the list to trigger, at most 100, whatever their trigger is. Use this or autoresponder_names.',
  }),
  autoresponder_names: z
    .union([name(255), z.array(name(255)).min(1).max(triggeredMax)], {
      error: ({ input }) =>
        Array.isArray(input)
          ? `must have 1 to ${triggeredMax} names, each of them a single line of at most 255 characters`
          : 'must be a name or an array of names',
    })
    .nullish()
    .meta({
      description: `A name, or an array of names. Case is ignored; * matches any text. Each must match an autoresponder of the list; together they can match at most ${triggeredMax}.`,
    }),
  create_missing_subscriber: given(flag).meta({
    description:
      'Whether to create the subscriber if there is none. The path must contain an address. Default: false.',
  }),
  reactivate_subscriber: given(flag).meta({
    description:
      'Whether to make the subscriber active again. Default: false, the call fails for an inactive subscriber.',
  }),
  skip_subscription_autoresponders: given(flag).meta({
    description:
      'Whether a subscriber who is created or reactivated triggers no subscription autoresponders. Default: false.',
  }),
  content_replacement_fields: z
    .unknown()
    .optional()
    .meta({ description: 'Strings by key, which replace %%api:key%% in the messages.' }),
  content_data: given(z.record(z.string(), z.unknown())).meta({
    description:
      'Any JSON, up to 100,000 characters: {{ data.items }} in messages whose language is liquid. %%api:key%% shows its texts and numbers.',
  }),
  custom_fields: given(
    z.object({
      for_all: customFieldsInput.meta({ description: 'Values for every subscriber, by field name.' }),
      for_new: customFieldsInput.meta({ description: 'Values for a subscriber whom this call creates.' }),
      for_active: customFieldsInput.meta({ description: 'Values for a subscriber who was already active.' }),
      for_reactivated: customFieldsInput.meta({
        description: 'Values for a subscriber whom this call makes active again.',
      }),
    }),
  ).meta({
    description:
      'Values to set on the subscriber. Those for one kind of subscriber take precedence over for_all.',
  }),
}

export const triggerInput = z.object(fields)
export type TriggerInput = z.output<typeof triggerInput>

export const subscriptionResults = ['created', 'remained_active', 'reactivated'] as const
export type SubscriptionResult = (typeof subscriptionResults)[number]

export const triggerAutoresponders = endpoint({
  id: 'triggerAutoresponders',
  tag: 'Subscribers',
  role: 'standard',
  permission: 'subscriber.create',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/subscribers/:id_or_email/trigger_autoresponders',
  summary: 'Trigger autoresponders for a subscriber, which the call can create or reactivate',
  body: triggerInput,
  paged: 'none',
  data: z.object({
    triggered_autoresponders: z.array(z.object({ id: z.int(), name: z.string() })),
    subscriber: subscriberSchema,
    subscription_result: z.enum(subscriptionResults),
  }),
})

/**
 * Values of `%%api:key%%`. Keys that differ only in case, or in spaces and underscores, are the same key.
 * @throws AppError `invalid_request`.
 */
export function readReplacements(input: unknown): Record<string, string> | undefined {
  if (input === undefined || input === null) return undefined
  // PHP encodes an empty hash as an empty array.
  if (Array.isArray(input) && input.length === 0) return undefined
  if (typeof input !== 'object' || Array.isArray(input)) throw badRequest(`${attribute} must be an object`)
  const entries = Object.entries(input)
  if (entries.length > replacementsMax) throw badRequest(`${attribute} has more than ${replacementsMax} keys`)
  const length = entries.reduce((sum, [, value]) => sum + (typeof value === 'string' ? value.length : 0), 0)
  if (length > valuesLengthMax) {
    throw badRequest(`${attribute} has more than ${valuesLengthMax} characters in its values`)
  }
  const seen = new Set<string>()
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const problem = findKeyProblem(key) ?? findValueProblem(value)
      if (problem !== null) throw badRequest(`${attribute} ${problem}`)
      const compared = comparedKey(key)
      if (seen.has(compared)) throw badRequest(`${attribute} has a key twice; the case of keys is ignored`)
      seen.add(compared)
      return [key, String(value)]
    }),
  )
}

/** Both kinds of values in one record. @throws AppError `invalid_request`. */
export function readMessageData({
  content_replacement_fields: fields,
  content_data: data,
}: Pick<TriggerInput, 'content_replacement_fields' | 'content_data'>): Record<string, unknown> | undefined {
  const replacements = readReplacements(fields)
  if (data === undefined) return replacements
  const entries = Object.entries(data)
  const text = JSON.stringify(data)
  if (text.length > valuesLengthMax)
    throw badRequest(`content_data has more than ${valuesLengthMax} characters`)
  if (isDeeper(data, depthMax)) throw badRequest(`content_data is nested more than ${depthMax} levels deep`)
  if (!textsOf(data).every(isStorable)) {
    throw badRequest('content_data has a character that cannot be stored')
  }
  const taken = new Set(Object.keys(replacements ?? {}).map(comparedKey))
  for (const [key] of entries) {
    const problem = findKeyProblem(key)
    if (problem !== null) throw badRequest(`content_data ${problem}`)
    if (taken.has(comparedKey(key)))
      throw badRequest(`content_data and ${attribute} have the same key; give it once`)
  }
  return { ...replacements, ...data }
}

const depthMax = 10

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)])
}

function comparedKey(key: string): string {
  return key.trim().normalize('NFC').toLowerCase().replaceAll(/\s/g, '_')
}

const attribute = 'content_replacement_fields'

function findKeyProblem(key: string): string | null {
  if (key.trim() === '') return 'has a blank key'
  if (key.length > keyLengthMax) return `has a key of more than ${keyLengthMax} characters`
  if (!/[\p{L}\p{N}]/u.test(key)) return 'has a key without a letter or digit'
  return isStorable(key) ? null : 'has a key with a character that cannot be stored'
}

function findValueProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'has a value that is not a string'
  return isStorable(value) ? null : 'has a value with a character that cannot be stored'
}

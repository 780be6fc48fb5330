import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { badRequest } from '../api/errors.ts'
import { flag, given, idField, name } from '../api/fields.ts'
import { customFieldsInput, subscriberSchema } from '../subscribers/endpoints.ts'
import { isStorable } from '../values/text.ts'

/** Setting off autoresponders for one subscriber. */

const keyLengthMax = 50
/** Of all together: each autoresponder that is set off keeps them until its message is sent. */
const valuesLengthMax = 100_000
const replacementsMax = 1000
/** In one call. */
export const triggeredMax = 100

const fields = {
  autoresponder_ids: z
    .array(idField)
    .min(1, 'cannot be empty')
    .max(triggeredMax)
    .nullish()
    .meta({ description: 'With the trigger api. One of autoresponder_ids and autoresponder_names.' }),
  autoresponder_names: name(255)
    .nullish()
    .meta({
      description: `All with the trigger api whose name matches, without regard to case; * is any text. At most ${triggeredMax}.`,
    }),
  create_missing_subscriber: given(flag).meta({ description: 'Needs an address in the path.' }),
  reactivate_subscriber: given(flag),
  skip_subscription_autoresponders: given(flag).meta({
    description: 'A subscriber who is new or comes back sets off none that run from the API.',
  }),
  content_replacement_fields: z
    .unknown()
    .optional()
    .meta({ description: 'A hash: texts that stand for %%api:key%% in the messages.' }),
  custom_fields: given(
    z.object({
      for_all: customFieldsInput,
      for_new: customFieldsInput,
      for_active: customFieldsInput,
      for_reactivated: customFieldsInput,
    }),
  ).meta({ description: 'What is given for one kind of subscriber wins over for_all.' }),
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
  summary: 'Have autoresponders send to a subscriber, who is added or made active again if the call says so',
  body: triggerInput,
  paged: 'none',
  data: z.object({
    triggered_autoresponders: z.array(z.object({ id: z.int(), name: z.string() })),
    subscriber: subscriberSchema,
    subscription_result: z.enum(subscriptionResults),
  }),
})

/**
 * The texts for `%%api:key%%`, by keys as they were given. Keys compare as codes do: without regard to case, white space
 * as an underscore. @throws AppError `invalid_request`.
 */
export function readReplacements(input: unknown): Record<string, string> | undefined {
  if (input === undefined || input === null) return undefined
  // PHP writes an empty hash as an empty array.
  if (Array.isArray(input) && input.length === 0) return undefined
  if (typeof input !== 'object' || Array.isArray(input)) throw badRequest(`${attribute} must be a hash`)
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
      const compared = key.trim().normalize('NFC').toLowerCase().replaceAll(/\s/g, '_')
      if (seen.has(compared)) throw badRequest(`${attribute} has a key twice: case does not tell keys apart`)
      seen.add(compared)
      return [key, String(value)]
    }),
  )
}

const attribute = 'content_replacement_fields'

function findKeyProblem(key: string): string | null {
  if (key.trim() === '') return 'has a blank key'
  if (key.length > keyLengthMax) return `has a key of more than ${keyLengthMax} characters`
  if (!/[\p{L}\p{N}]/u.test(key)) return 'has a key without a letter or digit'
  return isStorable(key) ? null : 'has a key with a character that cannot be stored'
}

function findValueProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'has a value that is not a text'
  return isStorable(value) ? null : 'has a value with a character that cannot be stored'
}

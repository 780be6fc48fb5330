import { trimmed } from '../values/spelling/invisible.ts'
import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { fieldTypes } from '../lists/field-values.ts'
import { choice, flag, text } from '../api/fields.ts'
import { subscriberStatuses } from '../imports/states.ts'
import { parseIp } from '../values/ip.ts'
import { parseEmail } from '../values/email.ts'
import { emailProblem } from '../values/spelling/written-addresses.ts'
import { personFilters } from './filters.ts'
import { tokenQuery } from '../api/paging.ts'
import { id } from '../api/query.ts'

export const lookupsMax = 100

const emailFormats = ['html', 'text', 'both'] as const
export type EmailFormat = (typeof emailFormats)[number]

const time = z.iso.datetime({ offset: true })

/** No pattern: late on 9999-12-31, zones further east are in a five-digit year, and the answer must not fail. */
const givenTime = z.string().meta({ description: 'A time in ISO 8601.' })

const customFieldValue = z
  .object({
    name: z.string(),
    type: z.enum(fieldTypes),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
      .nullable()
      .meta({
        description:
          'Dates are YYYY-MM-DD, days of the year MM-DD, checkboxes an array. null if the field is empty.',
      }),
  })
  .meta({ id: 'SubscriberFieldValue' })

const subscriberFields = {
  id: z.int(),
  mailing_list_id: z.int(),
  email: z.string(),
  created_at: time,
  created_at_epoch: z.int(),
  updated_at: time.meta({ description: 'When the subscriber was changed last, or else created.' }),
  status: z.enum(subscriberStatuses),
  subscribe_time: givenTime.nullable(),
  subscribe_time_epoch: z.int().nullable(),
  subscribe_ip: z.string().nullable(),
  confirmed: z.boolean().optional().meta({ description: 'Present only on lists that have this attribute.' }),
  email_format: z
    .enum(emailFormats)
    .nullable()
    .optional()
    .meta({ description: 'Present only on lists that have this attribute.' }),
  custom_fields: z
    .record(z.string(), customFieldValue)
    .meta({ description: 'Values by field name. Every field of the list is present.' }),
}

export const subscriberSchema = z.object(subscriberFields).meta({ id: 'Subscriber' })

export const subscriberOnListSchema = z
  .object({ ...subscriberFields, mailing_list: z.object({ id: z.int(), name: z.string() }) })
  .meta({ id: 'SubscriberOnList' })

export type SubscriberRecord = z.input<typeof subscriberSchema>

export const emailInput = z
  .string({ error: (issue) => (issue.input === null ? 'cannot be blank' : undefined) })
  .max(1000)
  .transform((value, context) => {
    const email = parseEmail(value)
    if (email !== null) return email
    context.addIssue(trimmed(value) === '' ? 'cannot be blank' : emailProblem(value))
    return z.NEVER
  })

/** null and "" clear an address. */
const ipInput = text(100)
  .nullish()
  .transform((value, context) => {
    if (value === undefined) return undefined
    const ip = value === null || value.trim() === '' ? null : parseIp(value)
    if (ip !== null || value === null || value.trim() === '') return ip
    context.addIssue('is not an IP address')
    return z.NEVER
  })

/** Parsed later, in the organization's time zone. null and "" clear a time. */
const timeInput = text(100).nullish()

const formatInput = choice([...emailFormats, 'plaintext'])
  .transform((value): EmailFormat => (value === 'plaintext' ? 'text' : value))
  .nullish()

/** PHP encodes an empty hash as an empty array. */
export const customFieldsInput = z
  .union(
    [z.record(z.string(), z.unknown()), z.array(z.never()).max(0)],
    'must be an object, such as {"First name": "Ann"}',
  )
  .nullish()
  .meta({
    description:
      'Values by field name or id, each a plain value or {name, value}. Unknown fields are ignored and named in warnings.',
  })

/** Accepted inside the record or next to it. */
const reactionFields = {
  autoresponder_filter: text(255).nullish().meta({
    description:
      'Trigger only autoresponders whose name matches this pattern. Case is ignored; * matches any text.',
  }),
  autoresponder_exclude_reacted: flag.nullish().meta({
    description:
      'Whether to trigger none if one of them already has a message queued for the subscriber. Default: false.',
  }),
  skip_autoresponders: flag
    .nullish()
    .meta({ description: 'On create: whether to trigger no autoresponders. Default: false.' }),
  run_autoresponders: flag.nullish().meta({
    description: 'On update: whether to trigger autoresponders as a new subscription does. Default: false.',
  }),
}

export const reactionInput = z.object(reactionFields)
export type ReactionInput = z.output<typeof reactionInput>

const inputFields = {
  status: choice(subscriberStatuses)
    .nullish()
    .meta({ description: 'The status of the subscriber; scomp means a spam complaint. Default: active.' }),
  confirmed: flag.nullish().meta({
    description:
      'Whether the subscriber has confirmed the subscription. Ignored unless the list has this attribute.',
  }),
  email_format: formatInput.meta({
    description:
      'Which parts of a message the subscriber gets; plaintext means text. Ignored unless the list has this attribute.',
  }),
  subscribe_time: timeInput.meta({
    description:
      "When the subscriber subscribed, in the organization's time zone unless an offset is given. Default: now.",
  }),
  subscribe_ip: ipInput.meta({ description: 'The IP address from which the subscriber subscribed.' }),
  remove_time: timeInput.meta({ description: 'When the subscriber left, bounced or complained.' }),
  remove_ip: ipInput.meta({ description: 'The IP address from which the subscriber left.' }),
  confirm_time: timeInput.meta({ description: 'When the subscriber confirmed the subscription.' }),
  custom_fields: customFieldsInput,
  ...reactionFields,
}

const emailField = emailInput.meta({
  description:
    'The address of the subscriber. It is unique on the list, unless a custom field is the primary key.',
})
export const subscriberCreateInput = z.object({ email: emailField, ...inputFields })
export const subscriberUpdateInput = z.object({ email: emailField.optional(), ...inputFields })

export type SubscriberInput = z.output<typeof subscriberUpdateInput>

const common = { tag: 'Subscribers', role: 'standard', paged: 'none' } as const

export const listSubscribers = endpoint({
  ...common,
  id: 'listSubscribers',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscribers',
  summary:
    'List the subscribers of a mailing list, by id. If counting a segment of a very large list takes too long, ' +
    '`num_records` is a lower bound and a page can have fewer records than `per_page`, even none, although others ' +
    'follow: follow `next_page_token` until it is null. `num_records` of a segment of a list of two million or more is ' +
    'that of the first page',
  costly: { withQuery: 'segment_id' },
  query: tokenQuery.safeExtend({
    ...personFilters,
    order_by: personFilters.order_by.meta({
      description:
        'The order: email, or newest, which shows the subscribers added last first. Default: by id; with a filter, email. With a filter or an order, pages are followed by page_token, and can have fewer records than `per_page`.',
    }),
    segment_id: id.optional().meta({ description: 'Return only subscribers in this segment of the list.' }),
  }),
  paged: 'bounded token',
  data: z.array(subscriberSchema),
})

export const showSubscribers = endpoint({
  ...common,
  id: 'showSubscribers',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscribers/:ids',
  summary: `Show up to ${lookupsMax} subscribers by comma-separated ids and addresses, in the order of the request`,
  data: z.array(subscriberSchema),
})

export const createSubscriber = endpoint({
  ...common,
  id: 'createSubscriber',
  permission: 'subscriber.create',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/subscribers',
  summary: 'Create a subscriber',
  wrapper: 'subscriber',
  several:
    'up to 1,000 in one call are POST mailing_lists/:mailing_list_id/subscribers/batch, more are a subscriber import',
  beside: reactionInput,
  body: subscriberCreateInput,
  data: subscriberSchema,
})

const referenceKinds = ['id_or_email', 'key'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

export const updateSubscriber = endpoint({
  ...common,
  id: 'updateSubscriber',
  permission: 'subscriber.update',
  method: 'PUT',
  path: 'mailing_lists/:mailing_list_id/subscribers/:id_or_email',
  summary:
    'Update a subscriber; attributes that are not given keep their values. With `create=true`, a subscriber whom the list ' +
    'does not have is created',
  query: z.object({
    create: flag.optional().meta({
      description:
        'Whether to create the subscriber if the list does not have them, as `POST` does. Two calls at once create one ' +
        'subscriber. Users also need the permission subscriber.create. Default: false.',
    }),
    by: choice(referenceKinds)
      .optional()
      .meta({
        description:
          'What the path names: an id or an address (`id_or_email`), or the value of the primary key of the list (`key`), which ' +
          'is the address if no custom field is the key. Default: id_or_email.',
      }),
  }),
  wrapper: 'subscriber',
  beside: reactionInput,
  body: subscriberUpdateInput,
  data: subscriberSchema,
})

export const deleteSubscriber = endpoint({
  ...common,
  id: 'deleteSubscriber',
  permission: 'subscriber.delete',
  method: 'DELETE',
  path: 'mailing_lists/:mailing_list_id/subscribers/:id_or_email',
  summary:
    'Delete a subscriber from the list, with the messages that are still to be sent to them; `subscribers/erase` also ' +
    'removes what is stored about them elsewhere',
  data: z.null(),
})

export const listSubscribersByEmail = endpoint({
  ...common,
  id: 'listSubscribersByEmail',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'subscribers_by_email/:email',
  summary: 'List the subscribers with an address on all mailing lists',
  data: z.array(subscriberOnListSchema),
})

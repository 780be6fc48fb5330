import { z } from 'zod'
import { endpoint } from './api/endpoint.ts'
import { choice, flag, name, urlText, whole } from './api/fields.ts'
import { isExact } from './api/figures.ts'
import { pageQuery } from './api/paging.ts'
import { resourceEndpoints } from './resources/endpoints.ts'
import { listIdsInput } from './users/rights.ts'

export const eventTypes = [
  'studio_open',
  'studio_click',
  'studio_unsub',
  'studio_subscriber_created',
  'studio_subscriber_updated',
  'bounce_all',
  'bounce_bad_address',
  'scomp',
  'import_finished',
  'import_failed',
  'export_finished',
  'export_failed',
  'import_undone',
  'message_accepted',
  'message_bounced',
  'message_skipped',
  'message_uncertain',
  'message_opened',
  'message_clicked',
  'message_complained',
  'message_unsubscribed',
] as const
export type EventType = (typeof eventTypes)[number]

const time = z.iso.datetime({ offset: true }).nullable()

const typesDescription =
  'The events that the webhook receives. studio_subscriber_created and studio_subscriber_updated are raised by calls ' +
  'that create or change one subscriber. Imports, bounces, complaints and unsubscribe links raise events of their own.'

const listsDescription =
  'The mailing lists whose events it receives, and none that belong to no list, such as those of messages. null: all events.'

export const webhookSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    event_types: z.array(z.enum(eventTypes)).meta({ description: typesDescription }),
    mailing_list_ids: z.array(z.int()).nullable().meta({ description: listsDescription }),
    active: z.boolean().meta({
      description:
        'Whether events are collected and delivered. Events that were waiting at deactivation are kept for 30 days.',
    }),
    created_at: z.iso.datetime({ offset: true }),
    pending: z.int().meta({ description: 'The number of events that wait for delivery.' }),
    pending_is_exact: isExact('pending'),
    dead: z.int().meta({
      description: 'The number of events whose delivery was given up. They can be replayed for 30 days.',
    }),
    dead_is_exact: isExact('dead'),
    failures: z.int().meta({ description: 'The number of consecutive failed attempts.' }),
    next_attempt_at: time.meta({ description: 'The time of the next attempt after a failure.' }),
    last_delivered_at: time,
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed. null if it succeeded.' }),
  })
  .meta({ id: 'Webhook' })

export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z.string().meta({
      description:
        'The secret that signs requests, in the format of Standard Webhooks (whsec_ and base64). Only this answer contains it.',
    }),
  })
  .meta({ id: 'WebhookWithSecret' })

/** Stores the normalized `URL`, so that no later code can parse the text differently. */
const url = urlText(2000).transform((value, context) => {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    context.addIssue('must be an http or https address')
    return z.NEVER
  }
  if (parsed.username !== '' || parsed.password !== '') {
    context.addIssue('cannot contain a user name or a password')
  }
  if (parsed.port === '0') context.addIssue('cannot name port 0')
  parsed.hash = ''
  if (parsed.href.length > 2000) context.addIssue('is too long')
  return parsed.href
})

const wanted = z
  .array(choice(eventTypes))
  .max(100)
  .transform((given) => eventTypes.filter((type) => given.includes(type)))

export const webhookInput = z.object({
  name: name(100).meta({ description: 'A name for the webhook, up to 100 characters.' }),
  url: url.meta({
    description: 'The http or https URL that receives the events. It cannot contain credentials.',
  }),
  event_types: wanted.meta({ description: typesDescription }),
  mailing_list_ids: listIdsInput.nullish().meta({
    description: `${listsDescription} Default: null; of a caller who sees some lists only, these.`,
  }),
  active: flag.optional().meta({ description: 'Whether events are collected and delivered. Default: true.' }),
})
export const webhookChanges = webhookInput.partial()

export type WebhookInput = z.output<typeof webhookInput>
export type WebhookChanges = z.output<typeof webhookChanges>

const kind = resourceEndpoints<WebhookInput, WebhookChanges>({
  name: 'Webhook',
  path: 'webhooks',
  tag: 'Webhooks',
  one: 'webhook',
  many: 'webhooks',
  param: ':id',
  wrapper: 'webhook',
  record: webhookSchema,
  input: webhookInput,
  changes: webhookChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'organization_admin', write: 'organization_admin' },
})

export const webhookSelection = { filters: kind.filters, orders: kind.orders }
export const { list: listWebhooks, show: showWebhook, update: updateWebhook } = kind.own
export const createWebhook = {
  ...kind.own.create,
  summary: 'Create a webhook; only this answer contains its signing secret',
  data: webhookWithSecretSchema,
}
export const deleteWebhook = {
  ...kind.own.remove,
  summary: 'Delete a webhook and the events that wait for it',
}

/** The attempts that are kept of each webhook. */
export const deliveriesMax = 100

const one = { tag: 'Webhooks', role: 'organization_admin', paged: 'none' } as const

export const rotateWebhookSecret = endpoint({
  ...one,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: 'webhooks/:id/rotate_secret',
  summary: 'Replace the signing secret of a webhook; the old one stops signing at once',
  data: webhookWithSecretSchema,
})

export const testWebhook = endpoint({
  ...one,
  id: 'testWebhook',
  method: 'POST',
  path: 'webhooks/:id/test',
  summary: 'Send a test event to a webhook',
  data: z.object({ event_id: z.string() }).meta({ id: 'QueuedTestEvent' }),
})

export const deliverWebhook = endpoint({
  ...one,
  id: 'deliverWebhook',
  method: 'POST',
  path: 'webhooks/:id/deliver_now',
  summary: 'Deliver what waits for a webhook now, without the pause that is left',
  data: webhookSchema,
})

const ids = z
  .array(whole(1, Number.MAX_SAFE_INTEGER))
  .min(1)
  .max(1000)
  .optional()
  .meta({ description: 'The ids of the dead events to replay, at most 1,000. Default: all.' })

export const replayWebhook = endpoint({
  ...one,
  id: 'replayWebhook',
  method: 'POST',
  path: 'webhooks/:id/replay',
  summary: 'Replay dead events of a webhook; unknown ids are ignored',
  optionalWrapper: 'replay',
  body: z.object({ ids }),
  data: z.object({ replayed: z.int() }).meta({ id: 'ReplayedEvents' }),
})

export const deadEventSchema = z
  .object({
    id: z.int(),
    event_id: z.string().meta({ description: 'The id of the event in the request to the receiver.' }),
    event_type: z.string(),
    created_at: z.iso.datetime({ offset: true }),
    dead_at: z.iso.datetime({ offset: true }),
    attempts: z.int(),
    last_error: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'The body of the event.' }),
  })
  .meta({ id: 'DeadEvent' })

export const listDeadEvents = endpoint({
  ...one,
  id: 'listDeadEvents',
  method: 'GET',
  path: 'webhooks/:id/dead_events',
  summary: 'List the events of a webhook that could not be delivered in the last 30 days, oldest first',
  query: pageQuery,
  paged: 'page',
  data: z.array(deadEventSchema),
})

export const webhookDeliverySchema = z
  .object({
    id: z.int(),
    delivery_id: z.string().meta({
      description: 'The webhook-id of the request. A retry of the same events has the same.',
    }),
    event_ids: z
      .array(z.string())
      .meta({ description: 'The ids of the events in the request, at most 100.' }),
    event_types: z.array(z.string()).meta({ description: 'Their types, without repeats.' }),
    attempted_at: z.iso.datetime({ offset: true }).meta({ description: 'When the attempt ended.' }),
    duration_ms: z.int().meta({ description: 'How long the attempt took, in milliseconds.' }),
    delivered: z.boolean().meta({ description: 'Whether the receiver took the events.' }),
    status: z.int().nullable().meta({ description: 'The HTTP status of the answer. null: no answer came.' }),
    answer: z
      .string()
      .meta({ description: 'The first 500 bytes of the answer, without control characters.' }),
    error: z.string().nullable().meta({ description: 'Why the attempt failed. null if it did not.' }),
  })
  .meta({ id: 'WebhookDelivery' })

export const listWebhookDeliveries = endpoint({
  ...one,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: 'webhooks/:id/deliveries',
  summary: `List the last ${deliveriesMax} attempts of 30 days to deliver events to a webhook, newest first`,
  query: pageQuery,
  paged: 'page',
  data: z.array(webhookDeliverySchema),
})

import { z } from 'zod'
import { endpoint } from './api/endpoint.ts'
import { choice, flag, name, text, whole } from './api/fields.ts'
import { pageQuery } from './api/paging.ts'
import { resourceEndpoints } from './resources/endpoints.ts'

/** Where an organization is told what happens, as it happens: batches of events, posted and signed. */

/** What there is to be told of. */
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
] as const
export type EventType = (typeof eventTypes)[number]

const time = z.iso.datetime({ offset: true }).nullable()

const typesDescription =
  'What it is told of. studio_subscriber_created and studio_subscriber_updated come from calls that create or change ' +
  'one subscriber, not from imports (those are told of when they end), bounces, complaints or unsubscribe links ' +
  '(those have events of their own).'

/** Each event goes to each webhook that wants it: more of them would multiply the work of one organization. */
export const webhooksMax = 50

export const webhookSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    event_types: z.array(z.enum(eventTypes)).meta({ description: typesDescription }),
    active: z.boolean().meta({
      description:
        'An inactive one is sent nothing, and nothing is kept for it; what waited for it when it was switched off is kept for 30 days.',
    }),
    created_at: z.iso.datetime({ offset: true }),
    pending: z.int().meta({ description: 'Events that wait to be delivered.' }),
    dead: z.int().meta({ description: 'Events that were given up; they can be replayed, for 30 days.' }),
    failures: z.int().meta({ description: 'Attempts in a row that failed.' }),
    next_attempt_at: time.meta({ description: 'After a failure: when it is tried again.' }),
    last_delivered_at: time,
    last_error: z.string().nullable().meta({ description: 'Why the last attempt failed; null: it did not.' }),
  })
  .meta({ id: 'Webhook' })

export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z.string().meta({
      description:
        'What requests are signed with, as Standard Webhooks writes it (whsec_ and base64). Only this answer contains it.',
    }),
  })
  .meta({ id: 'WebhookWithSecret' })

/** As it is requested: the reading of `URL` is stored, so that nobody reads it in another way later. */
const url = text(2000).transform((value, context) => {
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
  name: name(100),
  url,
  event_types: wanted.meta({ description: typesDescription }),
  active: flag.optional().meta({ description: 'Default: true.' }),
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
  summary: 'Create a webhook; its signing secret is in this answer and in no other',
  data: webhookWithSecretSchema,
}
export const deleteWebhook = {
  ...kind.own.remove,
  summary: 'Delete a webhook with the events that wait for it',
}

const one = { tag: 'Webhooks', role: 'organization_admin', paged: 'none' } as const

export const rotateWebhookSecret = endpoint({
  ...one,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: 'webhooks/:id/rotate_secret',
  summary: 'Give a webhook a new signing secret; the old one signs nothing from here on',
  data: webhookWithSecretSchema,
})

export const testWebhook = endpoint({
  ...one,
  id: 'testWebhook',
  method: 'POST',
  path: 'webhooks/:id/test',
  summary: 'Queue an event of the type test for a webhook',
  data: z.object({ event_id: z.string() }).meta({ id: 'QueuedTestEvent' }),
})

const ids = z
  .array(whole(1, Number.MAX_SAFE_INTEGER))
  .min(1)
  .max(1000)
  .optional()
  .meta({ description: 'Ids of dead events; default: all.' })

export const replayWebhook = endpoint({
  ...one,
  id: 'replayWebhook',
  method: 'POST',
  path: 'webhooks/:id/replay',
  summary: 'Queue dead events of a webhook again; ids of others are passed over',
  optionalWrapper: 'replay',
  body: z.object({ ids }),
  data: z.object({ replayed: z.int() }).meta({ id: 'ReplayedEvents' }),
})

export const deadEventSchema = z
  .object({
    id: z.int(),
    event_id: z.string().meta({ description: 'As receivers see it.' }),
    event_type: z.string(),
    created_at: z.iso.datetime({ offset: true }),
    dead_at: z.iso.datetime({ offset: true }),
    attempts: z.int(),
    last_error: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'The event as it was sent.' }),
  })
  .meta({ id: 'DeadEvent' })

export const listDeadEvents = endpoint({
  ...one,
  id: 'listDeadEvents',
  method: 'GET',
  path: 'webhooks/:id/dead_events',
  summary: 'The events of a webhook that were given up within the last 30 days, oldest first',
  query: pageQuery,
  paged: 'page',
  data: z.array(deadEventSchema),
})

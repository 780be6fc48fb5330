import { z } from 'zod'
import { actorTypes } from '../audit-events.ts'
import { endpoint } from '../api/endpoint.ts'
import { choice } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { filter } from '../api/query.ts'

export const historyKinds = [
  'joined',
  'signed_up',
  'confirmed',
  'left',
  'status_changed',
  'paused',
  'resumed',
  'details_changed',
  'address_changed',
  'imported',
  'sent',
  'refused',
  'returned',
  'opened',
  'clicked',
] as const
export type HistoryKind = (typeof historyKinds)[number]

export const historyParts = ['messages', 'changes', 'imports'] as const
export type HistoryPart = (typeof historyParts)[number]

const named = z.object({ id: z.int(), name: z.string() }).nullable()
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable()

const historyEventSchema = z
  .object({
    id: z.string().meta({ description: 'Different for each event of the subscriber.' }),
    at: z.string().meta({ description: 'A time in ISO 8601.' }),
    kind: z.enum(historyKinds).meta({
      description:
        'signed_up: by a web form, with what they agreed to; left: the last time that the subscription ended; status_changed: by a user, a key or an import, or by the person, with the campaign or autoresponder whose link it was; paused, resumed, details_changed and address_changed: on the page of preferences, or by a call; imported: ' +
        'an import added or changed the subscriber; sent and refused: a message; returned: a message that a server had accepted came back; opened and clicked: the first time.',
    }),
    campaign: named,
    autoresponder: named,
    import: named.meta({ description: 'The import, with the name of its file.' }),
    web_form: named.meta({ description: 'The form by which the person signed up.' }),
    consent: z
      .object({
        text: z.string(),
        version: z.int(),
        confirmed_at: z.string().nullable(),
        confirmed_ip: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          'What the person agreed to when they signed up, and when and from where they confirmed it by the link of a mail; null: the form needed no confirmation.',
      }),
    actor: z.object({ type: z.enum(actorTypes), id: z.int().nullable() }).nullable(),
    ip: z.string().nullable(),
    until: z.string().nullable().meta({ description: 'The end of a pause.' }),
    state: z.string().nullable().meta({
      description:
        'Of a message: accepted, deferred, bounced, skipped or uncertain. Otherwise the new status.',
    }),
    reason: z.string().nullable().meta({
      description:
        'What the server that refused a message answered, or what the report of a message that came back says.',
    }),
    times: z.int().nullable().meta({ description: 'How often the message was opened or clicked by now.' }),
    urls: z.array(z.string()).meta({ description: 'The links that were clicked, up to 20.' }),
    changes: z
      .array(z.object({ name: z.string(), from: value, to: value }))
      .meta({ description: 'The attributes and fields that an import or a call changed.' }),
  })
  .meta({ id: 'SubscriberEvent' })

export type HistoryEvent = z.input<typeof historyEventSchema>

export const listSubscriberEvents = endpoint({
  id: 'listSubscriberEvents',
  tag: 'Subscribers',
  role: 'standard',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscribers/:id/events',
  summary:
    'List what is known to have happened to a subscriber, newest first: messages, first opens and clicks, changes of the ' +
    'status, and imports that can still be undone',
  query: z.object({
    per_page: pageQuery.shape.per_page,
    page_token: filter('The next_page_token of the previous answer.'),
    part: choice(historyParts).optional().meta({ description: 'Return only events of this part.' }),
  }),
  paged: 'bounded token',
  data: z.array(historyEventSchema),
})

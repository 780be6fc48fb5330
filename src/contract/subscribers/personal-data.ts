import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice } from '../api/fields.ts'
import { languages } from '../users/languages.ts'

/** In the order of the file. */
export const dataParts = [
  'subscriptions',
  'changes',
  'consents',
  'sign_ups',
  'address_changes',
  'imports',
  'import_changes',
  'import_rows',
  'remote_rows',
  'messages',
  'answers',
  'visits',
  'notes',
  'waiting',
  'transactional_messages',
  'suppressions',
  'seed_lists',
  'previews',
  'system_mails',
  'webhook_events',
  'named_in',
] as const
export type DataPart = (typeof dataParts)[number]

export const dataFormats = ['json', 'html'] as const
export type DataFormat = (typeof dataFormats)[number]

const about = z.object({
  email: z.string(),
  organization: z.object({ id: z.int(), name: z.string() }),
  made_at: z.string().meta({ description: 'A time in ISO 8601.' }),
  time_zone: z.string().meta({ description: 'Of the times in the file: that of the organization.' }),
  left_out: z.array(z.enum(dataParts)).meta({
    description: 'What the caller may not read: it needs another right, or all lists.',
  }),
})
export type AboutData = z.input<typeof about>

const records = z.array(z.record(z.string(), z.unknown()))
const document = z
  .object({
    about,
    ...(Object.fromEntries(dataParts.map((part) => [part, records])) as Record<DataPart, typeof records>),
  })
  .meta({
    id: 'PersonalData',
    description:
      'What an erasure would take away, and what stays. Left out: what keeps programs going, the content of attachments, and texts about others that have the address in them, which named_in points to.',
  })

export const showPersonalData = endpoint({
  id: 'showPersonalData',
  tag: 'Subscribers',
  role: 'standard',
  permission: 'subscriber.export',
  method: 'GET',
  // An event in the audit log. It also closes the file to assistants.
  writes: true,
  costly: true,
  path: 'mailing_lists/:mailing_list_id/subscribers/:id/data',
  summary:
    'Download all that is stored about the address of a subscriber, on every list that the caller sees',
  query: z.object({
    format: choice(dataFormats)
      .optional()
      .meta({ description: 'json, or html for a page to read and print. Default: json.' }),
    language: choice(languages).optional().meta({ description: 'Of the headings of the page. Default: en.' }),
  }),
  paged: 'none',
  plain: ['application/json', 'text/html'],
  data: document,
})

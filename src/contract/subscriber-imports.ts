import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { choice, flag, text } from './fields.ts'
import { importStates, subscriberStatuses } from './import-states.ts'
import { pageQuery } from './paging.ts'

/** The subscriber import as it is asked for and answered (specification, sections 2.1 and 4.1). */

const time = z.iso.datetime({ offset: true })
const count = z.int()

const trigger = z.object({ id: z.int(), name: z.string() }).nullable()

const autorespondersSchema = z.object({
  subscription: z.object({ trigger: z.boolean(), also_trigger_on_updated_subscribers: z.boolean() }),
  api: z.object({ trigger_new: trigger, trigger_updated: trigger }),
})

const overwriteWhatSchema = z.object({
  custom_fields: z.boolean(),
  confirmed: z.boolean(),
  format: z.boolean(),
  status: z.boolean(),
})

const overwriteWhenSchema = z.object({
  active: z.boolean(),
  unsubscribed: z.boolean(),
  bounced: z.boolean(),
  deactivated: z.boolean(),
  scomp: z.boolean(),
})

const fileFormatSchema = z.object({
  csv_has_headers: z.boolean(),
  character_set: z.string(),
  csv_field_separator: z.string(),
  csv_field_enclosure: z.string(),
  date_format: z.string(),
})

const fileSourceSchema = z.object({
  type: z.enum(['json', 'upload_directory', 'url']),
  filename: z.string().nullable(),
  url: z.string().nullable(),
})

const subscriberDefaultsSchema = z.object({
  status: z.enum(subscriberStatuses),
  confirmed: z.boolean().optional(),
  format: z.string().optional(),
})

const listElement = {
  id: z.int(),
  mailing_list_id: z.int(),
  mailing_list_name: z.string(),
  created_at: time,
  state: z.enum(importStates),
  begins_at: time,
  finished_at: time.nullable(),
  file_source: fileSourceSchema,
}

const counters = z.object({
  added: count,
  updated: count,
  failed: count,
  skipped_overwrite: count,
  skipped_active: count,
  skipped_unsubscribed: count,
  skipped_scomp: count,
  skipped_bounced: count,
  skipped_deactivated: count,
  skipped_duplicate: count,
  skipped_over_limit: count,
})

export const importElementSchema = z
  .object({
    ...listElement,
    stats: z.object({ number_of_records: count.nullable(), records_imported: count }),
  })
  .meta({ id: 'SubscriberImportElement' })

export const importSchema = z
  .object({
    ...listElement,
    error_message: z.string().nullable(),
    overwrite: z.boolean(),
    autoresponders: autorespondersSchema,
    overwrite_what: overwriteWhatSchema,
    overwrite_when_status: overwriteWhenSchema,
    column_mapping: z.array(z.string()),
    default_custom_fields: z.record(z.string(), z.unknown()),
    file_format: fileFormatSchema,
    stats: z.object({ number_of_records: count.nullable(), records_imported: count, subscribers: counters }),
    subscriber_defaults: subscriberDefaultsSchema,
  })
  .meta({ id: 'SubscriberImport' })

export type ImportRecord = z.infer<typeof importSchema>
export type ImportElement = z.infer<typeof importElementSchema>

/** A missing or null member of a hash takes its default; a key that nobody knows is refused: it may be a typo. */
function defaulted(fallback: boolean) {
  return flag.nullish().transform((value) => value ?? fallback)
}

const triggerInput = z
  .object({
    id: z.union([z.int().positive(), z.string().regex(/^\d{1,15}$/)]).nullish(),
    name: text(255).nullish(),
  })
  .nullish()

const autorespondersInput = z
  .object({
    subscription: z
      .object({ trigger: defaulted(true), also_trigger_on_updated_subscribers: defaulted(false) })
      .nullish(),
    api: z.object({ trigger_new: triggerInput, trigger_updated: triggerInput }).nullish(),
  })
  .nullish()

const overwriteWhatInput = z.strictObject({
  custom_fields: defaulted(true),
  confirmed: defaulted(false),
  format: defaulted(false),
  status: defaulted(false),
  // A member of old clients; what it asked for is said by `autoresponders` today.
  autoresponder: z.unknown().optional(),
})

const overwriteWhenInput = z.strictObject({
  active: defaulted(true),
  unsubscribed: defaulted(false),
  bounced: defaulted(false),
  deactivated: defaulted(false),
  scomp: defaulted(false),
})

const characterSet = z
  .string()
  .refine((value) => /^(utf-8|iso-8859-1)$/i.test(value), 'must be UTF-8 or ISO-8859-1')

const fileFormatInput = z.strictObject({
  csv_has_headers: defaulted(true),
  character_set: characterSet.nullish().transform((value) => value ?? 'utf-8'),
  csv_field_separator: z
    .enum([',', '\t'], 'must be a comma or a tab character')
    .nullish()
    .transform((value) => value ?? ','),
  csv_field_enclosure: z
    .enum(['"', "'"], 'must be a double quote or a single quote')
    .nullish()
    .transform((value) => value ?? '"'),
  date_format: choice(['mdy', 'dmy'])
    .nullish()
    .transform((value) => value ?? 'mdy'),
})

const fileSourceInput = z.discriminatedUnion(
  'type',
  [
    // The content goes to a file, never to the database: any character may stand in it, bad rows fail singly.
    z.strictObject({ type: z.literal('json'), content: z.string(), filename: text(255).nullish() }),
    z.strictObject({ type: z.literal('upload_directory'), filename: text(255).min(1, 'cannot be blank') }),
    z.strictObject({ type: z.literal('url'), url: text(8000).min(1, 'cannot be blank') }),
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? 'must have a type that is one of json, upload_directory, url'
        : undefined,
  },
)

export const importInput = z.object({
  begins_at: z.union([text(64), z.number()]).nullish(),
  overwrite: defaulted(false),
  autoresponders: autorespondersInput,
  overwrite_what: overwriteWhatInput.nullish().transform((value) => value ?? overwriteWhatInput.parse({})),
  overwrite_when_status: overwriteWhenInput
    .nullish()
    .transform((value) => value ?? overwriteWhenInput.parse({})),
  column_mapping: z.array(text(255)).min(1, 'cannot be empty').max(10_000),
  default_custom_fields: z.record(z.string(), z.unknown()).nullish(),
  file_source: fileSourceInput,
  file_format: fileFormatInput.nullish().transform((value) => value ?? fileFormatInput.parse({})),
  subscriber_defaults: z
    .object({
      status: choice(subscriberStatuses).nullish(),
      confirmed: flag.nullish(),
      format: choice(['html', 'text', 'plaintext', 'both']).nullish(),
    })
    .nullish(),
})

export type ImportInput = z.output<typeof importInput>

export const importScopes = ['finished', 'active', 'recent', 'all'] as const
export type ImportScope = (typeof importScopes)[number]

const importListQuery = pageQuery.extend({
  scope: z.enum(importScopes).optional().meta({
    description:
      'finished; active: incomplete ones; recent (default): incomplete and finished within 2 weeks; all',
  }),
})

const common = { tag: 'Subscriber imports', role: 'organization_admin', paged: 'none' } as const

export const listSubscriberImports = endpoint({
  ...common,
  id: 'listSubscriberImports',
  method: 'GET',
  path: 'subscriber_imports',
  summary: 'Imports of the organization: unfinished ones by begins_at, then ended ones, newest first',
  query: importListQuery,
  paged: 'page',
  data: z.array(importElementSchema),
})

export const listSubscriberImportsOfList = endpoint({
  ...common,
  id: 'listSubscriberImportsOfList',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscriber_imports',
  summary: 'Imports of one mailing list',
  query: importListQuery,
  paged: 'page',
  data: z.array(importElementSchema),
})

export const createSubscriberImport = endpoint({
  ...common,
  id: 'createSubscriberImport',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/subscriber_imports',
  summary: 'Schedule an import into a mailing list',
  wrapper: 'subscriber_import',
  body: importInput,
  data: importSchema,
})

export const showSubscriberImport = endpoint({
  ...common,
  id: 'showSubscriberImport',
  method: 'GET',
  path: 'subscriber_imports/:id',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id'],
  summary: 'One import, whole',
  data: importSchema,
})

export const pauseSubscriberImport = endpoint({
  ...common,
  id: 'pauseSubscriberImport',
  method: 'POST',
  path: 'subscriber_imports/:id/pause',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/pause'],
  summary: 'Pause an import that is in progress',
  data: importSchema,
})

export const unpauseSubscriberImport = endpoint({
  ...common,
  id: 'unpauseSubscriberImport',
  method: 'POST',
  path: 'subscriber_imports/:id/unpause',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/unpause'],
  summary: 'Let a paused import go on where it stopped',
  data: importSchema,
})

export const cancelSubscriberImport = endpoint({
  ...common,
  id: 'cancelSubscriberImport',
  method: 'POST',
  path: 'subscriber_imports/:id/cancel',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/cancel'],
  summary: 'End an unfinished import for good; rows already applied stay',
  data: importSchema,
})

export const showSubscriberImportLog = endpoint({
  ...common,
  id: 'showSubscriberImportLog',
  method: 'GET',
  path: 'subscriber_imports/:id/logs/:classification',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/logs/:classification'],
  summary:
    'The rows of one class: addresses, one a line, or for `failed` a CSV whose last column is the error',
  query: z.object({
    raw: z.string().optional().meta({ description: '1: cells of the failed log exactly as in the file.' }),
  }),
  plain: ['text/plain', 'text/csv'],
  data: z.string(),
})

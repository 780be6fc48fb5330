import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { importScopes } from '../imports/endpoints.ts'
import { subscriberStatuses } from '../imports/states.ts'
import { exportFormats, exportInput } from './input.ts'
import { exportStates } from './states.ts'

const time = z.iso.datetime({ offset: true })

const fileSchema = z
  .object({
    name: z.string().meta({ description: 'The name under which a browser stores the file.' }),
    size_bytes: z.int(),
    sha256: z.string().meta({ description: 'The SHA-256 of the file, in hexadecimal.' }),
    expires_at: time.meta({ description: 'When the link ends and the file is deleted.' }),
    download_url: z.string().meta({
      description:
        'A signed link that needs no other credential: anyone with the link can download the file. It supports Range requests and ends with the file. Downloads are audited under the caller who got this answer.',
    }),
  })
  .meta({ id: 'SubscriberExportFile' })

export const exportSchema = z
  .object({
    id: z.int(),
    mailing_list_id: z.int(),
    mailing_list_name: z.string(),
    created_at: time,
    state: z.enum(exportStates),
    begins_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
    error_message: z.string().nullable(),
    segment_id: z.int().nullable(),
    segment_name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the segment when the export was created.' }),
    statuses: z.array(z.enum(subscriberStatuses)).nullable().meta({ description: 'null: all.' }),
    selected_only: z
      .boolean()
      .meta({ description: 'Whether subscribers were chosen by subscriber_ids, q or people.' }),
    columns: z.array(z.string()).nullable().meta({
      description:
        'The columns of the file, in order; of a CSV file, the column_mapping of an import of it. null before the start if none were chosen.',
    }),
    file_format: z.object({
      type: z.enum(exportFormats),
      gzip: z.boolean(),
      csv_field_separator: z.string(),
      csv_field_enclosure: z.string(),
      guard_formulas: z.boolean(),
    }),
    stats: z.object({
      number_of_records: z.int().nullable().meta({
        description: 'How many subscribers are expected. null if it is not known before the end.',
      }),
      records_exported: z.int(),
    }),
    file: fileSchema.nullable().meta({
      description: 'The file of a finished export, for seven days. null before, and afterwards.',
    }),
  })
  .meta({ id: 'SubscriberExport' })

export type ExportRecord = z.infer<typeof exportSchema>

const exportListQuery = pageQuery.safeExtend({
  scope: choice(importScopes).default('recent').meta({
    description:
      'finished, active (unfinished), recent (unfinished, or finished in the last 14 days) or all. Default: recent.',
  }),
})

const common = {
  tag: 'Subscriber exports',
  role: 'standard',
  permission: 'subscriber.export',
  paged: 'none',
} as const

export const listSubscriberExports = endpoint({
  ...common,
  id: 'listSubscriberExports',
  method: 'GET',
  path: 'subscriber_exports',
  summary:
    'List the exports of the organization: unfinished ones by begins_at, then finished ones, newest first',
  query: exportListQuery,
  paged: 'page',
  data: z.array(exportSchema),
})

export const listSubscriberExportsOfList = endpoint({
  ...common,
  id: 'listSubscriberExportsOfList',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscriber_exports',
  summary: 'List the exports of a mailing list',
  query: exportListQuery,
  paged: 'page',
  data: z.array(exportSchema),
})

export const createSubscriberExport = endpoint({
  ...common,
  id: 'createSubscriberExport',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/subscriber_exports',
  summary: 'Schedule an export of subscribers of a mailing list',
  wrapper: 'subscriber_export',
  body: exportInput,
  data: exportSchema,
})

export const showSubscriberExport = endpoint({
  ...common,
  id: 'showSubscriberExport',
  method: 'GET',
  path: 'subscriber_exports/:id',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_exports/:id'],
  summary: 'Show an export, with the link to its file',
  data: exportSchema,
})

export const watchSubscriberExport = endpoint({
  ...common,
  id: 'watchSubscriberExport',
  method: 'GET',
  path: 'subscriber_exports/:id/events',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_exports/:id/events'],
  summary: 'Show the progress of an export: a stream of server-sent events',
  data: z.string(),
  plain: ['text/event-stream'],
})

export const endSubscriberExportFile = endpoint({
  ...common,
  id: 'endSubscriberExportFile',
  method: 'DELETE',
  path: 'subscriber_exports/:id',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_exports/:id'],
  summary: 'End the link of a finished export and delete its file; the record remains',
  data: exportSchema,
})

export const cancelSubscriberExport = endpoint({
  ...common,
  id: 'cancelSubscriberExport',
  method: 'POST',
  path: 'subscriber_exports/:id/cancel',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_exports/:id/cancel'],
  summary: 'Cancel an unfinished export; no file remains',
  data: exportSchema,
})

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { importInput } from './input.ts'
import { inspectionInput } from './inspection-input.ts'
import { inspectionSchema } from './inspection.ts'
import { badValueRules } from './plan.ts'
import { statusColumnRecord } from './status-columns.ts'
import { pruneActions } from './prune.ts'
import { importStates, subscriberStatuses, sourceTypes } from './states.ts'
import { decimalSeparators } from '../lists/decimal.ts'
import { fieldTypes } from '../lists/field-values.ts'
import { undoSchema } from './undo.ts'
import { choice, flag } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'

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
  skip_lines: z.int().optional(),
  character_set: z.string(),
  csv_field_separator: z.string(),
  csv_field_enclosure: z.string(),
  guard_formulas: z.literal(true).optional().meta({ description: 'Present if it was given.' }),
  date_format: z.string(),
  decimal_separator: z.enum(decimalSeparators).optional(),
  strip_currency_signs: z.boolean().optional(),
  status_columns: z.array(statusColumnRecord).optional(),
})

const fileSourceSchema = z.object({
  type: z.enum(sourceTypes),
  filename: z.string().nullable(),
  url: z.string().nullable(),
  id: z.int().optional().meta({ description: 'The id of the upload.' }),
  import_id: z.int().optional().meta({ description: 'The id of the import whose failed rows are the file.' }),
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
  dry_run: z.literal(true).optional(),
  importable_until: time.optional(),
  real_import_id: z.int().optional(),
  dry_run_id: z.int().optional(),
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

const createdFieldsSchema = z.array(
  z.object({
    name: z.string(),
    field_type: z.enum(fieldTypes),
    custom_field_id: z.int().nullable().meta({
      description:
        'The created field, or the field of this name and type that existed. null: not created yet.',
    }),
  }),
)

const pruneStatsSchema = z.object({
  active: count.nullable().meta({
    description:
      "The list's active subscribers when the file was compared with the list. null: not compared yet.",
  }),
  not_in_file: count.nullable().meta({
    description: 'Those of them who were not in the file, and had not changed since the import started.',
  }),
  is_over_limit: z.boolean().nullable().meta({
    description:
      'Whether they are more than prune_limit. Then a dry run prunes no subscribers, and an import fails, unless a dry run counted as many before it.',
  }),
  pruned: count.meta({ description: 'Those who got the new status. The log `pruned` has their addresses.' }),
  left_alone: count.meta({
    description: 'Those who changed after the comparison, and keep what they have.',
  }),
})

const badValueSchema = z.object({
  column: z.int().meta({ description: 'The number of the column in the file, from 1.' }),
  field: z.string().meta({ description: 'The entry of column_mapping.' }),
  count: count.meta({
    description: 'The cells that do not fit, of rows that failed or were imported without them.',
  }),
  can_be_empty: z.boolean().meta({ description: 'Whether leave_empty can import their rows.' }),
  examples: z.array(z.string()).meta({
    description: 'Up to three of the cells, shortened, without addresses. Empty when the logs are gone.',
  }),
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
    stats: z.object({
      number_of_records: count.nullable(),
      records_imported: count,
      subscribers: counters,
      prune: pruneStatsSchema.optional().meta({ description: 'Present if not_in_file was given.' }),
    }),
    added_statuses: z
      .record(z.enum(subscriberStatuses), count)
      .optional()
      .meta({ description: 'The added by their status; present if not all of them are active.' }),
    bad_values: z
      .array(badValueSchema)
      .optional()
      .meta({ description: 'By column; present if there are any.' }),
    rows_with_bad_values: count.optional().meta({
      description:
        'The rows whose only problems are cells that can be left empty: they failed, or were imported with leave_empty. Present with bad_values.',
    }),
    subscriber_defaults: subscriberDefaultsSchema,
    create_custom_fields: createdFieldsSchema
      .optional()
      .meta({ description: 'Present if the import creates custom fields.' }),
    not_in_file: z.enum(pruneActions).optional().meta({ description: 'Present if it was given.' }),
    prune_limit: z
      .union([z.int(), z.string()])
      .optional()
      .meta({ description: 'Present if not_in_file was given: a number of subscribers, or a percentage.' }),
    undo: undoSchema.optional().meta({ description: 'Present if an undo was asked for.' }),
    on_bad_value: z.enum(badValueRules),
    keep_for_undo: z.literal(false).optional().meta({ description: 'Only if the import cannot be undone.' }),
  })
  .meta({ id: 'SubscriberImport' })

export type ImportRecord = z.infer<typeof importSchema>
export type ImportElement = z.infer<typeof importElementSchema>

export const importScopes = ['finished', 'active', 'recent', 'all'] as const
export type ImportScope = (typeof importScopes)[number]

const importListQuery = pageQuery.safeExtend({
  scope: choice(importScopes).default('recent').meta({
    description:
      'finished, active (unfinished), recent (unfinished, or finished in the last 14 days) or all. Default: recent.',
  }),
  has_failed_rows: flag.optional().meta({
    description: 'Whether to return only imports that have failed rows, or only the others. Default: all.',
  }),
})

const common = {
  tag: 'Subscriber imports',
  role: 'standard',
  permission: 'subscriber.import',
  paged: 'none',
} as const

export const listSubscriberImports = endpoint({
  ...common,
  id: 'listSubscriberImports',
  method: 'GET',
  path: 'subscriber_imports',
  summary:
    'List the imports of the organization: unfinished ones by begins_at, then finished ones, newest first',
  query: importListQuery,
  paged: 'page',
  data: z.array(importElementSchema),
})

export const listSubscriberImportsOfList = endpoint({
  ...common,
  id: 'listSubscriberImportsOfList',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscriber_imports',
  summary: 'List the imports of a mailing list',
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

export const inspectSubscriberImport = endpoint({
  ...common,
  id: 'inspectSubscriberImport',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/subscriber_imports/inspect',
  summary: 'Inspect a file before it is imported: its format, a meaning for each column, opt-outs',
  wrapper: 'subscriber_import',
  costly: true,
  idempotencyKey: false,
  body: inspectionInput,
  data: inspectionSchema,
})

export const showSubscriberImport = endpoint({
  ...common,
  id: 'showSubscriberImport',
  method: 'GET',
  path: 'subscriber_imports/:id',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id'],
  summary: 'Show an import',
  data: importSchema,
})

export const watchSubscriberImport = endpoint({
  ...common,
  id: 'watchSubscriberImport',
  method: 'GET',
  path: 'subscriber_imports/:id/events',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/events'],
  summary: 'Show the progress of an import: a stream of server-sent events',
  data: z.string(),
  plain: ['text/event-stream'],
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
  summary: 'Resume a paused import',
  data: importSchema,
})

export const cancelSubscriberImport = endpoint({
  ...common,
  id: 'cancelSubscriberImport',
  method: 'POST',
  path: 'subscriber_imports/:id/cancel',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/cancel'],
  summary: 'Cancel an unfinished import; rows that were already imported stay',
  data: importSchema,
})

export const importDryRun = endpoint({
  ...common,
  id: 'importDryRun',
  method: 'POST',
  path: 'subscriber_imports/:id/import',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/import'],
  summary:
    'Start the import of a finished dry run, with the same settings and the same file, within 24 hours',
  data: importSchema,
})

export const undoSubscriberImport = endpoint({
  ...common,
  id: 'undoSubscriberImport',
  method: 'POST',
  path: 'subscriber_imports/:id/undo',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/undo'],
  summary:
    'Undo an import that ended in the last 7 days: remove the people it added and restore what the others had before, except what was changed since',
  data: importSchema,
})

export const showSubscriberImportUndoLog = endpoint({
  ...common,
  id: 'showSubscriberImportUndoLog',
  method: 'GET',
  path: 'subscriber_imports/:id/undo/logs/:classification',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/undo/logs/:classification'],
  summary:
    'Download the log of one category of an undo: one address per line, or for `left_gone` the ids of subscribers',
  plain: ['text/plain'],
  data: z.string(),
})

export const showSubscriberImportLog = endpoint({
  ...common,
  id: 'showSubscriberImportLog',
  method: 'GET',
  path: 'subscriber_imports/:id/logs/:classification',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/logs/:classification'],
  summary:
    'Download the log of one category: one address per line, or for `failed` and `left_empty` a CSV whose last column says what is wrong; `pruned` has the subscribers that not_in_file changed',
  query: z.object({
    raw: flag
      .optional()
      .meta({ description: 'Whether the cells are exactly as in the file. Default: false.' }),
  }),
  plain: ['text/plain', 'text/csv'],
  data: z.string(),
})

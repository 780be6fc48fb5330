import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { filter } from '../api/query.ts'
import { saidOfRow } from '../values/said/rows.ts'
import { rowLogNames } from './states.ts'
import { undoCounters } from './undo.ts'

const value = z.unknown().meta({ description: 'A text, number, boolean or list; null: none.' })

export const importRowSchema = z
  .object({
    row_number: z.int().nullable().meta({
      description: 'The number of the row in the file, from 1, without the header. null: it is not known.',
    }),
    address: z.string(),
    classification: z.enum(rowLogNames),
    error: z.string().nullable().meta({ description: 'Of a failed row: what is wrong with it.' }),
    cells: z.array(z.string()).nullable().meta({ description: 'Of a failed row: its cells in the file.' }),
    problems: z
      .array(z.object({ column: z.int().nullable(), problem: z.string(), ...saidOfRow }))
      .nullable()
      .meta({
        description:
          'Of a failed row: its problems one by one, each with the number of its column, from 1. null: of the whole row.',
      }),
    changes: z
      .array(z.object({ name: z.string(), before: value, after: value }))
      .nullable()
      .meta({
        description:
          'Of an updated row, and of an added row of a dry run: the attributes and custom fields that change. null: not known, because the import was undone or does not keep it, the file of the dry run is gone, or the caller may not read subscribers.',
      }),
  })
  .meta({ id: 'SubscriberImportRow' })

export type ImportRowRecord = z.infer<typeof importRowSchema>

const rowsQuery = z.object({
  per_page: pageQuery.shape.per_page,
  page_token: filter('The next_page_token of the previous answer.'),
  classification: choice(rowLogNames).optional().meta({
    description:
      'Return the rows of this class, or `pruned` for subscribers who are not in the file. Default: all rows of the file.',
  }),
  problem: filter('Return failed rows with this problem, in the words of `subscriber_imports/:id/failures`.'),
  q: filter(
    'Return rows whose address contains this text, or failed rows that contain it anywhere. Case is ignored.',
  ),
})

const common = {
  tag: 'Subscriber imports',
  role: 'standard',
  permission: 'subscriber.import',
} as const

export const listSubscriberImportRows = endpoint({
  ...common,
  id: 'listSubscriberImportRows',
  method: 'GET',
  path: 'subscriber_imports/:id/rows',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/rows'],
  summary:
    'List the rows of an import or a dry run in the order of the file: what happened to each, and what changed',
  costly: true,
  query: rowsQuery,
  paged: 'bounded token',
  data: z.array(importRowSchema),
})

export const undoPreviewSchema = z
  .object({
    people: z.int().meta({ description: 'The people that the import added or changed.' }),
    examined: z.int().meta({
      description:
        'The people that this call and those before it have examined and counted. A call stops after a few seconds.',
    }),
    counters: undoCounters,
    continuation: z.string().nullable().meta({
      description:
        'Where the next call continues. Its counters include those of this answer. null: all people have been examined.',
    }),
  })
  .meta({ id: 'ImportUndoPreview' })

export const previewSubscriberImportUndo = endpoint({
  ...common,
  id: 'previewSubscriberImportUndo',
  method: 'GET',
  path: 'subscriber_imports/:id/undo',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/undo'],
  summary: 'Count what an undo of the import would do now, without changing anything',
  costly: true,
  paged: 'none',
  query: z.object({
    continuation: filter('The continuation of the previous answer. Default: from the beginning.'),
  }),
  data: undoPreviewSchema,
})

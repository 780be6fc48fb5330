import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { saidOfRow } from '../values/said/rows.ts'

const failureSchema = z.object({
  column: z.int().nullable().meta({
    description: 'The number of the column in the file, from 1. null: the problem is of the whole row.',
  }),
  field: z.string().meta({ description: 'The entry of column_mapping; empty without a column.' }),
  problem: z.string().meta({ description: 'What is wrong with the cell, as a sentence.' }),
  ...saidOfRow,
  count: z.int().meta({ description: 'The failed rows with this problem. A row can have several problems.' }),
  can_be_empty: z.boolean().meta({
    description: 'Whether `on_bad_value: "leave_empty"` can import such a row without the cell.',
  }),
  examples: z.array(z.string()).meta({ description: 'Up to three of the cells that differ, shortened.' }),
})

export type Failure = z.infer<typeof failureSchema>

export const failuresSchema = z
  .object({
    rows: z.int().meta({ description: 'The failed rows that were read, from the first one.' }),
    is_exact: z.boolean().meta({
      description:
        'false: more rows have failed, or there are more kinds of problems, than are read. There are at least so many.',
    }),
    header: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The headings of the file; null: it has none.' }),
    failures: z.array(failureSchema).meta({ description: 'The most frequent first.' }),
  })
  .meta({ id: 'SubscriberImportFailures' })

export type Failures = z.infer<typeof failuresSchema>

export const showSubscriberImportFailures = endpoint({
  tag: 'Subscriber imports',
  role: 'standard',
  permission: 'subscriber.import',
  id: 'showSubscriberImportFailures',
  method: 'GET',
  path: 'subscriber_imports/:id/failures',
  aliases: ['mailing_lists/:mailing_list_id/subscriber_imports/:id/failures'],
  summary: 'Count the failed rows of an import or a dry run by column and problem, with examples',
  costly: true,
  paged: 'none',
  data: failuresSchema,
})

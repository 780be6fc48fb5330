import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { text } from '../api/fields.ts'

export const remoteSampleMax = 10

export const remoteSqlMax = 100_000

export const previewRemoteQuery = endpoint({
  id: 'previewRemoteQuery',
  tag: 'Mailing lists',
  role: 'standard',
  permission: ['campaign.create', 'campaign.update'],
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/remote_query/preview',
  costly: true,
  idempotencyKey: false,
  summary:
    'Show the columns and first rows of a query of a remote list without saving anything; users also need the permission subscriber.read',
  wrapper: 'remote_query',
  body: z.object({
    segmentation_criteria_remote_sql: text(remoteSqlMax)
      .refine((value) => value.trim() !== '', 'cannot be blank')
      .meta({
        description:
          'The query. It must return a column email, and may return distinct_id and columns for merge codes.',
      }),
  }),
  paged: 'none',
  data: z
    .object({
      problem: z.string().nullable().meta({
        description: 'Why a campaign with this query would fail, and what to do. null: it would not.',
      }),
      columns: z.array(z.string()).meta({ description: 'The columns in the order of the query.' }),
      rows: z.array(z.array(z.string().nullable())).meta({
        description: `Up to ${remoteSampleMax} rows, one value a column; without rows that are too long.`,
      }),
      has_more: z.boolean().meta({ description: 'Whether the query has more rows than these.' }),
    })
    .meta({ id: 'RemoteQueryPreview' }),
})

export type RemoteQueryPreview = z.output<(typeof previewRemoteQuery)['data']>
export type RemoteQueryInput = z.output<NonNullable<(typeof previewRemoteQuery)['body']>>

const skipped = {
  invalid_email: z.int().meta({ description: 'Without a valid address.' }),
  invalid_distinct_id: z.int().meta({ description: 'With a distinct_id that is no whole number from 1.' }),
  too_long: z.int().meta({ description: 'Longer than 64 kB.' }),
  duplicate: z.int().meta({ description: 'With an address or distinct_id of an earlier row.' }),
  left: z.int().meta({ description: 'Of people who unsubscribed, complained or bounced before.' }),
  suppressed: z.int().meta({ description: 'With an address on a suppression list.' }),
}

export const remoteProgressSchema = z
  .object({
    rows_read: z.int(),
    is_complete: z.boolean().meta({ description: 'All rows were read. Until then nothing is sent.' }),
    skipped: z.object(skipped).meta({ description: 'Rows for which no message is sent, by reason.' }),
  })
  .meta({ id: 'RemoteQueryProgress' })

export type RemoteProgress = z.output<typeof remoteProgressSchema>

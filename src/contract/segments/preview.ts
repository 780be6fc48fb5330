import { z } from 'zod'
import { estimateSchema } from '../api/figures.ts'
import { endpoint } from '../api/endpoint.ts'
import { subscriberSchema } from '../subscribers/endpoints.ts'
import { clausesInput } from './endpoints.ts'

export const sampleMax = 20

export const previewSegment = endpoint({
  id: 'previewSegment',
  tag: 'Segments',
  role: 'standard',
  permission: 'subscriber.read',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/segments/preview',
  costly: true,
  idempotencyKey: false,
  summary:
    'Count the subscribers that clauses select, with a sample, without saving anything; the server stops counting when ' +
    'the caller closes the connection',
  wrapper: 'segment',
  body: z.object({ clauses: clausesInput }),
  paged: 'none',
  data: z
    .object({
      count: z.int().nullable().meta({
        description:
          'The number of subscribers. Counting ends after about 5 seconds, and then a sample is read; null if there was no time for that.',
      }),
      count_is_exact: z.boolean().meta({ description: 'false: there are at least `count`, or it is null.' }),
      count_estimate: estimateSchema,
      sample: z.array(subscriberSchema).meta({
        description: `Up to ${sampleMax} of the subscribers, by id. None if \`count\` is null.`,
      }),
      explanation: z.string().meta({ description: 'The clauses in one sentence.' }),
    })
    .meta({ id: 'SegmentPreview' }),
})

export type SegmentPreview = z.output<(typeof previewSegment)['data']>

const use = z.object({ id: z.int(), name: z.string() })

export const showSegmentUses = endpoint({
  id: 'showSegmentUses',
  tag: 'Segments',
  role: 'standard',
  method: 'GET',
  path: 'segments/:id/uses',
  summary: 'List what uses a segment: up to 100 records of each kind, the newest first',
  paged: 'none',
  data: z
    .object({
      campaigns: z.array(use.extend({ state: z.string() })),
      templates: z.array(use),
      autoresponders: z.array(use),
      segments: z.array(use).meta({ description: 'Segments that name it.' }),
      unfinished_exports: z.array(z.object({ id: z.int() })),
    })
    .meta({ id: 'SegmentUses' }),
})

export type SegmentUses = z.output<(typeof showSegmentUses)['data']>

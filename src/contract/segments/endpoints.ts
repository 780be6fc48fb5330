import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { name } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { apart, nameFilters } from '../api/query.ts'
import type { Clause } from './clauses.ts'
import { segmentTypes } from './clauses.ts'

const time = z.iso.datetime({ offset: true })

/** The rules of each type are in clauses.ts. */
const clause = z.looseObject({ type: z.enum(segmentTypes) }).meta({
  id: 'SegmentClause',
  description: [
    '`any`, `all`: `clauses`.',
    '`in_mailing_list`: `operator` (is_in, is_not_in, is_active_in, is_not_active_in), `mailing_list` (id or name).',
    '`not_in_suppression_list`: `suppression_list` (id or name).',
    '`subscriber_status`: `operator` (is, is_not), `value`.',
    '`subscriber_date_…`: `operator` (is_on, is_before, is_after with a date as `value`; in_last_days,',
    'not_in_last_days with a number).',
    'Only active subscribers are selected, unless a clause mentions the status.',
  ].join(' '),
})

export const segmentSchema = z
  .object({
    id: z.int(),
    mailing_list_id: z.int(),
    name: z.string(),
    description: z.string().meta({ description: 'The clauses in words.' }),
    clauses: z
      .array(clause)
      .meta({ description: 'Clauses that must all hold. None: all active subscribers.' }),
    criteria_sql: z.null().meta({ description: 'Always null: segments are kept as clauses.' }),
    criteria_json: z.string().meta({ description: 'The clauses as JSON in a string, for older clients.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Segment' })

export type SegmentRecord = Omit<z.output<typeof segmentSchema>, 'clauses'> & { clauses: Clause[] }

/** Validated one by one later: an unsupported clause is an `invalid_request`. */
export const clausesInput = z.array(z.unknown()).meta({
  description:
    'Clauses that must all hold, at most 500 and 10 levels deep, at most 20 different ones about mailing lists and ' +
    'suppression lists. None: all active subscribers.',
})

const segmentInput = z.object({
  name: name(255).meta({ description: 'A name for the segment, up to 255 characters.' }),
  clauses: clausesInput,
})
const segmentChanges = segmentInput.partial()
export type SegmentInput = z.output<typeof segmentInput>
export type SegmentChanges = z.output<typeof segmentChanges>

/** Older clients use this wrapper key. */
function unwrapped<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (body) => (isHash(body) && isHash(body['segmentation_criteria']) ? body['segmentation_criteria'] : body),
    schema,
  )
}

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const segmentQuery = apart(pageQuery.safeExtend(nameFilters), 'name', 'name_contains')
export type SegmentQuery = z.output<typeof segmentQuery>

const common = { tag: 'Segments', role: 'standard', paged: 'none' } as const

const list = {
  ...common,
  method: 'GET',
  query: segmentQuery,
  paged: 'page',
  data: z.array(segmentSchema),
} as const

export const listSegments = endpoint({
  ...list,
  id: 'listSegments',
  path: 'segments',
  aliases: ['segmentation_criterias'],
  summary: 'List the segments of the organization, by id',
})

export const listSegmentsOfList = endpoint({
  ...list,
  id: 'listSegmentsOfList',
  path: 'mailing_lists/:mailing_list_id/segments',
  aliases: ['mailing_lists/:mailing_list_id/segmentation_criterias'],
  summary: 'List the segments of a mailing list, by id',
})

export const createSegment = endpoint({
  ...common,
  id: 'createSegment',
  permission: 'segmentation_criteria.create',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/segments',
  aliases: ['mailing_lists/:mailing_list_id/segmentation_criterias'],
  summary: 'Create a segment of a mailing list',
  wrapper: 'segment',
  body: unwrapped(segmentInput),
  data: segmentSchema,
})

const one = {
  ...common,
  path: 'segments/:id',
  aliases: [
    'segmentation_criterias/:id',
    'mailing_lists/:mailing_list_id/segments/:id',
    'mailing_lists/:mailing_list_id/segmentation_criterias/:id',
  ],
} as const

export const showSegment = endpoint({
  ...one,
  id: 'showSegment',
  method: 'GET',
  summary: 'Show a segment',
  data: segmentSchema,
})

export const updateSegment = endpoint({
  ...one,
  id: 'updateSegment',
  permission: 'segmentation_criteria.update',
  method: 'PUT',
  summary: 'Update a segment; attributes that are not given keep their values',
  wrapper: 'segment',
  body: unwrapped(segmentChanges),
  data: segmentSchema,
})

export const deleteSegment = endpoint({
  ...one,
  id: 'deleteSegment',
  permission: 'segmentation_criteria.delete',
  method: 'DELETE',
  summary: 'Delete a segment; fails and lists the dependencies if something uses it',
  data: z.null(),
})

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { name } from '../api/fields.ts'
import { wholeQuery } from '../api/paging.ts'
import { apart, ids, nameFilters } from '../api/query.ts'
import { givenClause, type Clause, segmentTypes } from './clauses.ts'

const time = z.iso.datetime({ offset: true })

/** The rules of each type are in clauses.ts. */
export const clauseSchema = z.looseObject({ type: z.enum(segmentTypes) }).meta({
  id: 'SegmentClause',
  description: [
    '`any`, `all`, `not` (none of them holds): `clauses`.',
    '`custom_field`: `custom_field` (id or name; of the list, or a global one), `operator`, and what it asks for, by the type',
    'of the field.',
    'Text: is, is_not, contains, does_not_contain, begins_with, does_not_begin_with, ends_with, does_not_end_with with a',
    '`value`, is_any_of, is_none_of with `values`; case is ignored.',
    'Number: is, is_not, is_less_than, is_at_most, is_greater_than, is_at_least with a `value`, is_between with `from` and `to`.',
    'Date: is, is_not, is_before, is_after with a date as `value`, is_between with `from` and `to`; in_last_days, in_next_days,',
    'more_than_days_ago, more_than_days_ahead with a number of calendar days; anniversary_today, and',
    'anniversary_in_next_days, anniversary_in_last_days with a number.',
    'Day of the year: is, is_not, and the three of anniversaries.',
    'Selects: is_any_of, is_none_of with `values`, checkboxes also is_all_of.',
    'Boolean: is, is_not with true or false.',
    'All types: is_blank, is_not_blank. Negative operators select exactly the subscribers that their opposites leave out, including those with blank values.',
    '`subscriber_email`, `subscriber_subscribe_ip`: as a text field.',
    '`subscriber_email_domain`: is, is_not, ends_with, does_not_end_with with a `value`, is_any_of, is_none_of with `values`.',
    '`subscriber_email_format`: as a select. `subscriber_confirmed`: as a boolean field.',
    '`activity`: `activity` (was_sent, opened, clicked, bounced), `operator` (did, did_not), and at most one of `campaign` (id or',
    'name), `last_campaigns` (a number: the campaigns of the list that started last), `last_days` (days of 24 hours; of opens and',
    'clicks the first of each message counts, otherwise when the message was sent); none: any message of the list. clicked also',
    'with `url` or `url_contains`.',
    '`import`: `operator` (added_by, changed_by, added_or_changed_by, or one of them after not_), `import` (id).',
    '`consent`: `operator` (given, not_given), and any of `web_form` (id or name, of the same list), with it one of `version` and',
    '`min_version` (of its consent text), and `last_days` (days of 24 hours since the form was submitted); none: any consent by a',
    'web form of the list. Of forms that have double opt-in now, only confirmed consents count.',
    '`in_segment`: `operator` (is_in, is_not_in), `segment` (id or name, of the same list).',
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
      .array(clauseSchema)
      .meta({ description: 'Clauses that must all hold. None: all active subscribers.' }),
    criteria_sql: z.null().meta({ description: 'Always null: segments are kept as clauses.' }),
    criteria_json: z.string().meta({ description: 'The clauses as JSON in a string, for older clients.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Segment' })

export type SegmentRecord = Omit<z.output<typeof segmentSchema>, 'clauses'> & { clauses: Clause[] }

/** Validated one by one later: an unsupported clause is an `invalid_request`. */
export const clausesInput = z.array(givenClause).meta({
  description:
    'Clauses that must all hold, at most 500 and 10 levels deep, at most 20 different ones about mailing lists and ' +
    'suppression lists, and 20 about messages, imports and consent. None: all active subscribers.',
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

const idsMax = 500

const segmentQuery = apart(
  wholeQuery.safeExtend({
    ...nameFilters,
    ids: ids(idsMax)
      .optional()
      .meta({
        description: `Return these segments: at most ${idsMax} ids, separated by commas. Unknown ids are left out.`,
      }),
  }),
  'name',
  'name_contains',
)
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
  versioned: true,
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
  versioned: true,
  permission: 'segmentation_criteria.delete',
  method: 'DELETE',
  summary: 'Delete a segment; fails and lists the dependencies if something uses it',
  data: z.null(),
})

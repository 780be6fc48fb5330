import { z } from 'zod'
import { AppError, badRequest } from '../api/errors.ts'
import { choice, idField, name, whole } from '../api/fields.ts'
import { activitySchema, importSchema, type ActivityClause, type ImportClause } from './activity.ts'
import { consentSchema, type ConsentClause } from './consent.ts'
import { checkTest, testFields, testOf, type TestKind, type ValueTest } from './value-tests.ts'
import { subscriberStatuses, type SubscriberStatus } from '../imports/states.ts'
import { checkFields, wording } from '../api/problems.ts'
import { parseDate } from '../times/instants.ts'

/** A segment selects active subscribers only, unless a clause tests the status. */

export const listOperators = ['is_in', 'is_not_in', 'is_active_in', 'is_not_active_in'] as const
export const segmentOperators = ['is_in', 'is_not_in'] as const
const statusOperators = ['is', 'is_not'] as const
const dayOperators = ['is_on', 'is_before', 'is_after'] as const
const ageOperators = ['in_last_days', 'not_in_last_days'] as const

/** The event on the date. The last four are dates of a removal. */
export const dateClauses = {
  subscriber_date_subscribed: null,
  subscriber_date_confirmed: null,
  subscriber_date_unsubscribed: 'unsubscribed',
  subscriber_date_bounced: 'bounced',
  subscriber_date_scomp: 'scomp',
  subscriber_date_deactivated: 'deactivated',
} as const satisfies Record<string, SubscriberStatus | null>
export type DateClauseType = keyof typeof dateClauses
const dateTypes = Object.keys(dateClauses) as [DateClauseType, ...DateClauseType[]]

/** Attributes of a subscriber that are tested as custom fields are. */
export const attributeClauses = {
  subscriber_email: 'address',
  subscriber_email_domain: 'domain',
  subscriber_email_format: 'choice',
  subscriber_confirmed: 'boolean',
  subscriber_subscribe_ip: 'text',
} as const satisfies Record<string, TestKind>
export type AttributeClauseType = keyof typeof attributeClauses
const attributeTypes = Object.keys(attributeClauses) as [AttributeClauseType, ...AttributeClauseType[]]
export const emailFormats = ['html', 'text', 'both']

/** Names ignore case. */
export type ClauseReference = { id: number } | { name: string }

export type Clause<Reference = { id: number }> =
  // `not`: none of them holds.
  | { type: 'any' | 'all' | 'not'; clauses: Clause<Reference>[] }
  // Of the list, or a global one.
  | ({ type: 'custom_field'; custom_field: Reference } & ValueTest)
  | ({ type: AttributeClauseType } & ValueTest)
  | ActivityClause<Reference>
  | ImportClause<Reference>
  | ConsentClause<Reference>
  // Another segment of the list, whose own rule about the status holds for it.
  | { type: 'in_segment'; operator: (typeof segmentOperators)[number]; segment: Reference }
  | { type: 'in_mailing_list'; operator: (typeof listOperators)[number]; mailing_list: Reference }
  | { type: 'not_in_suppression_list'; suppression_list: Reference }
  | { type: 'subscriber_status'; operator: (typeof statusOperators)[number]; value: SubscriberStatus }
  // A calendar day in the zone of the organization, `YYYY-MM-DD`.
  | { type: DateClauseType; operator: (typeof dayOperators)[number]; value: string }
  // Days of 24 hours before the segment is evaluated.
  | { type: DateClauseType; operator: (typeof ageOperators)[number]; value: number }

export type NewClause = Clause<ClauseReference>

export const segmentTypes = [
  'any',
  'all',
  'in_mailing_list',
  'not_in_suppression_list',
  'subscriber_status',
  ...dateTypes,
  'not',
  'custom_field',
  ...attributeTypes,
  'activity',
  'import',
  'consent',
  'in_segment',
] as const

const depthMax = 10
export const clausesMax = 500
/** For each different one, the database reads a whole list. */
export const listClausesMax = 20
/** For each different one, the database reads what is recorded of messages, an import or consents. */
export const activityClausesMax = 20

/** The id wins if both are given. */
const reference = z
  .object(
    { id: idField.nullish(), name: name(255).nullish() },
    { error: ({ code }) => (code === 'invalid_type' ? 'must be {"id": 7} or {"name": "…"}' : undefined) },
  )
  .transform(({ id, name: called }, context): ClauseReference => {
    if (typeof id === 'number') return { id }
    if (typeof called === 'string') return { name: called }
    context.addIssue('must have an id or a name')
    return z.NEVER
  })

/** The product's own examples use both spaces and underscores. */
const listOperator = z.preprocess(
  (value) => (typeof value === 'string' ? value.replaceAll(' ', '_') : value),
  choice(listOperators),
)

const inMailingList = z
  .strictObject({
    type: z.literal('in_mailing_list'),
    operator: listOperator,
    mailing_list: reference.optional(),
    mailing_list_id: idField.optional(),
  })
  .transform(({ type, operator, mailing_list, mailing_list_id: id }, context) => {
    const named = mailing_list ?? (id === undefined ? undefined : { id })
    if (named !== undefined) return { type, operator, mailing_list: named }
    context.addIssue({ code: 'custom', path: ['mailing_list'], message: 'cannot be blank' })
    return z.NEVER
  })

const notInSuppressionList = z.strictObject({
  type: z.literal('not_in_suppression_list'),
  suppression_list: reference,
})

const subscriberStatus = z.strictObject({
  type: z.literal('subscriber_status'),
  operator: choice(statusOperators),
  value: choice(subscriberStatuses),
})

const day = z.string().transform((value, context) => {
  const date = /^(19|[2-8]\d)\d\d-\d\d-\d\d$/.test(value.trim()) ? parseDate(value.trim(), 'mdy') : null
  if (date === null) context.addIssue('must be a date of the years 1900 to 8999: YYYY-MM-DD')
  return date ?? z.NEVER
})

const subscriberDate = z.discriminatedUnion('operator', [
  z.strictObject({ type: z.enum(dateTypes), operator: z.enum(dayOperators), value: day }),
  z.strictObject({ type: z.enum(dateTypes), operator: z.enum(ageOperators), value: whole(1, 36_500) }),
])

const customField = z
  .strictObject({ type: z.literal('custom_field'), custom_field: reference, ...testFields })
  .transform(({ type, custom_field, ...given }, context): NewClause => {
    const test = testOf(given, context)
    return test === null ? z.NEVER : { type, custom_field, ...test }
  })

const subscriberAttribute = z
  .strictObject({ type: z.enum(attributeTypes), ...testFields })
  .transform(({ type, ...given }, context): NewClause => {
    const test = testOf(given, context)
    if (test === null) return z.NEVER
    const options = type === 'subscriber_email_format' ? emailFormats : []
    const checked = checkTest(attributeClauses[type], test, options)
    if ('test' in checked) return { type, ...checked.test }
    const [path = '', ...problem] = checked.problem.split(' ')
    context.addIssue({ code: 'custom', path: [path], message: problem.join(' ') })
    return z.NEVER
  })

const inSegment = z.strictObject({
  type: z.literal('in_segment'),
  operator: choice(segmentOperators),
  segment: reference,
})

const group: z.ZodType<NewClause> = z.lazy(() =>
  z.strictObject({
    type: z.literal(['any', 'all', 'not']),
    clauses: z.array(clauseSchema).min(1).max(clausesMax),
  }),
)

/** One schema per type, so that a problem describes this clause and not the alternatives. */
const schemas = new Map<unknown, z.ZodType<NewClause>>([
  ['any', group],
  ['all', group],
  ['not', group],
  ['custom_field', customField],
  ...attributeTypes.map((type) => [type, subscriberAttribute] as const),
  ['activity', activitySchema<ClauseReference>(reference)],
  ['import', importSchema<ClauseReference>(z.strictObject({ id: idField }))],
  ['consent', consentSchema<ClauseReference>(reference)],
  ['in_segment', inSegment],
  ['in_mailing_list', inMailingList],
  ['not_in_suppression_list', notInSuppressionList],
  ['subscriber_status', subscriberStatus],
  ...dateTypes.map((type) => [type, subscriberDate] as const),
])

export const clauseSchema: z.ZodType<NewClause> = z.unknown().transform((value, context): NewClause => {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  const schema = schemas.get(type)
  if (schema === undefined) {
    context.addIssue({ code: 'custom', path: ['type'], message: `must be one of ${segmentTypes.join(', ')}` })
    return z.NEVER
  }
  const result = schema.safeParse(value, { error: wording })
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
    const message = keys.length > 0 ? 'is not a known attribute' : issue.message
    context.addIssue({ code: 'custom', path: [...issue.path, ...keys.slice(0, 1)], message })
  }
  return z.NEVER
})

/** Of the types of clauses, each once: for the API document, because a clause is parsed by the schema of its type alone. */
export const clauseAlternatives: readonly z.ZodType[] = [...new Set(schemas.values())]

/** A clause as callers send it, parsed later. */
export const givenClause = z.unknown().meta({ id: 'SegmentClauseInput' })

const tooMany = `must be at most ${clausesMax} clauses, ${depthMax} levels deep`

/** Clauses inside of another record, for its schema. */
export const clausesSchema: z.ZodType<NewClause[], NewClause[]> = z
  .array(givenClause)
  .refine((input) => countClauses(input, 1) <= clausesMax, { error: tooMany, abort: true })
  .pipe(z.array(clauseSchema)) as unknown as z.ZodType<NewClause[], NewClause[]>

/**
 * @param attribute for the message.
 * @throws AppError `invalid_request` for everything outside the grammar.
 */
export function readClauses(attribute: string, input: readonly unknown[]): NewClause[] {
  const sized = z.object({ [attribute]: z.array(clauseSchema).max(clausesMax) })
  if (countClauses(input, 1) > clausesMax) {
    throw badRequest(`${attribute} ${tooMany}`)
  }
  try {
    return checkFields(sized, { [attribute]: input })[attribute] ?? []
  } catch (error) {
    throw error instanceof AppError ? badRequest(error.message) : error
  }
}

/** More than `clausesMax` if they are nested too deeply. */
function countClauses(input: unknown, depth: number): number {
  if (!Array.isArray(input)) return 0
  if (depth > depthMax) return clausesMax + 1
  return input.reduce<number>((count, clause: unknown) => {
    const inner =
      typeof clause === 'object' && clause !== null && 'clauses' in clause ? clause.clauses : undefined
    return count + 1 + countClauses(inner, depth + 1)
  }, 0)
}

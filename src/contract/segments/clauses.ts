import { z } from 'zod'
import { AppError, badRequest } from '../api/errors.ts'
import { choice, idField, name, whole } from '../api/fields.ts'
import { subscriberStatuses } from '../imports/states.ts'
import type { SubscriberStatus } from '../imports/states.ts'
import { checkFields, wording } from '../api/problems.ts'
import { parseDate } from '../times/instants.ts'

/** A segment selects active subscribers only, unless a clause tests the status. */

export const listOperators = ['is_in', 'is_not_in', 'is_active_in', 'is_not_active_in'] as const
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

/** Names ignore case. */
export type ClauseReference = { id: number } | { name: string }

export type Clause<Reference = { id: number }> =
  | { type: 'any' | 'all'; clauses: Clause<Reference>[] }
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
] as const

const depthMax = 10
const clausesMax = 500
/** For each different one, the database reads a whole list. */
export const listClausesMax = 20

/** The id wins if both are given. */
const reference = z
  .object({ id: idField.nullish(), name: name(255).nullish() })
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

const group: z.ZodType<NewClause> = z.lazy(() =>
  z.strictObject({ type: z.literal(['any', 'all']), clauses: z.array(clauseSchema).min(1).max(clausesMax) }),
)

/** One schema per type, so that a problem describes this clause and not the alternatives. */
const schemas = new Map<unknown, z.ZodType<NewClause>>([
  ['any', group],
  ['all', group],
  ['in_mailing_list', inMailingList],
  ['not_in_suppression_list', notInSuppressionList],
  ['subscriber_status', subscriberStatus],
  ...dateTypes.map((type) => [type, subscriberDate] as const),
])

const clauseSchema: z.ZodType<NewClause> = z.unknown().transform((value, context): NewClause => {
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

/**
 * @param attribute for the message.
 * @throws AppError `invalid_request` for everything outside the grammar.
 */
export function readClauses(attribute: string, input: readonly unknown[]): NewClause[] {
  const sized = z.object({ [attribute]: z.array(clauseSchema).max(clausesMax) })
  if (countClauses(input, 1) > clausesMax) {
    throw badRequest(`${attribute} must be at most ${clausesMax} clauses, ${depthMax} levels deep`)
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
    const inner = typeof clause === 'object' && clause !== null && 'clauses' in clause ? clause.clauses : []
    return count + 1 + countClauses(inner, depth + 1)
  }, 0)
}

export function speaksOfStatus(clauses: readonly Clause<unknown>[]): boolean {
  return clauses.some((clause) => {
    if ('clauses' in clause) return speaksOfStatus(clause.clauses)
    if (clause.type === 'subscriber_status') return true
    return clause.type in dateClauses && dateClauses[clause.type as DateClauseType] !== null
  })
}

/** Removes clauses that equal an earlier one in the same group. */
export function mergeClauses<Reference>(clauses: readonly Clause<Reference>[]): Clause<Reference>[] {
  const merged = clauses.map((clause) =>
    'clauses' in clause ? { ...clause, clauses: mergeClauses(clause.clauses) } : clause,
  )
  return [...new Map(merged.map((clause) => [JSON.stringify(clause), clause])).values()]
}

export function countListClauses(clauses: readonly Clause<unknown>[]): number {
  return new Set(listClausesOf(clauses).map((clause) => JSON.stringify(clause))).size
}

function listClausesOf(clauses: readonly Clause<unknown>[]): Clause<unknown>[] {
  return clauses.flatMap((clause) => {
    if ('clauses' in clause) return listClausesOf(clause.clauses)
    return clause.type === 'in_mailing_list' || clause.type === 'not_in_suppression_list' ? [clause] : []
  })
}

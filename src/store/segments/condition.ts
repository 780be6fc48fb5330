import {
  attributeClauses,
  dateClauses,
  type AttributeClauseType,
  type Clause,
  type DateClauseType,
} from '../../contract/segments/clauses.ts'
import { isDateClause, mergeClauses, speaksOfStatus } from '../../contract/segments/tree.ts'
import { parseDateTime } from '../../contract/times/instants.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { findKnown, type Known, type Target } from './known.ts'
import { noSuppression, suppressesNobody, type Suppressing } from '../conditions/suppression.ts'
import { joinedSets, lookUps, type Memberships } from './memberships.ts'
import { andWithin } from './id-range.ts'
import { addressOf, suppressedPeople } from './sets/suppressed.ts'
import { isOther, setTree, type OtherClause } from './set-trees.ts'
import { addressCondition } from './address-condition.ts'
import { testCondition } from './value-condition.ts'

/**
 * A condition on rows `s` of `subscribers`, for statements that read few of them. In an object, because the driver's
 * fragments are promises: returned alone it would be executed.
 */
export async function segmentCondition(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
): Promise<{ condition: Fragment }> {
  const known = await findKnown(sql, target, clauses)
  const members = lookUps({ sql, target, known })
  return { condition: selected({ sql, target, known, members }, clauses) }
}

/** For statements that read the whole list: `joins` follow `from subscribers s`. */
export async function segmentSets(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
): Promise<{ joins: Fragment; condition: Fragment }> {
  return setsOf({ sql, target, known: await findKnown(sql, target, clauses) }, clauses, noSuppression)
}

/** As `segmentSets`. `suppressed`: which of those who are active may not get a message. */
export function setsOf(
  { sql, target, known }: Omit<SegmentContext, 'members'>,
  clauses: readonly Clause[],
  suppressing: Suppressing,
): { joins: Fragment; condition: Fragment; suppressed: Fragment } {
  const members = joinedSets({ sql, target, known })
  const condition = selected({ sql, target, known, members }, clauses)
  if (suppressesNobody(suppressing)) return { condition, joins: members.joins(), suppressed: sql`false` }
  // Only of those whom the segment selects, because hashes are computed for each of them.
  const people = sql`
    select s.id, ${addressOf(sql, 's', known.hasOwnKey)} as address from subscribers s ${members.joins()}
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
      and s.status = 'active' and ${condition} ${andWithin(sql, sql`s.id`, target.ids)}`
  const set = { ...suppressing, hasOwnKey: known.hasOwnKey, subscribers: known.subscribers }
  return {
    condition,
    suppressed: sql`(unwanted.id is not null)`,
    joins: sql`${members.joins()} left join (
      select distinct id from (${suppressedPeople(sql, target, set, people)}) one) unwanted on unwanted.id = s.id`,
  }
}

export function selected(context: SegmentContext, clauses: readonly Clause[]): Fragment {
  const all = joined(context, 'all', clauses)
  return speaksOfStatus(clauses) ? all : context.sql`(s.status = 'active' and ${all})`
}

export type SegmentContext = { sql: Sql; target: Target; known: Known; members: Memberships }

/** Clauses about messages, imports and consent together are one condition. */
export function joined(context: SegmentContext, type: 'any' | 'all', clauses: readonly Clause[]): Fragment {
  const { sql, known, members } = context
  const parts = mergeClauses(clauses).map((clause) => ({ clause, tree: setTree(known, clause) }))
  const trees = parts.flatMap(({ tree }) => tree ?? [])
  const [first, ...others] = [
    ...parts.flatMap(({ clause, tree }) =>
      tree === null && isOther(clause) ? [conditionOf(context, clause)] : [],
    ),
    ...(trees.length === 0 ? [] : [members.among({ type, of: trees })]),
  ]
  if (first === undefined) return type === 'all' ? sql`true` : sql`false`
  const list = others.reduce(
    (before, next) => (type === 'all' ? sql`${before} and ${next}` : sql`${before} or ${next}`),
    first,
  )
  return sql`(${list})`
}

function conditionOf(context: SegmentContext, clause: OtherClause): Fragment {
  const { sql, members } = context
  switch (clause.type) {
    case 'any':
    case 'all':
      return joined(context, clause.type, clause.clauses)
    case 'not':
      return sql`not ${joined(context, 'any', clause.clauses)}`
    case 'custom_field':
      return fieldCondition(context, clause)
    case 'in_segment': {
      const is = selected(context, context.known.segments.get(clause.segment.id) ?? [])
      return clause.operator === 'is_in' ? is : sql`not (${is})`
    }
    case 'in_mailing_list':
      return listCondition(context, clause)
    case 'not_in_suppression_list':
      return sql`not ${members.suppressed(clause.suppression_list.id)}`
    case 'subscriber_status':
      return clause.operator === 'is' ? sql`s.status = ${clause.value}` : sql`s.status <> ${clause.value}`
    default:
      return isDateClause(clause) ? dateCondition(context, clause) : attributeCondition(context, clause)
  }
}

type FieldClause = Extract<Clause, { type: 'custom_field' }>

function fieldCondition(
  { sql, known }: SegmentContext,
  { custom_field: { id }, ...test }: FieldClause,
): Fragment {
  const kind = known.fields.get(id) ?? 'text'
  const text = sql`(s.custom_fields ->> ${String(id)}::text)`
  return testCondition(
    sql,
    { kind, text, json: sql`(s.custom_fields -> ${String(id)}::text)` },
    test,
    known.today,
  )
}

type AttributeClause = Extract<Clause, { type: AttributeClauseType }>

function attributeCondition({ sql, known }: SegmentContext, { type, ...test }: AttributeClause): Fragment {
  if (type === 'subscriber_email' || type === 'subscriber_email_domain') {
    return addressCondition(sql, attributeClauses[type], test)
  }
  const text = {
    subscriber_email_format: sql`s.email_format`,
    subscriber_confirmed: sql`s.confirmed::text`,
    subscriber_subscribe_ip: sql`s.subscribe_ip`,
  }[type]
  const value = { kind: attributeClauses[type], text, json: sql`to_jsonb(${text})` }
  return testCondition(sql, value, test, known.today)
}

function listCondition(
  { sql, members }: SegmentContext,
  { operator, mailing_list: { id } }: Extract<Clause, { type: 'in_mailing_list' }>,
): Fragment {
  const isNegated = operator === 'is_not_in' || operator === 'is_not_active_in'
  const isOn = members.onList(id, { active: operator.endsWith('active_in') })
  return isNegated ? sql`not ${isOn}` : isOn
}

/** An unknown date is neither on, before nor after any day. */
function dateCondition(
  { sql, target }: SegmentContext,
  clause: Extract<Clause, { type: DateClauseType }>,
): Fragment {
  const status = dateClauses[clause.type]
  const time = {
    subscriber_date_subscribed: sql`s.subscribe_time`,
    subscriber_date_confirmed: sql`s.confirm_time`,
    subscriber_date_unsubscribed: sql`s.remove_time`,
    subscriber_date_bounced: sql`s.remove_time`,
    subscriber_date_scomp: sql`s.remove_time`,
    subscriber_date_deactivated: sql`s.remove_time`,
  }[clause.type]
  const when = whenOf(sql, target.timeZone, time, clause)
  return status === null
    ? sql`coalesce(${when}, false)`
    : sql`(s.status = ${status} and coalesce(${when}, false))`
}

function whenOf(
  sql: Sql,
  timeZone: string,
  time: Fragment,
  clause: Extract<Clause, { type: DateClauseType }>,
): Fragment {
  switch (clause.operator) {
    case 'in_last_days':
      return sql`(${time} > now() - make_interval(hours => 24 * ${clause.value}::integer) and ${time} <= now())`
    case 'not_in_last_days':
      return sql`${time} <= now() - make_interval(hours => 24 * ${clause.value}::integer)`
    case 'is_before':
      return sql`${time} < ${startOf(clause.value, timeZone)}`
    case 'is_after':
      return sql`${time} >= ${endOf(clause.value, timeZone)}`
    case 'is_on':
      return sql`(${time} >= ${startOf(clause.value, timeZone)} and ${time} < ${endOf(clause.value, timeZone)})`
  }
}

function startOf(date: string, timeZone: string): Date {
  const ms = parseDateTime(date, { dateFormat: 'mdy', zone: timeZone })
  if (ms === null) throw new Error('the clause holds no date')
  return new Date(ms)
}

/** Days with a clock change are longer or shorter. */
function endOf(date: string, timeZone: string): Date {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return startOf(next, timeZone)
}

import { dateClauses, mergeClauses, speaksOfStatus } from '../../contract/segments/clauses.ts'
import type { Clause, DateClauseType } from '../../contract/segments/clauses.ts'
import { parseDateTime } from '../../contract/times/instants.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findSuppressionLists } from '../resources/suppression-condition.ts'
import { joinedSets, lookUps } from './memberships.ts'
import type { Fragment, KnownLists, Memberships, Target } from './memberships.ts'

/**
 * A condition on rows `s` of `subscribers`, for statements that read few of them. In an object, because the driver's
 * fragments are promises: returned alone it would be executed.
 */
export async function segmentCondition(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
): Promise<{ condition: Fragment }> {
  const lists = await findLists(sql, target, clauses)
  return { condition: selected({ sql, target, lists, members: lookUps({ sql, target, lists }) }, clauses) }
}

/** For statements that read the whole list: `joins` follow `from subscribers s`. */
export async function segmentSets(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
  { withoutSuppressed = false } = {},
): Promise<{ joins: Fragment; condition: Fragment }> {
  const lists = await findLists(sql, target, clauses)
  const members = joinedSets({ sql, target, lists })
  const condition = selected({ sql, target, lists, members }, clauses)
  const suppressing = withoutSuppressed ? await findSuppressionLists(sql, target.organizationId) : []
  for (const id of suppressing) void members.suppressed(id)
  return {
    condition: suppressing.length === 0 ? condition : sql`${condition} and suppression.id is null`,
    joins: members.joins(),
  }
}

function selected(context: Context, clauses: readonly Clause[]): Fragment {
  const all = joined(context, 'all', clauses)
  return speaksOfStatus(clauses) ? all : context.sql`(s.status = 'active' and ${all})`
}

async function findLists(sql: Sql, target: Target, clauses: readonly Clause[]): Promise<KnownLists> {
  const ids = [target.listId, ...listsOf(clauses)]
  const rows = await sql<{ id: number; has_own_key: boolean }[]>`
    select id, primary_key_custom_field_id is not null as has_own_key from mailing_lists
    where organization_id = ${target.organizationId} and id = any(${ids}) and deleted_at is null`
  return new Map(rows.map(({ id, has_own_key: hasOwnKey }) => [id, { hasOwnKey }]))
}

function listsOf(clauses: readonly Clause[]): number[] {
  return clauses.flatMap((clause) => {
    if ('clauses' in clause) return listsOf(clause.clauses)
    return clause.type === 'in_mailing_list' ? [clause.mailing_list.id] : []
  })
}

type Context = { sql: Sql; target: Target; lists: KnownLists; members: Memberships }

function joined(context: Context, type: 'any' | 'all', clauses: readonly Clause[]): Fragment {
  const { sql } = context
  const [first, ...others] = mergeClauses(clauses).map((clause) => conditionOf(context, clause))
  if (first === undefined) return type === 'all' ? sql`true` : sql`false`
  const list = others.reduce(
    (before, next) => (type === 'all' ? sql`${before} and ${next}` : sql`${before} or ${next}`),
    first,
  )
  return sql`(${list})`
}

function conditionOf(context: Context, clause: Clause): Fragment {
  const { sql, members } = context
  switch (clause.type) {
    case 'any':
    case 'all':
      return joined(context, clause.type, clause.clauses)
    case 'in_mailing_list':
      return listCondition(context, clause)
    case 'not_in_suppression_list':
      return sql`not ${members.suppressed(clause.suppression_list.id)}`
    case 'subscriber_status':
      return clause.operator === 'is' ? sql`s.status = ${clause.value}` : sql`s.status <> ${clause.value}`
    default:
      return dateCondition(context, clause)
  }
}

function listCondition(
  { sql, lists, members }: Context,
  { operator, mailing_list: { id } }: Extract<Clause, { type: 'in_mailing_list' }>,
): Fragment {
  const isNegated = operator === 'is_not_in' || operator === 'is_not_active_in'
  if (!lists.has(id)) return isNegated ? sql`true` : sql`false`
  const isOn = members.onList(id, { active: operator.endsWith('active_in') })
  return isNegated ? sql`not ${isOn}` : isOn
}

/** An unknown date is neither on, before nor after any day. */
function dateCondition(
  { sql, target }: Context,
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

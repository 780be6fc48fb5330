import { AppError } from '../../contract/api/errors.ts'
import { limitsHours, type SendingRuleValues } from '../../contract/resources/special-sending-rules.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import { nextOpening } from '../../contract/times/hours.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { codeOf } from '../../database/sqlstate.ts'
import { segmentCondition } from '../segments/condition.ts'
import { subscribersById } from '../subscribers/by-id.ts'
import { lockLimits, messageCounts } from './limit.ts'
import { zoneOf } from './zones.ts'

export type SendingRule = Omit<SendingRuleValues, 'mailing_list_id'> & {
  id: number
  clauses: Clause[] | null
  /** The field of the list with the name that the rule gives. */
  time_zone_field_id: number | null
  /** By the clock of the database. */
  now_ms: number
}

export type RuleScope = {
  organizationId: number
  listId: number
  timeZone: string
  /** Its own messages, and later campaigns, do not count for clauses about messages. */
  campaignId?: number
}

/** `request`: the rule asked for it; `failure`: it could not be evaluated. */
export type Skip = { reason: 'request' | 'failure'; diagnostic: string }

/** As it is now: a change takes effect with the next batch. */
export async function findSendingRule(
  sql: Sql,
  { organizationId, listId }: Pick<RuleScope, 'organizationId' | 'listId'>,
  id: number,
): Promise<SendingRule> {
  const [rule] = await sql<SendingRule[]>`
    select r.id, r.name, r.clauses, r.skip_when, r.messages_max, r.messages_days, r.send_from, r.send_until,
      r.send_days, r.time_zone_field, (
        select f.id from custom_fields f
        where f.organization_id = ${organizationId} and lower(f.name) = lower(r.time_zone_field)
          and f.deleted_at is null and (f.mailing_list_id is null or f.mailing_list_id = ${listId})
        limit 1) as time_zone_field_id, extract(epoch from now())::float8 * 1000 as now_ms
    from special_sending_rules r where r.organization_id = ${organizationId} and r.id = ${id}`
  if (rule === undefined) throw new Error('the rule is referred to')
  return rule
}

/** Epoch milliseconds when the person may get a message: `nowMs` for now. */
export function openingFor(
  rule: SendingRule,
  values: Readonly<Record<string, unknown>>,
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): number {
  if (!limitsHours(rule)) return nowMs
  const { send_days: days, send_from: from, send_until: until, time_zone_field_id: fieldId } = rule
  const zone = fieldId === null ? timeZone : zoneOf(values[fieldId], timeZone)
  return nextOpening({ days, from, until }, zone, nowMs)
}

/**
 * Who of the subscribers is skipped: one statement for all of them. With a limit of messages, other senders that apply
 * one wait until the transaction ends.
 */
export async function findSkips(
  sql: Transaction,
  place: RuleScope,
  rule: SendingRule,
  subscriberIds: readonly number[],
): Promise<Map<number, Skip>> {
  const hasLimit = rule.messages_max !== null
  if (subscriberIds.length === 0 || (rule.clauses === null && !hasLimit)) return new Map()
  if (hasLimit) await lockLimits(sql, place.organizationId)
  try {
    return await sql.savepoint((sql) => evaluate(sql, place, rule, subscriberIds))
  } catch (error) {
    const skip = failureOf(rule, error)
    return new Map(subscriberIds.map((id) => [id, skip]))
  }
}

/** A clause about something that was deleted has no meaning any more, and its message must not leave. */
function failureOf({ name }: SendingRule, error: unknown): Skip {
  const rule = `the special sending rule “${name}”`
  if (error instanceof AppError) {
    return { reason: 'failure', diagnostic: `${rule} names something that no longer exists` }
  }
  if (codeOf(error)?.startsWith('22') !== true) throw error
  return { reason: 'failure', diagnostic: `${rule} cannot be evaluated` }
}

type Row = { id: number; address: string; matches: boolean; messages: number }

async function evaluate(
  sql: Transaction,
  place: RuleScope,
  rule: SendingRule,
  subscriberIds: readonly number[],
): Promise<Map<number, Skip>> {
  const matches = rule.clauses === null ? null : await segmentCondition(sql, place, rule.clauses)
  const counts =
    rule.messages_days === null
      ? null
      : messageCounts(sql, place, { ids: subscriberIds, days: rule.messages_days })
  const rows = await sql<Row[]>`
    ${counts === null ? sql`` : sql`with ${counts}`}
    select s.id, address_key(coalesce(s.email, s.key)) as address, ${matches === null ? sql`false` : sql`coalesce(${matches.condition}, false)`} as matches,
      ${counts === null ? sql`0` : sql`coalesce((select messages from counted where person = s.id), 0)::integer`} as messages
    from ${subscribersById(sql, place, subscriberIds)}
    order by s.id`
  return skipsOf(rule, rows)
}

function skipsOf(rule: SendingRule, rows: readonly Row[]): Map<number, Skip> {
  const skips = new Map<number, Skip>()
  // A list with its own key can have an address several times.
  const given = new Map<string, number>()
  for (const row of rows) {
    const before = given.get(row.address) ?? 0
    const diagnostic = askedBy(rule, { ...row, messages: row.messages + before })
    if (diagnostic === null) given.set(row.address, before + 1)
    else skips.set(row.id, { reason: 'request', diagnostic })
  }
  return skips
}

function askedBy(rule: SendingRule, { matches, messages }: Pick<Row, 'matches' | 'messages'>): string | null {
  const name = `the special sending rule “${rule.name}”`
  if (rule.clauses !== null && matches === (rule.skip_when === 'matching')) return `${name} leaves them out`
  return rule.messages_max !== null && messages >= rule.messages_max
    ? `${name}: they had ${rule.messages_max} or more messages in ${rule.messages_days} days`
    : null
}

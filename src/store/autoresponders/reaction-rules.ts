import type { CustomValues } from '../../contract/subscribers/values.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { countDeliveries, writeDeliveries, type DeliveryOutcome } from '../campaigns/deliveries.ts'
import { addStats } from '../campaigns/stats.ts'
import {
  findSendingRule,
  findSkips,
  openingFor,
  type RuleScope,
  type Skip,
} from '../sending-rules/evaluation.ts'
import { skippedBy } from '../sending-rules/recipients.ts'
import { removeReactions } from './reaction-outcomes.ts'
import { skipStep } from './sequence-conditions.ts'

type Owed = { id: number; subscriber_id: number; attempts: number; custom_fields: CustomValues }

type Ruled = RuleScope & { autoresponderId: number; ruleId: number; format: DeliveryOutcome['format'] }

/** Releases messages that wait for the hours of the rule, and records the skipped ones. @returns the others. */
export async function applyRule<Message extends Owed>(
  sql: Transaction,
  ruled: Ruled,
  messages: readonly Message[],
): Promise<Message[]> {
  if (messages.length === 0) return []
  const rule = await findSendingRule(sql, ruled, ruled.ruleId)
  const { now_ms: nowMs } = rule
  const opened = messages.map((message) => ({
    message,
    dueMs: openingFor(rule, message.custom_fields, { timeZone: ruled.timeZone, nowMs }),
  }))
  const open = opened.filter(({ dueMs }) => dueMs <= nowMs).map(({ message }) => message)
  // Messages that are tried again were examined, and counted, at the first attempt.
  const fresh = open.filter(({ attempts }) => attempts === 0)
  const skips = await findSkips(sql, ruled, rule, [...new Set(fresh.map(({ subscriber_id: id }) => id))]) // oxfmt-ignore
  const skipped = fresh.flatMap((message) => {
    const skip = skips.get(message.subscriber_id)
    return skip === undefined ? [] : [{ message, skip }]
  })
  await postpone(
    sql,
    ruled.organizationId,
    opened.filter(({ dueMs }) => dueMs > nowMs),
  )
  await recordSkipped(sql, ruled, skipped)
  const gone = new Set(skipped.map(({ message }) => message.id))
  return open.filter(({ id }) => !gone.has(id))
}

async function postpone(
  sql: Transaction,
  organizationId: number,
  waiting: readonly { message: Owed; dueMs: number }[],
): Promise<void> {
  if (waiting.length === 0) return
  await sql`
    update autoresponder_reactions r
    set holder = null, leased_until = null, next_attempt_at = to_timestamp(given.due / 1000)
    from unnest(${waiting.map(({ message }) => String(message.id))}::text[]::bigint[],
      ${waiting.map(({ dueMs }) => String(dueMs))}::text[]::float8[]) given (id, due)
    where r.organization_id = ${organizationId} and r.id = given.id`
}

async function recordSkipped(
  sql: Transaction,
  { organizationId, autoresponderId, format }: Ruled,
  skipped: readonly { message: Owed; skip: Skip }[],
): Promise<void> {
  if (skipped.length === 0) return
  const outcomes = skipped.map(({ message, skip }): DeliveryOutcome => ({
    subscriberId: message.subscriber_id,
    occasion: message.id,
    contentId: null,
    format,
    ...skippedBy(skip),
  }))
  const moved = await writeDeliveries(sql, organizationId, { autoresponderId }, outcomes)
  const ids = skipped.map(({ message }) => message.id)
  await skipStep(sql, organizationId, { stepId: autoresponderId, ids })
  await removeReactions(sql, organizationId, ids)
  await addStats(sql, organizationId, { autoresponderId }, countDeliveries(moved))
}

import { AppError } from '../../contract/api/errors.ts'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { changedSubscriber, type SubscriberValues } from '../../contract/subscribers/values.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import { findLogZone } from '../../store/audit-events/log.ts'
import type { Reader } from '../../store/responses/rows.ts'
import { findSubscription, liftSuppression } from '../../store/responses/subscriptions.ts'
import { databaseTime } from '../../store/server/clock.ts'
import { quotaReached } from '../../store/subscribers/counts.ts'
import type { SubscriberRow } from '../../store/subscribers/rows.ts'
import { recordOf, type ListRules } from './record.ts'
import { addressOf } from './references.ts'
import {
  lockListRules,
  queueSubscriberEvent,
  withQuotaNotice,
  writeSubscriber,
  type SubscriberActor,
} from './write.ts'

/** Made by a person with the signed link of a message. */
export type Return = { organizationId: number; reader: Reader; ip: string; requestId: string }

/** `full`: the quota of active subscribers is used up. `unchanged`: there is nothing to change, or it is not theirs to. */
export type ReturnOutcome = 'back' | 'full' | 'unchanged'

/**
 * By the signed link of a message, which only its recipient has. Only unsubscribed people can come back: addresses that
 * bounced or complained, and those that a user switched off or suppressed, keep their state.
 */
export async function comeBack(sql: Scoped, given: Return): Promise<ReturnOutcome> {
  try {
    return await withQuotaNotice(sql, given.organizationId, async (sql) => {
      const { organizationId, reader } = given
      const found = await findSubscription(sql, organizationId, reader)
      if (found?.mayComeBack !== true) return 'unchanged'
      const caller = { organization_id: organizationId, time_zone: await findLogZone(sql, organizationId) }
      const rules = await lockListRules(sql, caller, reader.listId)
      const change = await activateAgain(sql, given, reader.subscriberId, rules)
      await liftSuppression(sql, organizationId, reader)
      await queueSubscriberEvent(sql, organizationId, rules.list, change)
      return 'back'
    })
  } catch (error) {
    if (error instanceof AppError && error.cause === quotaReached) return 'full'
    throw error
  }
}

/** Only who unsubscribed changes. @returns what to tell webhooks, after all other changes of the transaction. */
export async function activateAgain(
  sql: Transaction,
  given: Return,
  id: number,
  rules: ListRules,
): Promise<{ before: SubscriberRecord | undefined; after: SubscriberRecord }> {
  const now = await databaseTime(sql)
  let before: SubscriberRecord | undefined
  const row = await writeSubscriber(sql, actorOf(given), rules.list, {
    id,
    mayActivate: true,
    mayBecome: undefined,
    reactions: noReactions,
    change: (row) => {
      before = recordOf(row, rules)
      const values = unchanged(row, rules)
      return row.status === 'unsubscribed' ? { ...values, ...consentOf(given, rules, now) } : values
    },
  })
  return { before, after: recordOf(row, rules) }
}

export const noReactions = { run: false, filter: null, excludeReacted: true } as const

/** What no input names stays. */
export const kept = { subscribe_ip: undefined, remove_ip: undefined } as const

export function unchanged(row: SubscriberRow, rules: ListRules): SubscriberValues {
  return changedSubscriber(row, addressOf(row), kept, { ...rules.list, ...rules })
}

/** The consent counts from now on. That of before ended when they unsubscribed, and the time of that stays. */
export function consentOf({ ip }: Pick<Return, 'ip'>, { list }: ListRules, now: Date) {
  return {
    status: 'active' as const,
    subscribe_time: now,
    subscribe_ip: ip,
    confirm_time: now,
    ...(list.has_confirmed ? { confirmed: true } : {}),
  }
}

/** Not a user of the organization. The address is stored with the person only, because audit events outlive an erasure. */
export function actorOf({
  organizationId,
  reader: { source },
  requestId,
}: Omit<Return, 'ip'>): SubscriberActor {
  const through =
    'campaignId' in source ? { campaign_id: source.campaignId } : { autoresponder_id: source.autoresponderId }
  return {
    caller: { organization_id: organizationId },
    audit: (sql, event) => {
      const details = { ...event.details, by_link: true, ...through }
      return insertAuditEvent(sql, organizationId, { ...event, request_id: requestId, details })
    },
  }
}

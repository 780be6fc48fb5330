import type { SubscriberValues } from '../../contract/subscribers/values.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { insertAuditEvent } from '../audit-events/rows.ts'
import { findSubscriptionAutoresponders, hasReaction, queueReactions } from '../autoresponders/reactions.ts'
import { queueQuotaNotice } from '../accounting/quota-notices.ts'
import { followRemoval, lockRemovals } from './removals.ts'
import { adjustCounts, lockQuota, quotaRefusal } from './counts.ts'
import { countEnded, endReactions, forgetDeliveries } from './traces.ts'
import { deleteSubscriberRow, insertSubscriber, lockSubscriber, rewriteSubscriber } from './rows.ts'
import type { SubscriberList, SubscriberRow } from './rows.ts'

/**
 * Changes of one subscriber with all that belongs to them, each within the caller's transaction: quota, autoresponders,
 * audit, counts. Locks are taken in one order everywhere: list, quota, subscriber, counts.
 */

/** Who makes the change: a caller, in one request. */
export type Actor = {
  organization_id: number
  api_key_id: number | null
  user_id: number | null
  request_id: string
}

/** Whether a change sets off the list's subscription autoresponders, and which. */
export type ReactionRules = { run: boolean; filter: string | null; excludeReacted: boolean }

/** @throws AppError `validation_failed`: the key is taken, or there is no place for one more active subscriber. */
export async function addSubscriber(
  sql: Sql,
  actor: Actor,
  list: SubscriberList,
  values: SubscriberValues,
  reactions: ReactionRules,
): Promise<SubscriberRow> {
  const organizationId = actor.organization_id
  const places = values.status === 'active' ? await lockQuota(sql, organizationId) : null
  const row = await insertSubscriber(sql, organizationId, list, values)
  if (places !== null && places < 1) throw await quotaRefusal(sql, organizationId)
  await react(sql, organizationId, row, reactions)
  await adjustCounts(sql, organizationId, list.id, { [row.status]: 1 })
  if (places !== null) await queueQuotaNotice(sql, organizationId)
  return row
}

/**
 * Changes one subscriber. `change` makes the new values from the old; `mayActivate` says whether they can be active
 * when the old are not, `mayRemove` whether they can be unsubscribed: what that needs is locked before the subscriber.
 *
 * Each change away from unsubscribed, complained, bounced or deactivated is on record: nobody comes back unseen.
 * @throws AppError `not_found`; `validation_failed` as in `addSubscriber`.
 */
export async function reviseSubscriber(
  sql: Sql,
  actor: Actor,
  list: SubscriberList,
  id: number,
  options: {
    mayActivate: boolean
    mayRemove: boolean
    reactions: ReactionRules
    change: (row: SubscriberRow) => SubscriberValues
  },
): Promise<SubscriberRow> {
  const organizationId = actor.organization_id
  const places = options.mayActivate ? await lockQuota(sql, organizationId) : null
  const removals = options.mayRemove ? await lockRemovals(sql, organizationId) : null
  const before = await lockSubscriber(sql, organizationId, list.id, id)
  const row = await rewriteSubscriber(sql, organizationId, list, id, options.change(before))
  const hasComeBack = row.status === 'active' && before.status !== 'active'
  if (hasComeBack && places !== null && places < 1) throw await quotaRefusal(sql, organizationId)
  if (row.status !== before.status && before.status !== 'active') {
    const kind = hasComeBack ? 'subscriber.reactivated' : 'subscriber.status_changed'
    await record(sql, actor, kind, row, { from: before.status, to: row.status })
  }
  await react(sql, organizationId, row, options.reactions)
  if (row.status === before.status) return row
  const isRemoved = row.status === 'unsubscribed' && removals !== null
  const alsoRemoved = isRemoved ? await followRemoval(sql, organizationId, row, removals) : []
  await adjustCounts(sql, organizationId, list.id, { [before.status]: -1, [row.status]: 1 })
  for (const { listId, count } of alsoRemoved) {
    await adjustCounts(sql, organizationId, listId, { active: -count, unsubscribed: count })
  }
  if (hasComeBack && places !== null) await queueQuotaNotice(sql, organizationId)
  return row
}

/** Deletes one subscriber. @throws AppError `not_found`. */
export async function removeSubscriber(
  sql: Sql,
  actor: Actor,
  list: SubscriberList,
  id: number,
): Promise<void> {
  const organizationId = actor.organization_id
  const ended = await endReactions(sql, organizationId, list.id, [id])
  await forgetDeliveries(sql, organizationId, list.id, [id])
  const row = await deleteSubscriberRow(sql, organizationId, list.id, id)
  await record(sql, actor, 'subscriber.deleted', row, { status: row.status })
  await adjustCounts(sql, organizationId, list.id, { [row.status]: -1 })
  await countEnded(sql, organizationId, ended)
}

/** No personal data goes into `details`: an event outlives the person's erasure. */
async function record(
  sql: Sql,
  actor: Actor,
  kind: string,
  row: SubscriberRow,
  details: object,
): Promise<void> {
  await insertAuditEvent(sql, actor.organization_id, {
    kind,
    api_key_id: actor.api_key_id,
    user_id: actor.user_id,
    actor_organization_id: actor.organization_id,
    request_id: actor.request_id,
    subject_type: 'Subscriber',
    subject_id: row.id,
    details: { mailing_list_id: row.mailing_list_id, ...details },
  })
}

async function react(
  sql: Sql,
  organizationId: number,
  row: SubscriberRow,
  rules: ReactionRules,
): Promise<void> {
  if (!rules.run || row.status !== 'active') return
  const listId = row.mailing_list_id
  const ids = await findSubscriptionAutoresponders(sql, organizationId, listId, 'api', rules.filter)
  if (rules.excludeReacted && (await hasReaction(sql, organizationId, listId, row.id, ids))) return
  await queueReactions(sql, organizationId, listId, { autoresponderIds: ids, keys: [row.key] })
}

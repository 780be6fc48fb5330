import { isDeepStrictEqual } from 'node:util'
import { AppError, notFound } from '../../contract/api/errors.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import type { SubscriberValues } from '../../contract/subscribers/values.ts'
import { repeated } from '../../database/retry.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { queueQuotaNotice } from '../../store/accounting/quota-notices.ts'
import {
  findSubscriptionAutoresponders,
  hasReaction,
  queueReactions,
} from '../../store/autoresponders/reactions.ts'
import type { Caller } from '../../store/callers.ts'
import { findWriteFacts, type WriteFacts } from '../../store/lists/write-facts.ts'
import { adjustCounts, lockQuota, quotaReached, quotaRefusal } from '../../store/subscribers/counts.ts'
import { noteDepartures } from '../../store/subscribers/departures.ts'
import {
  followRemoval,
  lockRemovals,
  removalKindOf,
  type RemovalRules,
} from '../../store/subscribers/removals.ts'
import {
  deleteSubscriberRow,
  findSubscriberList,
  insertSubscriber,
  lockSubscriber,
  updateSubscriberRow,
  type SubscriberList,
  type SubscriberRow,
} from '../../store/subscribers/rows.ts'
import { countEnded, endReactions, forgetDeliveries } from '../../store/erasure/traces.ts'
import { queueEvents } from '../../store/webhooks/events.ts'
import type { Actor } from '../actor.ts'
import type { ListRules } from './record.ts'

// Locks are taken in the same order everywhere: list, quota, subscriber, counts.

/** Also a person who is not a caller of the API but follows the link of a message. */
export type SubscriberActor = Pick<Actor, 'audit'> & { caller: Pick<Caller, 'organization_id'> }

/**
 * `source`: web forms trigger every autoresponder of the kind, calls only those that say so. Default: a call.
 * `except`: autoresponders that are triggered otherwise.
 */
export type ReactionRules = {
  run: boolean
  filter: string | null
  excludeReacted: boolean
  source?: 'api' | 'form'
  except?: readonly number[]
}

/** If the quota refuses the work, the notice to the administrators is saved in a separate transaction. */
export async function withQuotaNotice<Result>(
  sql: Scoped,
  organizationId: number,
  work: (sql: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await repeated(() => sql.begin(work))
  } catch (error) {
    if (error instanceof AppError && error.cause === quotaReached) {
      await sql.begin((sql) => queueQuotaNotice(sql, organizationId))
    }
    throw error
  }
}

export type WriteRules = ListRules & WriteFacts

/** Locks the list until the transaction ends. @throws AppError `not_found`; `validation_failed` for a remote list. */
export async function lockListRules(
  sql: Transaction,
  caller: Pick<Caller, 'organization_id' | 'time_zone'>,
  listId: number,
): Promise<WriteRules> {
  // Beyond the type of the column: no list has it.
  if (listId > 2_147_483_647) throw notFound('mailing list')
  // Sent together: the facts are read after the list is locked.
  const [list, facts] = await Promise.all([
    findSubscriberList(sql, caller.organization_id, listId, { lock: true }),
    findWriteFacts(sql, caller.organization_id, listId),
  ])
  return { list, ...facts, zone: caller.time_zone }
}

/** `beyondQuota`: by a web form, which the quota does not stop; the subscriber counts nevertheless. */
export type NewSubscriber = { values: SubscriberValues; reactions: ReactionRules; beyondQuota?: boolean }

/** @throws AppError `validation_failed`: the key is taken, or the quota of active subscribers is used up. */
export async function writeNewSubscriber(
  sql: Transaction,
  { caller: { organization_id: organizationId } }: SubscriberActor,
  list: SubscriberList,
  { values, reactions, beyondQuota = false }: NewSubscriber,
): Promise<SubscriberRow> {
  const places = values.status === 'active' ? await lockQuota(sql, organizationId) : null
  const removals = await lockRemovalsOf(sql, organizationId, values.status)
  const row = await insertSubscriber(sql, organizationId, list, values)
  if (!beyondQuota && places !== null && places < 1) throw await quotaRefusal(sql, organizationId)
  await react(sql, organizationId, row, reactions)
  const alsoRemoved = removals === null ? [] : await followRemoval(sql, organizationId, row, removals)
  await adjustCounts(sql, organizationId, list.id, { [row.status]: 1 })
  await countRemoved(sql, organizationId, row.status, alsoRemoved)
  if (places !== null) await queueQuotaNotice(sql, organizationId)
  return row
}

/** `mayActivate` and `mayBecome` state the possible results: their locks are taken before the subscriber's. */
export type SubscriberChange = {
  id: number
  mayActivate: boolean
  /** A status that ends a subscription; others and undefined: none. */
  mayBecome: SubscriberStatus | null | undefined
  /** As for a new subscriber. */
  beyondQuota?: boolean
  reactions: ReactionRules
  change: (row: SubscriberRow) => SubscriberValues
}

/** Logs each change away from unsubscribed, complained, bounced or deactivated. @throws as `writeNewSubscriber`. */
export async function writeSubscriber(
  sql: Transaction,
  actor: SubscriberActor,
  list: SubscriberList,
  { id, ...options }: SubscriberChange,
): Promise<SubscriberRow> {
  const organizationId = actor.caller.organization_id
  const places = options.mayActivate ? await lockQuota(sql, organizationId) : null
  const removals = await lockRemovalsOf(sql, organizationId, options.mayBecome)
  const before = await lockSubscriber(sql, organizationId, list.id, id)
  return writeHeld(sql, actor, list, { ...options, before, places, removals })
}

/** `places`: as locked, if the subscriber may become active; null: no limit. `isLast`: nothing follows, unless it does here. */
export type HeldChange = Omit<SubscriberChange, 'id' | 'mayActivate'> & {
  before: SubscriberRow
  places: number | null
  removals: RemovalRules | null
  isLast?: boolean
}

/** As `writeSubscriber`, for a subscriber who is locked, after the other locks. */
export async function writeHeld(
  sql: Transaction,
  actor: SubscriberActor,
  list: SubscriberList,
  { before, places, removals, ...options }: HeldChange,
): Promise<SubscriberRow> {
  const organizationId = actor.caller.organization_id
  const values = options.change(before)
  const mayReact = options.reactions.run && values.status === 'active'
  const isSteady = values.status === before.status && removalKindOf(options.mayBecome) === null && !mayReact
  if (isSteady && options.isLast === true)
    return updateSubscriberRow(sql.last, organizationId, list, { id: before.id, values })
  const row = await updateSubscriberRow(sql, organizationId, list, { id: before.id, values })
  const hasComeBack = row.status === 'active' && before.status !== 'active'
  const isFull = places !== null && places < 1 && options.beyondQuota !== true
  if (hasComeBack && isFull) throw await quotaRefusal(sql, organizationId)
  if (row.status !== before.status && before.status !== 'active') {
    const kind = hasComeBack ? 'subscriber.reactivated' : 'subscriber.status_changed'
    await log(sql, actor, row, { kind, details: { from: before.status, to: row.status } })
  }
  await react(sql, organizationId, row, options.reactions)
  if (row.status === before.status) {
    if (removalKindOf(options.mayBecome) !== null)
      await noteDepartures(sql, organizationId, list.id, [row.id])
    return row
  }
  const alsoRemoved = removals === null ? [] : await followRemoval(sql, organizationId, row, removals)
  await adjustCounts(sql, organizationId, list.id, { [before.status]: -1, [row.status]: 1 })
  await countRemoved(sql, organizationId, row.status, alsoRemoved)
  if (hasComeBack && places !== null) await queueQuotaNotice(sql, organizationId)
  return row
}

export function lockRemovalsOf(
  sql: Transaction,
  organizationId: number,
  status: SubscriberStatus | null | undefined,
): Promise<RemovalRules | null> {
  const kind = removalKindOf(status)
  return kind === null ? Promise.resolve(null) : lockRemovals(sql, organizationId, kind)
}

async function countRemoved(
  sql: Transaction,
  organizationId: number,
  status: SubscriberStatus,
  removed: readonly { listId: number; count: number }[],
): Promise<void> {
  for (const { listId, count } of removed) {
    await adjustCounts(sql, organizationId, listId, { active: -count, [status]: count })
  }
}

export async function deleteSubscriber(
  sql: Transaction,
  actor: Actor,
  list: SubscriberList,
  id: number,
): Promise<void> {
  const organizationId = actor.caller.organization_id
  const ended = await endReactions(sql, organizationId, list.id, [id])
  await forgetDeliveries(sql, organizationId, list.id, [id])
  const row = await deleteSubscriberRow(sql, organizationId, list.id, id)
  await log(sql, actor, row, { kind: 'subscriber.deleted', details: { status: row.status } })
  await adjustCounts(sql, organizationId, list.id, { [row.status]: -1 })
  await countEnded(sql, organizationId, ended)
}

/** `details` contain no personal data: events are kept after an erasure. */
function log(
  sql: Transaction,
  { audit }: Pick<Actor, 'audit'>,
  row: SubscriberRow,
  { kind, details }: { kind: string; details: object },
): Promise<void> {
  return audit(sql, {
    kind,
    subject_type: 'Subscriber',
    subject_id: row.id,
    details: { mailing_list_id: row.mailing_list_id, ...details },
  })
}

async function react(
  sql: Transaction,
  organizationId: number,
  row: SubscriberRow,
  rules: ReactionRules,
): Promise<void> {
  if (!rules.run || row.status !== 'active') return
  const listId = row.mailing_list_id
  const found = await findSubscriptionAutoresponders(sql, organizationId, listId, {
    source: rules.source ?? 'api',
    filter: rules.filter,
  })
  const ids = found.filter((id) => rules.except?.includes(id) !== true)
  const reaction = { subscriberId: row.id, autoresponderIds: ids }
  if (rules.excludeReacted && (await hasReaction(sql, organizationId, listId, reaction))) return
  await queueReactions(sql, organizationId, listId, { autoresponderIds: ids, keys: [row.key] })
}

type Written = { before?: SubscriberRecord | undefined; after: SubscriberRecord }

/** Call it as the last step of the transaction. Without a change there is no event. */
export function queueSubscriberEvent(
  sql: Transaction,
  organizationId: number,
  list: SubscriberList,
  written: Written,
): Promise<void> {
  return queueSubscriberEvents(sql, organizationId, list, [written])
}

export async function queueSubscriberEvents(
  sql: Transaction,
  organizationId: number,
  list: SubscriberList,
  written: readonly Written[],
): Promise<void> {
  const event = (after: SubscriberRecord) => ({
    listid: `a${list.id}`,
    list_name: list.name,
    studio_mailing_list_id: list.id,
    studio_subscriber_id: after.id,
    email: after.email,
    json_after: after,
  })
  const created = written.flatMap(({ before, after }) => (before === undefined ? [event(after)] : []))
  const updated = written.flatMap(({ before, after }) =>
    before === undefined || isDeepStrictEqual(before, after)
      ? []
      : [{ ...event(after), json_before: before }],
  )
  await queueEvents(sql, organizationId, 'studio_subscriber_created', created)
  await queueEvents(sql, organizationId, 'studio_subscriber_updated', updated)
}

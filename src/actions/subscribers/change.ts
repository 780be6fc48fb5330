import { AppError, notFound } from '../../contract/api/errors.ts'
import type { SubscriberInput, SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { ignoredValues } from '../../contract/subscribers/ignored.ts'
import { changedSubscriber, newSubscriber, type SubscriberValues } from '../../contract/subscribers/values.ts'
import type { EmailAddress } from '../../contract/values/email.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { idsOfNamed } from '../../store/autoresponders/reactions.ts'
import type { Caller } from '../../store/callers.ts'
import { lockQuota } from '../../store/subscribers/counts.ts'
import { insertCounted } from '../../store/subscribers/many.ts'
import { removalKindOf, type RemovalRules } from '../../store/subscribers/removals.ts'
import { takenKey, type SubscriberRow } from '../../store/subscribers/rows.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import { recordOf } from './record.ts'
import { addressOf, findOneId, lockNamed, type Named } from './references.ts'
import {
  deleteSubscriber,
  lockListRules,
  lockRemovalsOf,
  queueSubscriberEvent,
  withQuotaNotice,
  writeHeld,
  writeNewSubscriber,
  type NewSubscriber,
  type ReactionRules,
  type WriteRules,
} from './write.ts'

export type SubscriberPlace = Named & { listId: number }

export type Given<Fields> = { fields: () => Fields; reactions: (fields: Fields) => RequestedReactions }

/** `skip` applies to new subscribers, which trigger autoresponders by default; `run` to changes, which do not. */
export type RequestedReactions = ReactionRules & { skip: boolean }

export function addSubscriber(
  sql: Scoped,
  actor: WarnedActor,
  listId: number,
  { fields, reactions }: Given<SubscriberInput & { email: EmailAddress }>,
): Promise<SubscriberRecord> {
  const { caller } = actor
  return withQuotaNotice(sql, caller.organization_id, async (sql) => {
    const rules = await lockListRules(sql, caller, listId)
    const input = fields()
    return addTo(sql, actor, rules, { input, reactions: reactions(input) })
  })
}

export function changeSubscriber(
  sql: Scoped,
  actor: WarnedActor,
  { listId, ...named }: SubscriberPlace,
  given: Given<SubscriberInput>,
): Promise<SubscriberRecord> {
  return withQuotaNotice(sql, actor.caller.organization_id, async (sql) => {
    const fields = readAhead(given.fields)
    const held = await holdNamed(sql, actor.caller, listId, { named, fields })
    if (held.before === null) throw notFound('subscriber')
    const input = fields.read()
    return changeHeld(sql, actor, held, { before: held.before, input, reactions: given.reactions(input) })
  })
}

/** What a call about one subscriber needs, with its locks. `before` null: the list does not have the subscriber. */
export type Held = {
  rules: WriteRules
  before: SubscriberRow | null
  places: number | null
  removals: RemovalRules | null
}

type Ahead<Fields> = { read: () => Fields; found: Fields | null }

/** A fault of the record is thrown by `read`: a missing list or subscriber is reported first. */
export function readAhead<Fields>(read: () => Fields): Ahead<Fields> {
  try {
    const found = read()
    return { read: () => found, found }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { read, found: null }
  }
}

type Asked = { named: Named; fields: Ahead<SubscriberInput> }

/** In one answer of the database, unless the call may end a subscription, or the list has its own key. @throws AppError as `lockListRules`. */
export async function holdNamed(
  sql: Transaction,
  caller: Pick<Caller, 'organization_id' | 'time_zone'>,
  listId: number,
  { named, fields }: Asked,
): Promise<Held> {
  const { organization_id: organizationId } = caller
  const status = fields.found?.status
  const ruled = lockListRules(sql, caller, listId)
  const lock = () => lockNamed(sql, organizationId, { listId, list: ruled.then(({ list }) => list) }, named)
  if (removalKindOf(status) !== null) {
    const rules = await ruled
    const removals = await lockRemovalsOf(sql, organizationId, status)
    return { rules, places: null, removals, before: await lock() }
  }
  const quota = status === 'active' ? lockQuota(sql, organizationId) : null
  const [rules, places, before] = await Promise.all([ruled, quota, lock()])
  return { rules, places, removals: null, before }
}

/** @param change.input is checked, and not yet compared with the list. */
export async function addTo(
  sql: Transaction,
  actor: WarnedActor,
  rules: WriteRules,
  { input, reactions }: { input: SubscriberInput & { email: EmailAddress }; reactions: RequestedReactions },
): Promise<SubscriberRecord> {
  for (const sentence of ignoredValues(input, { ...rules.list, ...rules })) actor.warn(sentence)
  const values = newSubscriber(input, { ...rules.list, ...rules })
  const { skip, ...wanted } = reactions
  const added = { values, reactions: { ...wanted, run: !skip } }
  const isLast = !rules.tells.created
  const row = isCountedAlone(rules, added)
    ? await addCounted(isLast ? sql.last : sql, actor, rules, values)
    : await writeNewSubscriber(sql, actor, rules.list, added)
  const after = recordOf(row, rules)
  if (!isLast) await queueSubscriberEvent(sql, actor.caller.organization_id, rules.list, { after })
  return after
}

/** Nothing but the counts of the list changes with the subscriber. */
function isCountedAlone(rules: WriteRules, { values, reactions }: NewSubscriber): boolean {
  const isActive = values.status === 'active'
  if (!rules.hasCounts || removalKindOf(values.status) !== null) return false
  if (!isActive) return true
  return !rules.hasQuota && (!reactions.run || idsOfNamed(rules.reactors, reactions.filter).length === 0)
}

async function addCounted(
  sql: Sql,
  { caller }: WarnedActor,
  { list }: WriteRules,
  values: SubscriberValues,
): Promise<SubscriberRow> {
  const [row] = await insertCounted(sql, caller.organization_id, list.id, [values])
  if (row === undefined) throw takenKey(list)
  return row
}

type Change = { before: SubscriberRow; input: SubscriberInput; reactions: ReactionRules }

export async function changeHeld(
  sql: Transaction,
  actor: WarnedActor,
  { rules, places, removals }: Held,
  { before, input, reactions }: Change,
): Promise<SubscriberRecord> {
  for (const sentence of ignoredValues(input, { ...rules.list, ...rules })) actor.warn(sentence)
  const isTold = rules.tells.updated
  const row = await writeHeld(sql, actor, rules.list, {
    before,
    places,
    removals,
    mayBecome: input.status,
    reactions,
    change: (found) => changedSubscriber(found, addressOf(found), input, { ...rules.list, ...rules }),
    isLast: !isTold,
  })
  const after = recordOf(row, rules)
  if (isTold) {
    const change = { before: recordOf(before, rules), after }
    await queueSubscriberEvent(sql, actor.caller.organization_id, rules.list, change)
  }
  return after
}

export function removeSubscriber(
  sql: Scoped,
  actor: Actor,
  { listId, reference }: SubscriberPlace,
): Promise<void> {
  const { caller } = actor
  return repeated(() =>
    sql.begin(async (sql) => {
      const { list } = await lockListRules(sql, caller, listId)
      const id = await findOneId(sql, caller.organization_id, list, reference)
      await deleteSubscriber(sql, actor, list, id)
    }),
  )
}

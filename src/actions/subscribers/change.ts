import { notFound } from '../../contract/api/errors.ts'
import type { SubscriberInput, SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { ignoredValues } from '../../contract/subscribers/ignored.ts'
import { changedSubscriber, newSubscriber } from '../../contract/subscribers/values.ts'
import type { EmailAddress } from '../../contract/values/email.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import { recordOf, type ListRules } from './record.ts'
import { addressOf, findNamed, findOneId, type Named } from './references.ts'
import {
  deleteSubscriber,
  lockListRules,
  queueSubscriberEvent,
  withQuotaNotice,
  writeNewSubscriber,
  writeSubscriber,
  type ReactionRules,
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
  { fields, reactions }: Given<SubscriberInput>,
): Promise<SubscriberRecord> {
  const { caller } = actor
  return withQuotaNotice(sql, caller.organization_id, async (sql) => {
    const rules = await lockListRules(sql, caller, listId)
    const id = await findNamed(sql, caller.organization_id, rules.list, named)
    if (id === null) throw notFound('subscriber')
    const input = fields()
    return changeOne(sql, actor, rules, { id, input, reactions: reactions(input) })
  })
}

/** @param change.input is checked, and not yet compared with the list. */
export async function addTo(
  sql: Transaction,
  actor: WarnedActor,
  rules: ListRules,
  { input, reactions }: { input: SubscriberInput & { email: EmailAddress }; reactions: RequestedReactions },
): Promise<SubscriberRecord> {
  for (const sentence of ignoredValues(input, { ...rules.list, ...rules })) actor.warn(sentence)
  const values = newSubscriber(input, { ...rules.list, ...rules })
  const { skip, ...wanted } = reactions
  const added = { values, reactions: { ...wanted, run: !skip } }
  const after = recordOf(await writeNewSubscriber(sql, actor, rules.list, added), rules)
  await queueSubscriberEvent(sql, actor.caller.organization_id, rules.list, { after })
  return after
}

export async function changeOne(
  sql: Transaction,
  actor: WarnedActor,
  rules: ListRules,
  { id, input, reactions }: { id: number; input: SubscriberInput; reactions: ReactionRules },
): Promise<SubscriberRecord> {
  for (const sentence of ignoredValues(input, { ...rules.list, ...rules })) actor.warn(sentence)
  let before: SubscriberRecord | undefined
  const row = await writeSubscriber(sql, actor, rules.list, {
    id,
    mayActivate: input.status === 'active',
    mayBecome: input.status,
    reactions,
    change: (found) => {
      before = recordOf(found, rules)
      return changedSubscriber(found, addressOf(found), input, { ...rules.list, ...rules })
    },
  })
  const after = recordOf(row, rules)
  await queueSubscriberEvent(sql, actor.caller.organization_id, rules.list, { before, after })
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

import type { SubscriberInput, SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { ignoredValues } from '../../contract/subscribers/ignored.ts'
import { changedSubscriber, newSubscriber } from '../../contract/subscribers/values.ts'
import type { EmailAddress } from '../../contract/values/email.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import { recordOf } from './record.ts'
import { addressOf, findOneId } from './references.ts'
import {
  deleteSubscriber,
  lockListRules,
  queueSubscriberEvent,
  withQuotaNotice,
  writeNewSubscriber,
  writeSubscriber,
  type ReactionRules,
} from './write.ts'

export type SubscriberPlace = { listId: number; reference: string }

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
    for (const sentence of ignoredValues(input, { ...rules.list, ...rules })) actor.warn(sentence)
    const values = newSubscriber(input, { ...rules.list, ...rules })
    const { skip, ...wanted } = reactions(input)
    const added = { values, reactions: { ...wanted, run: !skip } }
    const after = recordOf(await writeNewSubscriber(sql, actor, rules.list, added), rules)
    await queueSubscriberEvent(sql, caller.organization_id, rules.list, { after })
    return after
  })
}

export function changeSubscriber(
  sql: Scoped,
  actor: WarnedActor,
  { listId, reference }: SubscriberPlace,
  { fields, reactions }: Given<SubscriberInput>,
): Promise<SubscriberRecord> {
  const { caller } = actor
  return withQuotaNotice(sql, caller.organization_id, async (sql) => {
    const rules = await lockListRules(sql, caller, listId)
    const id = await findOneId(sql, caller.organization_id, rules.list, reference)
    const input = fields()
    for (const sentence of ignoredValues(input, { ...rules.list, ...rules })) actor.warn(sentence)
    let before: SubscriberRecord | undefined
    const row = await writeSubscriber(sql, actor, rules.list, {
      id,
      mayActivate: input.status === 'active',
      mayBecome: input.status,
      reactions: reactions(input),
      change: (found) => {
        before = recordOf(found, rules)
        return changedSubscriber(found, addressOf(found), input, { ...rules.list, ...rules })
      },
    })
    const after = recordOf(row, rules)
    await queueSubscriberEvent(sql, caller.organization_id, rules.list, { before, after })
    return after
  })
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

import {
  readMessageData,
  type SubscriptionResult,
  type TriggerInput,
} from '../../contract/autoresponders/trigger.ts'
import { badRequest, invalid, notFound } from '../../contract/api/errors.ts'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { ignoredValues } from '../../contract/subscribers/ignored.ts'
import { changedSubscriber, newSubscriber } from '../../contract/subscribers/values.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { emailProblem } from '../../contract/values/spelling/written-addresses.ts'
import { parseId } from '../../contract/values/text.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { queueReactions } from '../../store/autoresponders/reactions.ts'
import {
  findNamedAutoresponders,
  type NamedAutoresponder,
  type Wanted,
} from '../../store/autoresponders/trigger.ts'
import { lockSubscriber, type SubscriberRow } from '../../store/subscribers/rows.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import { requirePermission } from '../permission.ts'
import type { SubscriberPlace } from '../subscribers/change.ts'
import { recordOf, type ListRules } from '../subscribers/record.ts'
import { addressOf, findOneIdOrNone } from '../subscribers/references.ts'
import {
  lockListRules,
  withQuotaNotice,
  writeNewSubscriber,
  writeSubscriber,
  type ReactionRules,
} from '../subscribers/write.ts'

/** If `mayCreate()` is false, a missing subscriber is reported before the fields are read. */
type Given = { fields: () => TriggerInput; mayCreate: () => boolean }

type Triggered = {
  autoresponders: NamedAutoresponder[]
  subscriber: SubscriberRecord
  result: SubscriptionResult
}

/** Triggers all named autoresponders, or none of them. */
export function triggerForSubscriber(
  sql: Scoped,
  actor: WarnedActor,
  { listId, reference }: SubscriberPlace,
  { fields, mayCreate }: Given,
): Promise<Triggered> {
  const { caller } = actor
  const { organization_id: organizationId } = caller
  return withQuotaNotice(sql, organizationId, async (sql) => {
    const rules = await lockListRules(sql, caller, listId)
    const id = await findOneIdOrNone(sql, organizationId, rules.list, reference)
    if (id === null && !mayCreate()) throw notFound('subscriber')
    const input = fields()
    for (const group of Object.values(input.custom_fields ?? {})) {
      for (const one of ignoredValues({ custom_fields: group }, { ...rules.list, ...rules })) actor.warn(one)
    }
    if (changesSubscriber(input)) requirePermission(caller, 'subscriber.update')
    const contentReplacements = readMessageData(input)
    const autoresponders = await findNamedAutoresponders(sql, organizationId, rules.list.id, wantedOf(input))
    const named = autoresponders.map((autoresponder) => autoresponder.id)
    // One call sends no message twice: what it names is not also sent because somebody joins.
    const reactions = { run: input.skip_subscription_autoresponders !== true, filter: null, except: named }
    const work = { sql, actor, rules, input, reactions: { ...reactions, excludeReacted: false } }
    const { row, result } = id === null ? await create(work, reference) : await keep(work, id)
    await queueReactions(sql, organizationId, rules.list.id, {
      autoresponderIds: named,
      keys: [row.key],
      called: true,
      ...(contentReplacements === undefined ? {} : { contentReplacements }),
    })
    return { autoresponders, subscriber: recordOf(row, rules), result }
  })
}

function changesSubscriber({ reactivate_subscriber: reactivate, custom_fields: fields }: TriggerInput) {
  return reactivate === true || fields !== undefined
}

function wantedOf({ autoresponder_ids: ids, autoresponder_names: names }: TriggerInput): Wanted {
  const hasIds = ids !== null && ids !== undefined
  if (names !== null && names !== undefined) {
    if (hasIds) throw invalid('only one of autoresponder_ids and autoresponder_names can be given')
    return { globs: typeof names === 'string' ? [names] : names }
  }
  if (!hasIds) throw invalid('one of autoresponder_ids and autoresponder_names must be given')
  return { ids }
}

type Work = {
  sql: Transaction
  actor: Actor
  rules: ListRules
  input: TriggerInput
  /** A new or returning subscriber triggers the same autoresponders as any subscription by API. */
  reactions: ReactionRules
}
type Kept = { row: SubscriberRow; result: SubscriptionResult }

const notGiven = { subscribe_ip: undefined, remove_ip: undefined }

async function create(work: Work, reference: string): Promise<Kept> {
  const { sql, actor, rules, input, reactions } = work
  if (parseId(reference) !== null) throw notFound('subscriber')
  const email = parseEmail(reference)
  if (email === null) throw invalid(`email ${emailProblem(reference)}`)
  const custom = customFieldsFor(input, 'for_new')
  const values = newSubscriber({ ...notGiven, email, custom_fields: custom }, { ...rules.list, ...rules })
  const row = await writeNewSubscriber(sql, actor, rules.list, { values, reactions })
  return { row, result: 'created' }
}

/** @throws AppError `invalid_request` if the subscriber is not active and the call does not ask to reactivate them. */
async function keep(work: Work, id: number): Promise<Kept> {
  const { sql, actor, rules, input } = work
  if (!changesSubscriber(input)) {
    const row = await lockSubscriber(sql, actor.caller.organization_id, rules.list.id, id)
    if (row.status !== 'active') throw inactive()
    return { row, result: 'remained_active' }
  }
  const mayActivate = input.reactivate_subscriber === true
  let result: SubscriptionResult = 'remained_active'
  // The result is only known once the subscriber is locked.
  const reactions = { ...work.reactions, run: false }
  const row = await writeSubscriber(sql, actor, rules.list, {
    id,
    mayActivate,
    mayBecome: null,
    reactions,
    change: (before) => {
      if (before.status !== 'active') {
        if (!mayActivate) throw inactive()
        result = 'reactivated'
        reactions.run = work.reactions.run
      }
      const custom = customFieldsFor(input, result === 'reactivated' ? 'for_reactivated' : 'for_active')
      const change = {
        ...notGiven,
        status: 'active' as const,
        ...(custom === null ? {} : { custom_fields: custom }),
      }
      return changedSubscriber(before, addressOf(before), change, { ...rules.list, ...rules })
    },
  })
  return { row, result }
}

function inactive() {
  return badRequest('the subscriber is not active: reactivate_subscriber must be true')
}

/** The values for this kind of subscriber take precedence over those for all kinds. */
function customFieldsFor(
  { custom_fields: given }: TriggerInput,
  kind: 'for_new' | 'for_active' | 'for_reactivated',
): Record<string, unknown> | null {
  if (given === undefined) return null
  const own = Object.entries(given[kind] ?? {})
  const named = new Set(own.map(([name]) => name.trim().toLowerCase()))
  const others = Object.entries(given.for_all ?? {}).filter(([name]) => !named.has(name.trim().toLowerCase()))
  return Object.fromEntries([...others, ...own])
}

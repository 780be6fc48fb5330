import { AppError } from '../../contract/api/errors.ts'
import { checkFields } from '../../contract/api/problems.ts'
import { changedSubscriber, newSubscriber } from '../../contract/subscribers/values.ts'
import {
  createSubscriber,
  deleteSubscriber,
  reactionInput,
  updateSubscriber,
} from '../../contract/subscribers/endpoints.ts'
import type { ReactionInput, SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findFieldRules } from '../../store/lists/custom-fields.ts'
import { queueQuotaNotice } from '../../store/accounting/quota-notices.ts'
import { addSubscriber, removeSubscriber, reviseSubscriber } from '../../store/subscribers/changes.ts'
import { quotaReached } from '../../store/subscribers/counts.ts'
import { findSubscriberList } from '../../store/subscribers/rows.ts'
import { presentSubscriber } from './present.ts'
import { repeated } from '../../database/retry.ts'
import type { Router } from '../route/bind.ts'
import { tellOfSubscriber } from './events.ts'
import { addressOf, findOneId } from './references.ts'

export function subscriberChangeRoutes(route: Router): void {
  route(createSubscriber, (call) =>
    beginHeedingQuota(call, async (sql) => {
      const { list, fields } = await lockRules(sql, call.caller, call.params.mailing_list_id)
      const input = call.fields()
      const values = newSubscriber(input, { ...list, fields, zone: call.caller.time_zone })
      const { skip, ...reactions } = reactionsOf(input, call.body)
      const row = await addSubscriber(sql, actorOf(call), list, values, { ...reactions, run: !skip })
      const data = presentSubscriber(row, list, fields, call.caller)
      await tellOfSubscriber(sql, call.caller, list, { after: data })
      return { data }
    }),
  )

  route(updateSubscriber, (call) =>
    beginHeedingQuota(call, async (sql) => {
      const { list, fields } = await lockRules(sql, call.caller, call.params.mailing_list_id)
      const id = await findOneId(sql, call.caller.organization_id, list, call.params.id_or_email)
      const input = call.fields()
      const rules = { ...list, fields, zone: call.caller.time_zone }
      let before: SubscriberRecord | undefined
      const row = await reviseSubscriber(sql, actorOf(call), list, id, {
        mayActivate: input.status === 'active',
        mayRemove: input.status === 'unsubscribed',
        reactions: reactionsOf(input, call.body),
        change: (found) => {
          before = presentSubscriber(found, list, fields, call.caller)
          return changedSubscriber(found, addressOf(found), input, rules)
        },
      })
      const data = presentSubscriber(row, list, fields, call.caller)
      await tellOfSubscriber(sql, call.caller, list, { before, after: data })
      return { data }
    }),
  )
  subscriberDeletionRoutes(route)
}

function subscriberDeletionRoutes(route: Router): void {
  route(deleteSubscriber, (call) =>
    repeated(() =>
      call.sql.begin(async (sql) => {
        const { list } = await lockRules(sql, call.caller, call.params.mailing_list_id)
        const id = await findOneId(sql, call.caller.organization_id, list, call.params.id_or_email)
        await removeSubscriber(sql, actorOf(call), list, id)
        return { data: null }
      }),
    ),
  )
}

/** A refusal because of the quota undoes the transaction; the organization's administrators hear of it all the same. */
export async function beginHeedingQuota<Result>(
  call: { sql: Scoped; caller: Caller },
  work: (sql: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await repeated(() => call.sql.begin(work))
  } catch (error) {
    if (error instanceof AppError && error.cause === quotaReached) {
      await call.sql.begin((sql) => queueQuotaNotice(sql, call.caller.organization_id))
    }
    throw error
  }
}

/** The list and its custom fields; the list stays as it is until the transaction ends. */
export async function lockRules(sql: Sql, caller: Caller, listId: number) {
  const list = await findSubscriberList(sql, caller.organization_id, listId, { lock: true })
  return { list, fields: await findFieldRules(sql, caller.organization_id, list.id) }
}

export function actorOf({ caller, requestId }: { caller: Caller; requestId: string }) {
  const { organization_id, api_key_id, user_id } = caller
  return { organization_id, api_key_id, user_id, request_id: requestId }
}

/** The keys about autoresponders stand in the record or beside it; the record goes first. */
function reactionsOf(record: ReactionInput, body: unknown) {
  const beside = checkFields(reactionInput, body ?? {})
  return {
    skip: (record.skip_autoresponders ?? beside.skip_autoresponders) === true,
    run: (record.run_autoresponders ?? beside.run_autoresponders) === true,
    filter: record.autoresponder_filter ?? beside.autoresponder_filter ?? null,
    excludeReacted: (record.autoresponder_exclude_reacted ?? beside.autoresponder_exclude_reacted) === true,
  }
}

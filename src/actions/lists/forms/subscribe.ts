import { checkFieldJson, type FieldRules } from '../../../contract/lists/field-values.ts'
import type { SubscriberRecord } from '../../../contract/subscribers/endpoints.ts'
import {
  changedSubscriber,
  storedEmail,
  type CustomValues,
  type SubscriberValues,
} from '../../../contract/subscribers/values.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import { findLogZone } from '../../../store/audit-events/log.ts'
import { insertAuditEvent } from '../../../store/audit-events/rows.ts'
import type { PublicForm } from '../../../store/lists/forms/public.ts'
import { countConfirmed, endSignUp, insertConsent, type SignUp } from '../../../store/lists/forms/sign-ups.ts'
import { liftSuppression } from '../../../store/responses/subscriptions.ts'
import { databaseTime } from '../../../store/server/clock.ts'
import { findSubscribersByAddress, type SubscriberRow } from '../../../store/subscribers/rows.ts'
import { recordOf, type ListRules } from '../../subscribers/record.ts'
import { addressOf } from '../../subscribers/references.ts'
import {
  lockListRules,
  queueSubscriberEvent,
  writeNewSubscriber,
  writeSubscriber,
  type SubscriberActor,
} from '../../subscribers/write.ts'

export type Subscribing = {
  form: PublicForm
  /** Locked. */
  signUp: SignUp
  /** null: by a form with single opt-in. */
  confirmedIp: string | null
  requestId: string
}

/**
 * Makes the person an active subscriber, with the proof of what they agreed to. The quota does not stop them. Addresses
 * that the organization switched off itself stay so. @returns false: nothing was changed.
 */
export async function subscribe(sql: Transaction, subscribing: Subscribing): Promise<boolean> {
  const { form, signUp } = subscribing
  const { organizationId } = form
  const caller = { organization_id: organizationId, time_zone: await findLogZone(sql, organizationId) }
  const rules = await lockListRules(sql, caller, form.listId)
  const [known] = await findSubscribersByAddress(sql, organizationId, rules.list, [signUp.key])
  if (known?.status === 'deactivated') return false
  const row =
    known === undefined
      ? await addPerson(sql, subscribing, rules)
      : await changePerson(sql, subscribing, rules, known)
  await insertConsent(sql, organizationId, {
    ...signUp,
    subscriberId: row.id,
    version: signUp.consentVersion,
    confirmedIp: subscribing.confirmedIp,
  })
  await endSignUp(sql, organizationId, signUp)
  await countConfirmed(sql, organizationId, form.id)
  return true
}

async function addPerson(
  sql: Transaction,
  subscribing: Subscribing,
  rules: ListRules,
): Promise<SubscriberRow> {
  const { form, signUp } = subscribing
  const values: SubscriberValues = {
    key: signUp.key,
    email: storedEmail({ address: signUp.email, key: signUp.key }, signUp.key),
    remove_time: null,
    remove_ip: null,
    email_format: null,
    custom_fields: stillValid(signUp.customFields, rules.fields),
    confirmed: null,
    confirm_time: null,
    ...consentOf(subscribing, rules, await databaseTime(sql)),
  }
  const added = { values, reactions: reactions(true), beyondQuota: true }
  const row = await writeNewSubscriber(sql, actorOf(subscribing), rules.list, added)
  await queueSubscriberEvent(sql, form.organizationId, rules.list, { after: recordOf(row, rules) })
  return row
}

async function changePerson(
  sql: Transaction,
  subscribing: Subscribing,
  rules: ListRules,
  known: SubscriberRow,
): Promise<SubscriberRow> {
  const { form, signUp } = subscribing
  const now = await databaseTime(sql)
  let before: SubscriberRecord | undefined
  const row = await writeSubscriber(sql, actorOf(subscribing), rules.list, {
    id: known.id,
    mayActivate: true,
    mayBecome: undefined,
    beyondQuota: true,
    reactions: reactions(known.status !== 'active'),
    change: (found) => {
      before = recordOf(found, rules)
      const kept = { subscribe_ip: undefined, remove_ip: undefined }
      const values = changedSubscriber(found, addressOf(found), kept, { ...rules.list, ...rules })
      const given = stillValid(signUp.customFields, rules.fields)
      return {
        ...values,
        custom_fields: { ...values.custom_fields, ...given },
        ...consentOf(subscribing, rules, now),
      }
    },
  })
  if (known.status === 'unsubscribed') {
    await liftSuppression(sql, form.organizationId, { listId: form.listId, subscriberId: row.id })
  }
  await queueSubscriberEvent(sql, form.organizationId, rules.list, { before, after: recordOf(row, rules) })
  return row
}

/** The consent counts from now on. */
function consentOf({ signUp, confirmedIp }: Subscribing, { list }: ListRules, now: Date) {
  const confirmed = { confirm_time: now, ...(list.has_confirmed ? { confirmed: true } : {}) }
  return {
    status: 'active' as const,
    subscribe_time: now,
    subscribe_ip: signUp.givenIp,
    ...(confirmedIp === null ? {} : confirmed),
  }
}

function reactions(run: boolean) {
  return { run, filter: null, excludeReacted: false, source: 'form' as const }
}

/** Fields may have changed since the submission. */
function stillValid(values: CustomValues, fields: readonly FieldRules[]): CustomValues {
  return Object.fromEntries(
    fields.flatMap((rules) => {
      const value = values[rules.id]
      const checked = value === undefined ? null : checkFieldJson({ ...rules, required: false }, value)
      return checked === null || 'problem' in checked || checked.value === null
        ? []
        : [[rules.id, checked.value] as const]
    }),
  )
}

/** Not a user of the organization. The address is stored with the person only, because audit events outlive an erasure. */
function actorOf({ form, requestId }: Subscribing): SubscriberActor {
  const { organizationId } = form
  return {
    caller: { organization_id: organizationId },
    audit: (sql, event) => {
      const details = { ...event.details, by_form: true, web_form_id: form.id }
      return insertAuditEvent(sql, organizationId, { ...event, request_id: requestId, details })
    },
  }
}

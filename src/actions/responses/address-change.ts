import { AppError } from '../../contract/api/errors.ts'
import type { AddressChangeState, PreferenceNote } from '../../contract/responses/preferences.ts'
import { languageFor } from '../../contract/responses/language.ts'
import { wordsOf } from '../../contract/responses/words.ts'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { changedSubscriber } from '../../contract/subscribers/values.ts'
import { parseEmail, type EmailAddress } from '../../contract/values/email.ts'
import type { Handle } from '../../contract/values/handles.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import {
  confirmSide,
  endAddressChange,
  findAddressChange,
  insertAddressChange,
  queueChangeMail,
  type AddressChange,
} from '../../store/responses/address-changes.ts'
import { findFrame, type PageFrame } from '../../store/responses/frame.ts'
import {
  findPreferenceReader,
  findSuppressions,
  keepsFrom,
  type PreferenceList,
} from '../../store/responses/preferences.ts'
import { readerOf } from '../../store/responses/rows.ts'
import { findSubscribersByAddress } from '../../store/subscribers/rows.ts'
import { actorOf, kept, noReactions } from '../subscribers/come-back.ts'
import { recordOf } from '../subscribers/record.ts'
import { queueSubscriberEvent, withQuotaNotice, writeSubscriber } from '../subscribers/write.ts'
import { joinAgain, leaveList, rulesOf } from './preference-lists.ts'
import { findReaderLists, type PreferenceVisit } from './preference-view.ts'

/**
 * Both addresses get a mail with a link. The answer is the same for every address, known or not; one that is suppressed gets
 * none. @param accepted the header Accept-Language
 */
export function requestAddressChange(
  sql: Scoped,
  visit: PreferenceVisit,
  { text, accepted }: { text: string | null; accepted: string | undefined },
): Promise<PreferenceNote> {
  const email = parseEmail((text ?? '').trim())
  if (email === null) return Promise.resolve('addressFaulty')
  if (!visit.counts) return Promise.resolve('unchanged')
  const { organizationId } = visit
  return repeated(() =>
    sql.begin(async (sql) => {
      const reader = await findPreferenceReader(sql, organizationId, visit.reader)
      const frame = await findFrame(sql, organizationId, visit.reader.listId)
      if (reader === null || frame === null || !reader.mayJoin) return 'unchanged'
      if (reader.key === email.key) return 'addressFaulty'
      const language = languageFor(frame.language, accepted)
      const id = await insertAddressChange(sql, organizationId, visit.reader, {
        email: email.address,
        language,
      })
      if (id === null) return 'addressTooOften'
      const words = wordsOf(language, frame.texts)
      const text = [
        words.changeMailText.replaceAll('{email}', () => email.address),
        '{{link}}',
        words.changeMailEnd,
      ]
      const mail = { subject: words.changeSubject, text: text.join('\n\n') }
      for (const [isNew, to] of [
        [false, reader.email],
        [true, email.address],
      ] as const) {
        // oxfmt-ignore
        const key = parseEmail(to)?.key ?? to
        if (keepsFrom(await findSuppressions(sql, organizationId, key), visit.reader.listId)) continue
        await queueChangeMail(sql, organizationId, { id, isNew }, { ...mail, to_email: to })
      }
      return 'addressSent'
    }),
  )
}

export type ShownChange = PageFrame & { email: string; state: AddressChangeState }

/** It changes nothing. null: the link is wrong, was replaced, or is over. */
export function showAddressChange(sql: Scoped, handle: Handle): Promise<ShownChange | null> {
  return sql.read(async (sql) => {
    const change = await findAddressChange(sql, handle)
    const frame = change === null ? null : await findFrame(sql, handle.organizationId, change.list_id)
    return change === null || frame === null
      ? null
      : { ...frame, email: change.email, state: stateOf(change) }
  })
}

function stateOf(change: AddressChange): AddressChangeState {
  if (change.done_at !== null) return 'done'
  return (change.is_new_address ? change.new_confirmed_at : change.old_confirmed_at) === null ? 'ask' : 'half'
}

type Answered = { ip: string; requestId: string }

/** The second of the two confirmations makes the change. Can be repeated. @returns null as `showAddressChange` */
export async function confirmAddressChange(
  sql: Scoped,
  handle: Handle,
  answered: Answered,
): Promise<ShownChange | null> {
  const { organizationId } = handle
  const work = (sql: Transaction) => confirm(sql, handle, answered)
  const state = await withQuotaNotice(sql, organizationId, work).catch((error: unknown) => {
    // The quota is used up, or the person or list is gone: nothing was changed.
    if (error instanceof AppError) return 'refused' as const
    throw error
  })
  const shown = await showAddressChange(sql, handle)
  return shown === null || state === null ? null : { ...shown, state }
}

async function confirm(
  sql: Transaction,
  handle: Handle,
  { ip, requestId }: Answered,
): Promise<AddressChangeState | null> {
  const { organizationId } = handle
  const change = await findAddressChange(sql, handle, { isLocked: true })
  if (change === null) return null
  if (change.done_at !== null) return 'done'
  await confirmSide(sql, organizationId, change)
  const other = change.is_new_address ? change.old_confirmed_at : change.new_confirmed_at
  if (other === null) return 'half'
  const { list_id: listId, subscriber_id: subscriberId } = change
  const source = change.campaign_id === null ? 'autoresponder' : 'campaign'
  const sourceId = change.campaign_id ?? change.autoresponder_id ?? 0
  const reader = readerOf({ listId, subscriberId, source, sourceId })
  const visit = { organizationId, reader, ip, requestId, counts: true }
  const found = await findReaderLists(sql, visit)
  const email = parseEmail(change.email)
  if (found === null || email === null) return 'refused'
  const suppressions = await findSuppressions(sql, organizationId, email.key)
  const lists = found.lists.filter(
    ({ id, status }) => (status === 'active' || status === 'unsubscribed') && !keepsFrom(suppressions, id),
  )
  let isChanged = false
  for (const list of lists.toSorted((one, another) => one.id - another.id)) {
    if (await moveOnList(sql, visit, list, email)) isChanged = true
  }
  if (!isChanged) return 'refused'
  await endAddressChange(sql, organizationId, { id: change.id, isDone: true })
  return 'done'
}

/** @returns false: the new address bounced, complained or was deactivated on this list, which stays as it is. */
async function moveOnList(
  sql: Transaction,
  visit: PreferenceVisit,
  list: PreferenceList,
  email: EmailAddress,
): Promise<boolean> {
  const { organizationId } = visit
  const rules = await rulesOf(sql, visit, list.id)
  const isKeyed = rules.list.primary_key_custom_field_id !== null
  const [taken] = isKeyed ? [] : await findSubscribersByAddress(sql, organizationId, rules.list, [email.key])
  if (taken !== undefined) {
    // Two subscribers of one person: the new address goes on, the old one leaves.
    if (taken.status !== 'active' && taken.status !== 'unsubscribed') return false
    if (list.status === 'active' && taken.status === 'unsubscribed')
      await joinAgain(sql, visit, taken.id, rules)
    if (list.status === 'active') await leaveList(sql, visit, list)
    return true
  }
  let before: SubscriberRecord | undefined
  const actor = actorOf(visit)
  const row = await writeSubscriber(sql, actor, rules.list, {
    id: list.subscriberId ?? 0,
    mayActivate: false,
    mayBecome: undefined,
    reactions: noReactions,
    change: (row) => {
      before = recordOf(row, rules)
      return changedSubscriber(row, email, { ...kept, email }, { ...rules.list, ...rules })
    },
  })
  await actor.audit(sql, {
    kind: 'subscriber.address_changed',
    subject_type: 'Subscriber',
    subject_id: row.id,
    details: { mailing_list_id: rules.list.id },
  })
  await queueSubscriberEvent(sql, organizationId, rules.list, { before, after: recordOf(row, rules) })
  return true
}

/** Either address can stop it until both have confirmed. @returns null as `showAddressChange` */
export async function stopAddressChange(sql: Scoped, handle: Handle): Promise<ShownChange | null> {
  const shown = await showAddressChange(sql, handle)
  if (shown === null || shown.state === 'done') return shown
  return repeated(() =>
    sql.begin(async (sql) => {
      const change = await findAddressChange(sql, handle, { isLocked: true })
      if (change === null) return null
      if (change.done_at !== null) return { ...shown, state: 'done' as const }
      await endAddressChange(sql, handle.organizationId, { id: change.id, isDone: false })
      return { ...shown, state: 'stopped' as const }
    }),
  )
}

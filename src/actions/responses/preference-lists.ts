import { AppError } from '../../contract/api/errors.ts'
import type { PreferenceNote } from '../../contract/responses/preferences.ts'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { blankSubscriber, changedSubscriber } from '../../contract/subscribers/values.ts'
import { parseEmail } from '../../contract/values/email.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { findLogZone } from '../../store/audit-events/log.ts'
import { recordUnsubscribe } from '../../store/responses/record.ts'
import {
  findSuppressions,
  keepsFrom,
  liftSuppressions,
  type PreferenceList,
  type PreferenceReader,
} from '../../store/responses/preferences.ts'
import { databaseTime } from '../../store/server/clock.ts'
import { quotaReached } from '../../store/subscribers/counts.ts'
import { endPause } from '../../store/subscribers/pauses.ts'
import { activateAgain, actorOf, consentOf, kept, noReactions, unchanged } from '../subscribers/come-back.ts'
import { recordOf, type ListRules } from '../subscribers/record.ts'
import {
  lockListRules,
  queueSubscriberEvent,
  withQuotaNotice,
  writeNewSubscriber,
  writeSubscriber,
} from '../subscribers/write.ts'
import { findReaderLists, type PreferenceVisit } from './preference-view.ts'

/** Ids of lists, of which only those of the page count. */
export type ListChoice = { join: readonly number[]; leave: readonly number[] }

/** All or nothing, and can be repeated: what is so already stays. */
export function chooseLists(
  sql: Scoped,
  visit: PreferenceVisit,
  choice: ListChoice,
): Promise<PreferenceNote> {
  return change(sql, visit, (lists) => ({
    leave: lists.filter(({ id, status }) => status === 'active' && choice.leave.includes(id)),
    join: lists.filter(({ id, status }) => isOpen(status) && choice.join.includes(id)),
  }))
}

export async function leaveAllLists(sql: Scoped, visit: PreferenceVisit): Promise<PreferenceNote> {
  const note = await change(sql, visit, (lists) => ({
    leave: lists.filter(({ status }) => status === 'active'),
    join: [],
  }))
  return note === 'saved' || note === 'unchanged' ? 'leftAll' : note
}

function isOpen(status: PreferenceList['status']): boolean {
  return status === null || status === 'unsubscribed'
}

type Chosen = { leave: readonly PreferenceList[]; join: readonly PreferenceList[] }

async function change(
  sql: Scoped,
  visit: PreferenceVisit,
  choose: (lists: readonly PreferenceList[]) => Chosen,
): Promise<PreferenceNote> {
  if (!visit.counts) return 'unchanged'
  try {
    return await withQuotaNotice(sql, visit.organizationId, async (sql) => {
      const found = await findReaderLists(sql, visit)
      if (found === null) return 'unchanged'
      const { leave, join } = choose(found.lists)
      // First: where a removal ends all subscriptions of an address, it must not end the new ones.
      for (const list of leave) await leaveList(sql, visit, list)
      const joined = join.length > 0 && (await joinLists(sql, visit, found.reader, join))
      return leave.length > 0 || joined ? 'saved' : 'unchanged'
    })
  } catch (error) {
    if (error instanceof AppError && error.cause === quotaReached) return 'fullNote'
    // Another tab was faster, or the list or the person is gone: the page shows what is.
    if (error instanceof AppError) return 'unchanged'
    throw error
  }
}

/** On the list of the link it counts as an unsubscription of the message. */
export async function leaveList(
  sql: Transaction,
  visit: PreferenceVisit,
  { id, subscriberId }: PreferenceList,
) {
  const { organizationId, reader, ip } = visit
  if (id === reader.listId) {
    await recordUnsubscribe(sql, organizationId, reader, { ip })
    return
  }
  if (subscriberId === null) return
  const rules = await rulesOf(sql, visit, id)
  const now = await databaseTime(sql)
  let before: SubscriberRecord | undefined
  const row = await writeSubscriber(sql, actorOf(visit), rules.list, {
    id: subscriberId,
    mayActivate: false,
    mayBecome: 'unsubscribed',
    reactions: noReactions,
    change: (row) => {
      before = recordOf(row, rules)
      const gone = { status: 'unsubscribed' as const, remove_time: now, remove_ip: ip }
      return row.status === 'active' ? { ...unchanged(row, rules), ...gone } : unchanged(row, rules)
    },
  })
  await queueSubscriberEvent(sql, organizationId, rules.list, { before, after: recordOf(row, rules) })
}

/** @returns false: the address is suppressed by more than its own unsubscriptions, or the organization is inactive. */
async function joinLists(
  sql: Transaction,
  visit: PreferenceVisit,
  reader: PreferenceReader,
  lists: readonly PreferenceList[],
): Promise<boolean> {
  const suppressions = await findSuppressions(sql, visit.organizationId, reader.key)
  const open = lists.filter(({ id }) => !keepsFrom(suppressions, id))
  if (!reader.mayJoin || open.length === 0) return false
  for (const list of open) {
    const rules = await rulesOf(sql, visit, list.id)
    if (list.subscriberId === null) await joinAnew(sql, visit, reader, rules)
    else await joinAgain(sql, visit, list.subscriberId, rules)
  }
  const own = suppressions.filter(({ isOwn }) => isOwn)
  await liftSuppressions(sql, visit.organizationId, own)
  return true
}

/** The reader has proven the address by holding the link. They bring the values of fields that all lists have. */
async function joinAnew(
  sql: Transaction,
  visit: PreferenceVisit,
  reader: PreferenceReader,
  rules: ListRules,
): Promise<void> {
  const email = parseEmail(reader.email)
  if (email === null) return
  const { organizationId } = visit
  const known = new Set(rules.fields.map(({ id }) => String(id)))
  const brought = Object.entries(reader.values).filter(([id]) => known.has(id))
  const current = { ...blankSubscriber, key: email.key, custom_fields: Object.fromEntries(brought) }
  const values = changedSubscriber(current, email, kept, { ...rules.list, ...rules })
  const actor = actorOf(visit)
  const row = await writeNewSubscriber(sql, actor, rules.list, {
    values: { ...values, ...consentOf(visit, rules, await databaseTime(sql)) },
    reactions: { run: true, filter: null, excludeReacted: false },
  })
  await actor.audit(sql, {
    kind: 'subscriber.joined',
    subject_type: 'Subscriber',
    subject_id: row.id,
    details: { mailing_list_id: rules.list.id, to: 'active' },
  })
  await queueSubscriberEvent(sql, organizationId, rules.list, { after: recordOf(row, rules) })
}

export async function joinAgain(
  sql: Transaction,
  visit: PreferenceVisit,
  subscriberId: number,
  rules: ListRules,
): Promise<void> {
  const { organizationId } = visit
  const change = await activateAgain(sql, visit, subscriberId, rules)
  await endPause(sql, { organizationId, listId: rules.list.id }, subscriberId)
  await queueSubscriberEvent(sql, organizationId, rules.list, change)
}

export async function rulesOf(
  sql: Transaction,
  { organizationId }: Pick<PreferenceVisit, 'organizationId'>,
  listId: number,
): Promise<ListRules> {
  const caller = { organization_id: organizationId, time_zone: await findLogZone(sql, organizationId) }
  return lockListRules(sql, caller, listId)
}

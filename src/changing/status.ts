import { queueSubscriberEvents } from '../actions/subscribers/write.ts'
import { recordOf } from '../actions/subscribers/record.ts'
import { statusesBefore, type BulkStatus } from '../contract/subscribers/bulk-states.ts'
import type { Transaction } from '../database/driver/connection.ts'
import { queueQuotaNotice } from '../store/accounting/quota-notices.ts'
import { insertBulkAuditEvents } from '../store/audit-events/rows.ts'
import { adjustCounts, lockQuota, quotaRefusal } from '../store/subscribers/counts.ts'
import { noteDepartures } from '../store/subscribers/departures.ts'
import { lockSubscribers, updateSubscribers } from '../store/subscribers/many.ts'
import { followRemovals, lockRemovals, removalKindOf } from '../store/subscribers/removals.ts'
import type { SubscriberRow } from '../store/subscribers/rows.ts'
import { countsOf, type Outcome, type Work } from './chunk.ts'

/** As `writeSubscriber` (actions/subscribers/write.ts), for many. No subscriber becomes active beyond the quota. */
export async function setStatus(sql: Transaction, { claim, rules, ids }: Work): Promise<Outcome> {
  const { organization_id: organizationId, mailing_list_id: listId, details } = claim
  const status: BulkStatus = details.status ?? 'unsubscribed'
  const places = status === 'active' ? await lockQuota(sql, organizationId) : null
  const kind = removalKindOf(status)
  const removals = kind === null ? null : await lockRemovals(sql, organizationId, kind)
  const rows = await lockSubscribers(sql, organizationId, listId, ids)
  const from = statusesBefore(status, details.despite_departure === true)
  const movable = rows.filter((row) => from.includes(row.status))
  const before = movable.slice(0, places ?? movable.length)
  const leaves = status !== 'active'
  const changed = before.map(({ id, custom_fields }) => ({ id, custom_fields, status, leaves }))
  const after = await updateSubscribers(sql, organizationId, listId, changed)
  await audit(sql, claim, before)
  if (kind !== null) {
    const stay = rows.filter((row) => !before.includes(row)).map(({ id }) => id)
    await noteDepartures(sql, organizationId, listId, stay)
  }
  const keys = after.map(({ key }) => key)
  const lost =
    removals === null || kind === null || keys.length === 0
      ? []
      : await followRemovals(sql, organizationId, { listId, kind, keys }, removals)
  const deltas = [
    { listId, delta: countsOf(before, after) },
    ...lost.map((other) => ({
      listId: other.listId,
      delta: { active: -other.count, [status]: other.count },
    })),
  ]
  for (const { listId: id, delta } of deltas.toSorted((one, other) => one.listId - other.listId)) {
    await adjustCounts(sql, organizationId, id, delta)
  }
  if (places !== null) await queueQuotaNotice(sql, organizationId)
  const refused = movable.slice(before.length)
  const problem = refused.length === 0 ? '' : (await quotaRefusal(sql, organizationId)).message
  const written = after.map((row, index) => ({
    before: recordOf(before[index] ?? row, rules),
    after: recordOf(row, rules),
  }))
  await queueSubscriberEvents(sql, organizationId, rules.list, written)
  return { changed: after.length, problems: refused.map(({ id }) => ({ subscriber_id: id, problem })) }
}

/** Changes away from `active` are in the row itself. */
async function audit(
  sql: Transaction,
  claim: Work['claim'],
  before: readonly SubscriberRow[],
): Promise<void> {
  const to = claim.details.status
  const kind = to === 'active' ? 'subscriber.reactivated' : 'subscriber.status_changed'
  const events = before
    .filter((row) => row.status !== 'active')
    .map(({ id, status: from }) => ({
      kind,
      subject_id: id,
      details: { mailing_list_id: claim.mailing_list_id, from, to },
    }))
  await insertBulkAuditEvents(sql, claim.organization_id, claim.id, events)
}

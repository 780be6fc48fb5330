import { statusesBefore, type BulkStatus } from '../contract/subscribers/bulk-states.ts'
import type { Transaction } from '../database/driver/connection.ts'
import { queueQuotaNotice } from '../store/accounting/quota-notices.ts'
import { insertBulkAuditEvents } from '../store/audit-events/rows.ts'
import { adjustCounts, lockQuota, quotaRefusal } from '../store/subscribers/counts.ts'
import { noteDepartures } from '../store/subscribers/departures.ts'
import {
  holdSubscribers,
  lockSubscribers,
  setStatuses,
  type HeldSubscriber,
} from '../store/subscribers/many.ts'
import { followRemovals, lockRemovals, removalKindOf } from '../store/subscribers/removals.ts'
import { isTold } from '../store/webhooks/events.ts'
import { countsOf, type Outcome, type Work } from './chunk.ts'
import { tellOfUpdates } from './told.ts'

/** As `writeSubscriber` (actions/subscribers/write.ts), for many. No subscriber becomes active beyond the quota. */
export async function setStatus(sql: Transaction, { claim, rules, ids }: Work): Promise<Outcome> {
  const { organization_id: organizationId, mailing_list_id: listId, details } = claim
  const status: BulkStatus = details.status ?? 'unsubscribed'
  const places = status === 'active' ? await lockQuota(sql, organizationId) : null
  const kind = removalKindOf(status)
  const removals = kind === null ? null : await lockRemovals(sql, organizationId, kind)
  const isHeard = await isTold(sql, organizationId, 'studio_subscriber_updated')
  const known = isHeard ? await lockSubscribers(sql, organizationId, listId, ids) : []
  const rows = isHeard ? known : await holdSubscribers(sql, organizationId, listId, ids)
  const from = statusesBefore(status, details.despite_departure === true)
  const movable = rows.filter((row) => from.includes(row.status))
  const before = movable.slice(0, places ?? movable.length)
  const changed = before.map(({ id }) => id)
  await setStatuses(sql, organizationId, listId, { ids: changed, status })
  await audit(sql, claim, before)
  if (kind !== null) {
    const left = new Set(changed)
    const stay = rows.filter(({ id }) => !left.has(id)).map(({ id }) => id)
    await noteDepartures(sql, organizationId, listId, stay)
  }
  const keys = before.map(({ key }) => key)
  const lost =
    removals === null || kind === null || keys.length === 0
      ? []
      : await followRemovals(sql, organizationId, { listId, kind, keys }, removals)
  const after = before.map(() => ({ status }))
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
  if (isHeard) await tellOfUpdates(sql, { claim, rules, ids: changed }, known)
  return {
    changed: changed.length,
    problems: refused.map(({ id }) => ({ subscriber_id: id, problem })),
  }
}

/** Changes away from `active` are in the row itself. */
async function audit(
  sql: Transaction,
  claim: Work['claim'],
  before: readonly HeldSubscriber[],
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

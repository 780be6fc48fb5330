import type { Transaction } from '../database/driver/connection.ts'
import { insertBulkAuditEvents } from '../store/audit-events/rows.ts'
import { adjustCounts } from '../store/subscribers/counts.ts'
import { deleteSubscribers, lockSubscribers } from '../store/subscribers/many.ts'
import { countEnded, endReactions, forgetDeliveries } from '../store/erasure/traces.ts'
import { countsOf, type Outcome, type Work } from './chunk.ts'

/** As `deleteSubscriber` (actions/subscribers/write.ts), for many. */
export async function deletePeople(sql: Transaction, { claim, ids }: Work): Promise<Outcome> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const ended = await endReactions(sql, organizationId, listId, ids)
  await forgetDeliveries(sql, organizationId, listId, ids)
  await lockSubscribers(sql, organizationId, listId, ids)
  const gone = await deleteSubscribers(sql, organizationId, listId, ids)
  const events = gone.map(({ id, status }) => ({
    kind: 'subscriber.deleted',
    subject_id: id,
    details: { mailing_list_id: listId, status },
  }))
  await insertBulkAuditEvents(sql, organizationId, claim.id, events)
  await adjustCounts(sql, organizationId, listId, countsOf(gone, []))
  await countEnded(sql, organizationId, ended)
  return { changed: gone.length, problems: [] }
}

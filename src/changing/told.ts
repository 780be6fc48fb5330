import { recordOf } from '../actions/subscribers/record.ts'
import { queueSubscriberEvents } from '../actions/subscribers/write.ts'
import type { Transaction } from '../database/driver/connection.ts'
import { lockSubscribers } from '../store/subscribers/many.ts'
import type { SubscriberRow } from '../store/subscribers/rows.ts'
import type { Work } from './chunk.ts'

/** The webhooks' events, for an organization that has such webhooks: whole records cost more than the change. `ids`: who changed. */
export async function tellOfUpdates(
  sql: Transaction,
  { claim, rules, ids }: Work,
  before: readonly SubscriberRow[],
): Promise<void> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const known = new Map(before.map((row) => [row.id, row]))
  const after = await lockSubscribers(sql, organizationId, listId, ids)
  const written = after.map((row) => ({
    before: recordOf(known.get(row.id) ?? row, rules),
    after: recordOf(row, rules),
  }))
  await queueSubscriberEvents(sql, organizationId, rules.list, written)
}

import type { Transaction } from '../../database/driver/connection.ts'
import type { ClaimedImport } from '../../store/imports/claims.ts'
import { adjustCounts } from '../../store/subscribers/counts.ts'
import {
  followRemovals,
  lockRemovals,
  statusAfter,
  type RemovalKind,
  type RemovalRules,
} from '../../store/subscribers/removals.ts'
import { keysAt, removedRows, type ClassifiedRange } from '../rows/classify.ts'

export type Removal = { kind: RemovalKind; keys: string[]; rules: RemovalRules }

/** Locks the rules before any subscriber, as all removals do. */
export async function lockRangeRemovals(
  sql: Transaction,
  claim: ClaimedImport,
  classified: ClassifiedRange,
): Promise<Removal[]> {
  const removals: Removal[] = []
  for (const kind of ['unsub', 'bounce', 'scomp'] as const) {
    const removed = removedRows(classified, statusAfter[kind])
    if (removed.length === 0) continue
    const rules = await lockRemovals(sql, claim.organization_id, kind)
    if (rules !== null) removals.push({ kind, keys: keysAt(classified.range, removed), rules })
  }
  return removals
}

export type ListChange = { listId: number; delta: Parameters<typeof adjustCounts>[3] }

/** Ends subscriptions to other lists and suppresses the addresses. */
export async function followRangeRemovals(
  sql: Transaction,
  { organization_id: organizationId, mailing_list_id: listId }: ClaimedImport,
  removals: readonly Removal[],
): Promise<ListChange[]> {
  const changes: ListChange[] = []
  for (const { kind, keys, rules } of removals) {
    const lost = await followRemovals(sql, organizationId, { listId, kind, keys }, rules)
    for (const { listId: id, count } of lost) {
      changes.push({ listId: id, delta: { active: -count, [statusAfter[kind]]: count } })
    }
  }
  return changes
}

/** By list, as all removals do, so that transactions do not deadlock. */
export async function adjustListCounts(
  sql: Transaction,
  organizationId: number,
  changes: readonly ListChange[],
): Promise<void> {
  for (const { listId, delta } of changes.toSorted((one, other) => one.listId - other.listId)) {
    await adjustCounts(sql, organizationId, listId, delta)
  }
}

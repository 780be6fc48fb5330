import type { SubscriberStatus } from '../contract/imports/states.ts'
import type { BulkProblem } from '../store/bulk-changes/rows.ts'
import type { ClaimedBulkChange } from '../store/bulk-changes/progress.ts'
import type { ListRules } from '../actions/subscribers/record.ts'

/** The people of one transaction: ids of the list, ascending. */
export type Work = { claim: ClaimedBulkChange; rules: ListRules; ids: readonly number[] }

export type Outcome = { changed: number; problems: BulkProblem[] }

/** How many of each status were gained and lost. */
export function countsOf(before: readonly Stated[], after: readonly Stated[]) {
  const delta: Partial<Record<SubscriberStatus, number>> = {}
  for (const { status } of before) delta[status] = (delta[status] ?? 0) - 1
  for (const { status } of after) delta[status] = (delta[status] ?? 0) + 1
  return delta
}

type Stated = { status: SubscriberStatus }

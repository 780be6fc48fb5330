import type { Transaction } from '../../../database/driver/connection.ts'

/** Subscribers. A count of fewer takes a second on one core, and the hash of another list fits into memory. */
export const largeList = 2_000_000

let isTaken = false

/** `subscribers`: of the list. `readsRows`: indexes do not have everything. */
export type Size = { subscribers: number; readsRows: boolean }

/**
 * Statements use one core (docs/decisions/018-shares.md). A count of a large list may use a second one, if no other count
 * of this process does: waiting for the same work on one core would take twice as long. The settings end with the transaction.
 */
export async function withSecondCore<Result>(
  sql: Transaction,
  { subscribers, readsRows }: Size,
  count: () => Promise<Result>,
): Promise<Result> {
  if (subscribers < largeList || isTaken) return count()
  isTaken = true
  try {
    // A merge join with another list reads rows by key, from everywhere on the disk; its hash needs the memory. The planner
    // expects that half of a list match, and would rather keep the other core idle than receive so many.
    await sql`
      select set_config('max_parallel_workers_per_gather', '1', true), set_config('parallel_tuple_cost', '0', true),
        set_config('enable_mergejoin', ${readsRows ? 'off' : 'on'}, true),
        set_config('work_mem', '64MB', true), set_config('plan_cache_mode', 'force_custom_plan', true)`
    return await count()
  } finally {
    isTaken = false
  }
}

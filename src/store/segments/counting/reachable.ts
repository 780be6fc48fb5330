import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { findSuppressionLists } from '../../resources/suppression-condition.ts'
import { notPaused } from '../../subscribers/pauses.ts'
import { segmentSets } from '../condition.ts'
import { findKnown } from '../known.ts'
import type { Target } from '../known.ts'
import { segmentTree } from '../set-trees.ts'
import type { SetTree } from '../set-trees.ts'
import { matchesOfTree } from './matches.ts'
import { withSecondCore } from './second-core.ts'

/**
 * How many a campaign to the segment reaches: active subscribers who do not pause and are not suppressed. As a preview counts
 * them, so that a campaign does not start slower than its segment was counted.
 * @param options.evenSuppressed counts those as well
 * @throws the driver's error 57014 after the time limit of statements
 */
export async function countReachable(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
  { evenSuppressed = false } = {},
): Promise<number> {
  const suppressing = evenSuppressed ? [] : await findSuppressionLists(sql, target.organizationId)
  const known = await findKnown(sql, target, clauses)
  // Who is suppressed is known by address, and so by reading rows.
  const tree = suppressing.length === 0 ? segmentTree(known, clauses) : null
  const size = { subscribers: known.subscribers, readsRows: tree === null }
  return withSecondCore(sql, size, () =>
    tree === null ? countRows(sql, target, clauses, !evenSuppressed) : countTree(sql, target, tree),
  )
}

async function countTree(sql: Sql, target: Target, tree: SetTree): Promise<number> {
  const isReached: SetTree = {
    type: 'all',
    of: [{ type: 'status', status: 'active' }, tree, { type: 'not', of: { type: 'paused' } }],
  }
  const [row] = await sql<{ total: number }[]>`
    with ${matchesOfTree(sql, target, isReached)}
    select coalesce(sum(number), 0)::bigint as total from counted`
  return row?.total ?? 0
}

async function countRows(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
  withoutSuppressed: boolean,
): Promise<number> {
  const { joins, condition } = await segmentSets(sql, target, clauses, { withoutSuppressed })
  const awake = await notPaused(sql, target)
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from subscribers s ${joins}
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
      and s.status = 'active' and ${condition} and ${awake.condition}`
  return row?.total ?? 0
}

import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Fragment, Sql, Transaction } from '../../../database/driver/connection.ts'
import { suppressesNobody, type Suppressing } from '../../conditions/suppression.ts'
import { notPaused } from '../../subscribers/pauses.ts'
import { setsOf } from '../condition.ts'
import { andWithin } from '../id-range.ts'
import { findKnown, type Known, type Target } from '../known.ts'
import { segmentTree, type SetTree } from '../set-trees.ts'
import { matchesOfTree } from './matches.ts'
import { withSecondCore } from './second-core.ts'

/**
 * The number of subscribers that a campaign to the segment reaches: active, not paused, not suppressed. It is counted as a
 * preview is, so that a campaign does not take longer to start than its preview takes.
 * @param suppressing what counts; `noSuppression` counts suppressed subscribers as well
 * @throws the driver's error 57014 after the time limit of statements
 */
export async function countReachable(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  suppressing: Suppressing,
): Promise<number> {
  const known = await findKnown(sql, target, clauses)
  // Suppression lists name addresses, which only rows have.
  const tree = suppressesNobody(suppressing) ? segmentTree(known, clauses) : null
  const size = { subscribers: known.subscribers, readsRows: tree === null }
  return withSecondCore(sql, size, () =>
    tree === null
      ? countRows(sql, target, { clauses, known, suppressing, people: sql`subscribers s` })
      : countTree(sql, target, tree),
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

type Counted = {
  clauses: readonly Clause[]
  known: Known
  suppressing: Suppressing
  /** Rows `s` of `subscribers`. */
  people: Fragment
}

/** As `countReachable`, by reading the rows. */
export async function countRows(
  sql: Sql,
  target: Target,
  { clauses, known, suppressing, people }: Counted,
): Promise<number> {
  const { joins, condition } = setsOf({ sql, target, known }, clauses, suppressing)
  const awake = await notPaused(sql, target)
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from ${people} ${joins}
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
      and s.status = 'active' and ${condition} and ${awake.condition} ${andWithin(sql, sql`s.id`, target.ids)}`
  return row?.total ?? 0
}

import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Fragment, Sql, Transaction } from '../../../database/driver/connection.ts'
import { suppressesNobody, type Suppressing } from '../../conditions/suppression.ts'
import { countOfStatuses } from '../../subscribers/counts.ts'
import { isAnyPaused, notPaused } from '../../subscribers/pauses.ts'
import { setsOf } from '../condition.ts'
import { andWithin } from '../id-range.ts'
import { findKnown, type Known, type Target } from '../known.ts'
import { segmentTree, statusesOf, suppressedTree, type SetTree } from '../set-trees.ts'
import { matchesOfTree } from './matches.ts'
import { withSecondCore } from './second-core.ts'

/** `suppressed`: those who would be reached but for the suppression lists. */
export type Reached = { reached: number; suppressed: number }

/**
 * How many subscribers a campaign to the segment reaches: active, not paused, not suppressed. It is counted as a preview is, so
 * that it does not take longer than its preview takes.
 * @param suppressing what counts; `noSuppression` counts suppressed subscribers as well
 * @throws the driver's error 57014 after the time limit of statements
 */
export async function countReachable(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  suppressing: Suppressing,
): Promise<Reached> {
  const known = await findKnown(sql, target, clauses)
  const tree = activeTree(known, clauses, suppressing)
  const size = { subscribers: known.subscribers, readsRows: tree === null }
  return withSecondCore(sql, size, async () => {
    if (tree === null) {
      return countRows(sql, target, { clauses, known, suppressing, people: sql`subscribers s` })
    }
    const awake: SetTree = { type: 'not', of: { type: 'paused' } }
    const isAnyAsleep = await isAnyPaused(sql, target)
    const all = await countAwake(sql, target, { tree, isAnyAsleep })
    if (suppressesNobody(suppressing)) return { reached: all, suppressed: 0 }
    // It looks at their ids only.
    const of = [tree, ...(isAnyAsleep ? [awake] : []), suppressedTree(known, suppressing)]
    const suppressed = await countTree(sql, target, { type: 'all', of })
    return { reached: all - suppressed, suppressed }
  })
}

/** null: rows of subscribers are needed. A custom field that tells people apart is no address, which suppression lists name. */
function activeTree(known: Known, clauses: readonly Clause[], suppressing: Suppressing): SetTree | null {
  const tree = segmentTree(known, clauses)
  if (tree === null || (known.hasOwnKey && !suppressesNobody(suppressing))) return null
  return { type: 'all', of: [{ type: 'status', status: 'active' }, tree] }
}

/** If the list's own count has all of them: less those who pause, who are few. */
async function countAwake(
  sql: Sql,
  target: Target,
  { tree, isAnyAsleep }: { tree: SetTree; isAnyAsleep: boolean },
): Promise<number> {
  if (!isAnyAsleep) return countTree(sql, target, tree)
  const asleep: SetTree = { type: 'paused' }
  if (statusesOf(tree) === null || target.ids !== undefined)
    return countTree(sql, target, { type: 'all', of: [tree, { type: 'not', of: asleep }] })
  const all = await countTree(sql, target, tree)
  return all - (await countTree(sql, target, { type: 'all', of: [tree, asleep] }))
}

async function countTree(sql: Sql, target: Target, tree: SetTree): Promise<number> {
  const statuses = target.ids === undefined ? statusesOf(tree) : null
  if (statuses !== null) return countOfStatuses(sql, target, statuses)
  const [row] = await sql<{ total: number }[]>`
    with ${matchesOfTree(sql, target, tree)}
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
): Promise<Reached> {
  const { joins, condition, suppressed } = setsOf({ sql, target, known }, clauses, suppressing)
  const awake = await notPaused(sql, target)
  const [row] = await sql<Reached[]>`
    select count(*) filter (where not ${suppressed}) as reached, count(*) filter (where ${suppressed}) as suppressed
    from ${people} ${joins}
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
      and s.status = 'active' and ${condition} and ${awake.condition} ${andWithin(sql, sql`s.id`, target.ids)}`
  return row ?? { reached: 0, suppressed: 0 }
}

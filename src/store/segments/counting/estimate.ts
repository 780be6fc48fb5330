import type { Estimate } from '../../../contract/api/figures.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import { speaksOfStatus } from '../../../contract/segments/tree.ts'
import type { Fragment, Sql, Transaction } from '../../../database/driver/connection.ts'
import { isSuppressedFor, type Suppressing } from '../../conditions/suppression.ts'
import { countStatuses } from '../../subscribers/counts.ts'
import { notPaused } from '../../subscribers/pauses.ts'
import { segmentCondition } from '../condition.ts'
import { findKnown, type Target } from '../known.ts'
import { addressOf } from '../sets/suppressed.ts'
import { estimateFrom } from './interval.ts'
import { sampleBlocks, type Effort, type SampledBlock, type SampledList } from './sample.ts'

/** Sampled people of each class, and what they say of the list. `seen`: there are at least so many. */
export type Sampled = { seen: number[]; estimateOf: (classes: readonly number[]) => Estimate | null }

type Asked = {
  /** On rows `s`: 0 for those who are not meant, or else the number of a class. */
  classOf: Fragment
  classes: number
  /** Whether only those are asked for who are active, as is known how many there are. */
  onlyActive: boolean
}

/** A longer sample makes no difference that somebody would wait for. */
export const sampleMsMax = 2_000

/** null: nobody could be read in time. */
export async function sampleList(
  sql: Transaction,
  target: SampledList,
  { classOf, classes, onlyActive }: Asked,
  effort: Effort,
): Promise<Sampled | null> {
  const statuses = await countStatuses(sql, target.organizationId, target.listId)
  const subscribers = Object.values(statuses).reduce((sum, number) => sum + number, 0)
  const among = onlyActive ? sql`s.status = 'active'` : sql`true`
  const blocks = await sampleBlocks(sql, target, { among, classOf, classes, subscribers }, effort)
  if (blocks.length === 0) return null
  const total = onlyActive ? statuses.active : subscribers
  return {
    seen: Array.from({ length: classes }, (_, index) => sumOf(blocks, ({ classes: of }) => of[index] ?? 0)),
    estimateOf: (chosen) =>
      estimateFrom(
        blocks.map((block) => withMeant(block, chosen)),
        total,
      ),
  }
}

function withMeant({ people, classes }: SampledBlock, chosen: readonly number[]) {
  return { people, meant: sumOf(chosen, (one) => classes[one] ?? 0) }
}

/** How many a segment selects. */
export async function estimateSegment(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  effort: Effort,
): Promise<{ seen: number; estimate: Estimate | null } | null> {
  const { condition } = await segmentCondition(sql, target, clauses)
  const asked = { classOf: chosenBy(sql, condition), classes: 1, onlyActive: !speaksOfStatus(clauses) }
  const sampled = await sampleList(sql, target, asked, effort)
  return sampled && { seen: sampled.seen[0] ?? 0, estimate: sampled.estimateOf([0]) }
}

function chosenBy(sql: Sql, condition: Fragment): Fragment {
  return sql`case when ${condition} then 1 else 0 end`
}

export type EstimatedReach = { reached: Estimate; suppressed: Estimate }

/** As `countReachable`. */
export async function estimateReachable(
  sql: Transaction,
  target: Target,
  { clauses, suppressing }: { clauses: readonly Clause[]; suppressing: Suppressing },
  effort: Effort,
): Promise<EstimatedReach | null> {
  const { hasOwnKey } = await findKnown(sql, target, [])
  const { condition } = await segmentCondition(sql, target, clauses)
  const awake = await notPaused(sql, target)
  const unwanted = isSuppressedFor(sql, target.organizationId, suppressing, addressOf(sql, 's', hasOwnKey))
  const classOf = sql`
    case when not (${condition} and ${awake.condition}) then 0 when ${unwanted} then 2 else 1 end`
  const sampled = await sampleList(sql, target, { classOf, classes: 2, onlyActive: true }, effort)
  const [reached, suppressed] = [0, 1].map((one) => sampled?.estimateOf([one]) ?? null)
  return reached && suppressed ? { reached, suppressed } : null
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}

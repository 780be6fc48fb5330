import type { SubscriberStatus } from '../../../contract/imports/states.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Fragment, Sql } from '../../../database/driver/connection.ts'
import type { PageStart } from '../../subscribers/rows.ts'
import { bucketOf, hasBit } from '../sets/activity.ts'
import { createBitJoin, type BitJoin } from '../bit-join.ts'
import { selected, type SegmentContext } from '../condition.ts'
import { andWithin } from '../id-range.ts'
import { findKnown, type Target } from '../known.ts'
import { joinedSets, lookUps } from '../memberships.ts'
import { holdsOfNobody, segmentTree, statusesOf, type SetTree } from '../set-trees.ts'
import type { Size } from './second-core.ts'

type Context = Omit<SegmentContext, 'members'> & { bits: BitJoin }

/** `statuses`: all of these match, and nobody else. null: it depends on something else. */
type Matches = { matches: Fragment; statuses: readonly SubscriberStatus[] | null } & Size

/**
 * For `with`: `counted` has how many match in each bucket of 1,024 ids, and `page` the ids of a page. Nothing is kept for
 * each that matches, which took longer than to read them where most of a list match. The page looks again at the few
 * buckets that it is in.
 */
export async function matchesOf(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
  page: { start: PageStart; limit: number },
): Promise<Matches> {
  const known = await findKnown(sql, target, clauses)
  const tree = segmentTree(known, clauses)
  const bits = createBitJoin(sql, target)
  const context = { sql, target, known, bits }
  const { counted, condition } = tree === null ? countedByRow(context, clauses) : countedByTree(context, tree)
  const rows = bits.rows()
  return {
    matches: sql`${rows === null ? sql`` : sql`bits as materialized (${rows}),`}
      counted as materialized (${counted}),
      ${pageOf(sql, target, page, { condition, hasBits: rows !== null })}`,
    statuses: tree === null ? null : statusesOf(tree),
    subscribers: known.subscribers,
    readsRows: tree === null,
  }
}

function countedByRow({ bits, ...context }: Context, clauses: readonly Clause[]) {
  const { sql, target, known } = context
  const where = { sql, target, known }
  // Not the rows of `with`, which parallel workers cannot read.
  const joined = joinedSets(where, bits)
  const each = { ...lookUps(where), among: bits.among }
  const condition = selected({ ...context, members: joined }, clauses)
  return {
    counted: grouped(sql, target, joined.joins(), condition),
    condition: selected({ ...context, members: each }, clauses),
  }
}

/** For `with`, as in `matchesOf`: the count alone. */
export function matchesOfTree(sql: Sql, target: Target, tree: SetTree): Fragment {
  const bits = createBitJoin(sql, target)
  const { counted } = countedByTree({ sql, target, bits }, tree)
  const rows = bits.rows()
  return sql`${rows === null ? sql`` : sql`bits as materialized (${rows}),`} counted as materialized (${counted})`
}

/** From the key of the table alone, unless many pages have changed since the last vacuum. */
function countedByTree({ sql, target, bits }: Pick<Context, 'sql' | 'target' | 'bits'>, tree: SetTree) {
  const condition = bits.among(tree)
  const column = bits.columnOf(tree)
  if (holdsOfNobody(tree)) {
    const [join = sql``] = bitsJoin(sql, bits)
    return { counted: grouped(sql, target, join, condition), condition }
  }
  const counted = sql`
    select bits.bucket, own.number, own.first, own.last from bits cross join lateral (
      select count(*) as number, min(s.id) as first, max(s.id) as last from subscribers s
      where ${ofList(sql, target)} and s.id >= bits.bucket << 10 and s.id < (bits.bucket + 1) << 10
        and ${hasBit(sql, column)}) own
    where ${column} <> 0::bit(1024) and own.number > 0`
  return { counted, condition }
}

function ofList(sql: Sql, { organizationId, listId, ids }: Target): Fragment {
  return sql`s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} ${andWithin(sql, sql`s.id`, ids)}`
}

function bitsJoin(sql: Sql, bits: BitJoin): Fragment[] {
  return bits.rows() === null ? [] : [sql`left join bits on bits.bucket = ${bucketOf(sql)}`]
}

/** `offset 0`: otherwise the planner expects a bucket for each subscriber, and sorts the rows. */
function grouped(sql: Sql, target: Target, joins: Fragment, condition: Fragment): Fragment {
  return sql`
    select bucket, count(*) as number, min(id) as first, max(id) as last from (
      select s.id, ${bucketOf(sql)} as bucket from subscribers s ${joins}
      where ${ofList(sql, target)} and ${condition} offset 0) matching
    group by bucket`
}

/** A bucket in which the page before ended counts as empty: how many of it are left is not known. */
function pageOf(
  sql: Sql,
  target: Target,
  { start, limit }: { start: PageStart; limit: number },
  { condition, hasBits }: { condition: Fragment; hasBits: boolean },
): Fragment {
  const [after, offset] = 'afterId' in start ? [start.afterId, 0] : [0, start.offset]
  return sql`
    later as (
      select bucket, greatest(first, ${after}::bigint + 1) as first, last,
        case when first > ${after}::bigint then number else 0 end as number
      from counted where last > ${after}::bigint),
    placed as (
      select *, sum(number) over (order by bucket) - number as before from later),
    chosen as materialized (
      select * from placed
      where before < ${offset}::bigint + ${limit}::bigint and (number = 0 or before + number > ${offset}::bigint)),
    page as (
      select one.id from chosen c ${hasBits ? sql`left join bits on bits.bucket = c.bucket` : sql``}
      cross join lateral (
        select s.id from subscribers s
        where ${ofList(sql, target)} and s.id >= c.first and s.id <= c.last and ${condition}
        order by s.id limit ${limit}::bigint + greatest(${offset}::bigint - c.before, 0)) one
      order by one.id limit ${limit}::bigint
      offset (select ${offset}::bigint - coalesce(min(before), ${offset}::bigint) from chosen))`
}

import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import {
  activityRows,
  bucketOf,
  hasBit,
  importBuckets,
  keptBuckets,
  pieceRows,
  type ActivitySet,
} from './sets/activity.ts'
import { pausedRows } from '../subscribers/pauses.ts'
import { consentRows } from './sets/consent.ts'
import { andWithin, bucketWithin } from './id-range.ts'
import type { Target } from './known.ts'
import { suppressedPeople } from './sets/suppressed.ts'
import { holdsOfNobody, type SetTree } from './set-trees.ts'

type Leaf = Exclude<SetTree, { of: unknown }>
type Listed = Extract<SetTree, { type: 'listed' }>
type BitTarget = Pick<Target, 'organizationId' | 'listId' | 'ids'>

/**
 * One row for 1,024 subscribers, with their bits for each tree. Trees are computed on whole rows: ten clauses cost a
 * subscriber one look-up, and sets that are read row by row become bits without an entry for each subscriber.
 */
export function createBitJoin(sql: Sql, place: BitTarget) {
  const leaves = new Map<string, Source>()
  const columns = new Map<string, Column>()
  const nobody = nobodyIn(sql)

  const leafOf = (leaf: Leaf): Fragment => {
    const key = JSON.stringify(leaf)
    const { number, buckets } = leaves.get(key) ?? {
      number: leaves.size,
      buckets: bucketsOf(sql, place, leaf),
    }
    leaves.set(key, { number, buckets })
    return buckets === null
      ? nobody
      : sql`coalesce(bit_or(people) filter (where leaf = ${number}::integer), ${nobody})`
  }
  const bitsOf = (tree: SetTree): Fragment => {
    switch (tree.type) {
      case 'status':
        // The bits are of those who are not active: they are few, and their index is small.
        return tree.status === 'active' ? sql`(~ ${leafOf(tree)})` : leafOf(tree)
      case 'not':
        return sql`(~ ${bitsOf(tree.of)})`
      case 'any':
      case 'all': {
        const start = tree.type === 'all' ? sql`(~ ${nobody})` : nobody
        const [first = start, ...others] = tree.of.map((one) => bitsOf(one))
        const list = others.reduce(
          (before, next) => (tree.type === 'all' ? sql`${before} & ${next}` : sql`${before} | ${next}`),
          first,
        )
        return sql`(${list})`
      }
      default:
        return leafOf(tree)
    }
  }
  const columnOf = (tree: SetTree): Fragment => {
    const key = JSON.stringify(tree)
    const known = columns.get(key)
    if (known !== undefined) return known.name
    const name = sql`bits.${sql(`tree${columns.size}`)}`
    columns.set(key, { name, bits: bitsOf(tree) })
    return name
  }
  const rows = () =>
    columns.size === 0 ? null : treesOf(sql, place, [...leaves.values()], [...columns.values()])
  return {
    /** Of a subscriber `s`, beside a row `bits` of its bucket, which may be missing. */
    among: (tree: SetTree): Fragment => sql`coalesce(${hasBit(sql, columnOf(tree))}, ${holdsOfNobody(tree)})`,
    /** The name of the tree's bits in the rows. */
    columnOf,
    /** With `bucket`. null: no tree was asked for. */
    rows,
    joins: (): Fragment[] => {
      const all = rows()
      return all === null ? [] : [sql`left join (${all}) bits on bits.bucket = ${bucketOf(sql)}`]
    },
  }
}

export type BitJoin = ReturnType<typeof createBitJoin>

type Source = { number: number; buckets: Fragment | null }
type Column = { name: Fragment; bits: Fragment }

function nobodyIn(sql: Sql): Fragment {
  return sql`0::bit(1024)`
}

/** A row for each bucket of the sources, with the bits of each column. */
function treesOf(
  sql: Sql,
  { ids }: BitTarget,
  leaves: readonly Source[],
  columns: readonly Column[],
): Fragment {
  const within = bucketWithin(sql, ids)
  const sources = leaves.flatMap(({ number, buckets }) =>
    buckets === null
      ? []
      : [sql`select ${number}::integer as leaf, bucket, people from (${buckets}) of_set ${within}`],
  )
  const [
    first = sql`select 0 as leaf, 0::bigint as bucket, ${nobodyIn(sql)} as people where false`,
    ...others
  ] = sources
  const all = others.reduce((before, next) => sql`${before} union all ${next}`, first)
  const selected = columns.map(({ bits }, index) => sql`${bits} as ${sql(`tree${index}`)}`)
  const list = selected.reduce((before, next) => sql`${before}, ${next}`)
  return sql`select bucket, ${list} from (${all}) marked group by bucket`
}

/** Rows with `bucket` and bits, several of one bucket too. null: nobody. */
function bucketsOf(sql: Sql, place: BitTarget, leaf: Leaf): Fragment | null {
  const { organizationId } = place
  switch (leaf.type) {
    case 'did':
      return activityBuckets(sql, place, leaf.set)
    case 'imported':
      return leaf.set.isKept
        ? importBuckets(sql, organizationId, leaf.set)
        : bitsOfRows(sql, place, pieceRows(sql, organizationId, leaf.set))
    case 'consented':
      return bitsOfRows(sql, place, consentRows(sql, place, leaf.set))
    case 'status':
      return bitsOfRows(sql, place, statusRows(sql, place, leaf.status))
    case 'listed':
      return bitsOfRows(sql, place, listedRows(sql, place, leaf))
    case 'paused':
      return bitsOfRows(sql, place, pausedRows(sql, place))
    case 'suppressed':
      return bitsOfRows(
        sql,
        place,
        sql`select id as subscriber_id from (${suppressedPeople(sql, place, leaf.set)}) one`,
      )
  }
}

function activityBuckets(sql: Sql, place: BitTarget, set: ActivitySet): Fragment | null {
  const { organizationId } = place
  const rows = activityRows(sql, organizationId, set)
  const kept = keptBuckets(sql, organizationId, set)
  if (rows === null) return kept
  const counted = bitsOfRows(sql, place, rows)
  return kept === null ? counted : sql`${kept} union all ${counted}`
}

/** For `active`: those who are not. From the index `subscribers_inactive` alone. */
function statusRows(sql: Sql, { organizationId, listId }: BitTarget, status: SubscriberStatus): Fragment {
  return sql`
    select e.id as subscriber_id from subscribers e
    where e.organization_id = ${organizationId} and e.mailing_list_id = ${listId} and e.status <> 'active'
      ${status === 'active' ? sql`` : sql`and e.status = ${status}`}`
}

/** From the index of keys alone, which includes the ids: both lists are merged, unless the other one has few people. */
function listedRows(
  sql: Sql,
  { organizationId, listId }: BitTarget,
  { listId: other, who, lookedUp }: Listed,
): Fragment {
  const sameKey = sql`e.organization_id = ${organizationId} and e.mailing_list_id = ${listId} and e.key = o.key`
  const own = lookedUp
    ? sql`cross join lateral (select e.id from subscribers e where ${sameKey} limit 1) e`
    : sql`join subscribers e on ${sameKey}`
  return sql`
    select e.id as subscriber_id from subscribers o ${own}
    where o.organization_id = ${organizationId} and o.mailing_list_id = ${other}
      ${who === 'all' ? sql`` : sql`and o.status <> 'active'`}`
}

/** `offset 0`: otherwise the planner expects a bucket for each subscriber, and sorts the rows. */
function bitsOfRows(sql: Sql, { ids }: BitTarget, rows: Fragment): Fragment {
  return sql`(
    select bucket, bit_or(set_bit(0::bit(1024), place, 1)) as people from (
      select subscriber_id >> 10 as bucket, (subscriber_id & 1023)::integer as place from (${rows}) one
      where subscriber_id > 0 ${andWithin(sql, sql`subscriber_id`, ids)} offset 0) placed
    group by bucket)`
}

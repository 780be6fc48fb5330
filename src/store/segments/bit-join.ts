import type { Sql } from '../../database/driver/connection.ts'
import { activityRows, bucketOf, hasBit, importBuckets, keptBuckets, pieceRows } from './activity-sets.ts'
import type { ActivitySet } from './activity-sets.ts'
import type { Fragment } from './fragment.ts'
import type { SetTree } from './set-trees.ts'

type Leaf = Extract<SetTree, { set: object }>

/**
 * One joined row for 1,024 subscribers, with their bits for each tree. Trees are computed on whole rows: ten clauses cost a
 * subscriber one look-up, and sets that are read row by row become bits without an entry for each subscriber.
 */
export function createBitJoin(sql: Sql, organizationId: number) {
  const leaves = new Map<string, { place: number; buckets: Fragment | null }>()
  const columns: Fragment[] = []
  const nobody = sql`0::bit(1024)`

  const leafOf = (leaf: Leaf) => {
    const key = JSON.stringify(leaf)
    const known = leaves.get(key)
    if (known !== undefined) return known
    const made = { place: leaves.size, buckets: bucketsOf(sql, organizationId, leaf) }
    leaves.set(key, made)
    return made
  }
  const bitsOf = (tree: SetTree): Fragment => {
    switch (tree.type) {
      case 'did':
      case 'imported': {
        const { place, buckets } = leafOf(tree)
        if (buckets === null) return nobody
        return sql`coalesce(bit_or(people) filter (where place = ${place}::integer), ${nobody})`
      }
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
    }
  }
  return {
    among: (tree: SetTree): Fragment => {
      const column = sql(`tree${columns.push(bitsOf(tree)) - 1}`)
      return sql`coalesce(${hasBit(sql, sql`bits.${column}`)}, ${holdsOfNobody(tree)})`
    },
    joins: (): Fragment[] => {
      const sources = [...leaves.values()].flatMap(({ place, buckets }) =>
        buckets === null
          ? []
          : [sql`select ${place}::integer as place, bucket, people from (${buckets}) of_set`],
      )
      if (columns.length === 0) return []
      const [
        first = sql`select 0 as place, 0::bigint as bucket, ${nobody} as people where false`,
        ...others
      ] = sources
      const all = others.reduce((before, next) => sql`${before} union all ${next}`, first)
      const selected = columns.map((bits, index) => sql`${bits} as ${sql(`tree${index}`)}`)
      const list = selected.reduce((before, next) => sql`${before}, ${next}`)
      return [
        sql`left join (
          select bucket, ${list} from (${all}) marked group by bucket) bits on bits.bucket = ${bucketOf(sql)}`,
      ]
    },
  }
}

/** Rows with `bucket` and bits, several of one bucket too. null: nobody. */
function bucketsOf(sql: Sql, organizationId: number, leaf: Leaf): Fragment | null {
  return leaf.type === 'did'
    ? activityBuckets(sql, organizationId, leaf.set)
    : leaf.set.isKept
      ? importBuckets(sql, organizationId, leaf.set)
      : bitsOfRows(sql, pieceRows(sql, organizationId, leaf.set))
}

function activityBuckets(sql: Sql, organizationId: number, set: ActivitySet): Fragment | null {
  const rows = activityRows(sql, organizationId, set)
  const kept = keptBuckets(sql, organizationId, set)
  if (rows === null) return kept
  const counted = bitsOfRows(sql, rows)
  return kept === null ? counted : sql`${kept} union all ${counted}`
}

/** `offset 0`: otherwise the planner expects a bucket for each subscriber, and sorts the rows. */
function bitsOfRows(sql: Sql, rows: Fragment): Fragment {
  return sql`(
    select bucket, bit_or(set_bit(0::bit(1024), place, 1)) as people from (
      select subscriber_id >> 10 as bucket, (subscriber_id & 1023)::integer as place from (${rows}) one
      where subscriber_id > 0 offset 0) placed
    group by bucket)`
}

/** Of subscribers without a row of bits. */
function holdsOfNobody(tree: SetTree): boolean {
  switch (tree.type) {
    case 'did':
    case 'imported':
      return false
    case 'not':
      return !holdsOfNobody(tree.of)
    case 'any':
      return tree.of.some((one) => holdsOfNobody(one))
    case 'all':
      return tree.of.every((one) => holdsOfNobody(one))
  }
}

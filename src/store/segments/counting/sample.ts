import type { Fragment, Sql, Transaction } from '../../../database/driver/connection.ts'
import { unlessSlow } from '../../../database/driver/statement/time-limit.ts'
import type { Target } from '../known.ts'

export type SampledList = Pick<Target, 'organizationId' | 'listId'>

/** Part of a list: how many of its people `among` holds for, and how many of these are of each class, the first of which is 1. */
export type SampledBlock = { people: number; classes: number[] }

/** On rows `s` of `subscribers`, in an object because fragments are promises. `classOf` 0: of none. */
export type Question = { among: Fragment; classOf: Fragment; classes: number }

/** How long a sample may take, and how large it becomes at most. */
export type Effort = { timeMs: number; blocksMax?: number; random?: () => number }

/** A sample of so many blocks knows a rate of a half to a third of a percent. */
const blocksMax = 8_000
/** Many short ranges tell more than a few long ones: who was imported together has much in common. */
const peopleOfBlock = 16
/** The list is divided into so many stretches of ids at most; those that nobody of the list has are not drawn from. */
const stretchesMax = 2_048
const blocksFirst = 16
/** More at once would be lost if the time ended. */
const blocksOfBatchMax = 1_024

/** Of the blocks of a small list. To meet the last ones by chance takes longer than they are worth. */
const nearlyAll = 0.9

/**
 * Reads parts of a list that are spread over it by chance: ranges of ids, each of which is as likely as every other, however
 * many people it has.
 * @param subscribers how many the list has
 * @returns fewer if the time is over; none if not even one could be read
 */
export async function sampleBlocks(
  sql: Transaction,
  target: SampledList,
  { subscribers, ...question }: Question & { subscribers: number },
  { timeMs, blocksMax: most = blocksMax, random = Math.random }: Effort,
): Promise<SampledBlock[]> {
  const endMs = performance.now() + timeMs
  const leftMs = () => Math.ceil(endMs - performance.now())
  const frame = await unlessSlow(sql, Math.max(1, leftMs()), (sql) => findFrame(sql, target, subscribers))
  if (frame === null) return []
  const drawn = new Set<number>()
  const found: SampledBlock[] = []
  let batch = blocksFirst
  while (found.length < most && drawn.size < frame.blocks * nearlyAll && leftMs() > 0) {
    const startMs = performance.now()
    const count = Math.min(batch, most - found.length)
    const numbers = draw(frame, { count, drawn, random })
    const ranges = { starts: startsOf(frame, numbers), ids: frame.blockIds }
    // Half of what is left, so that fewer can be tried. No time at all would be no limit.
    const limitMs = Math.max(1, Math.ceil(leftMs() / 2))
    const read = await unlessSlow(sql, limitMs, (sql) => readBlocks(sql, target, question, ranges))
    if (read === null) {
      if (batch === 1) break
      batch = Math.ceil(batch / 8)
      continue
    }
    for (const number of numbers) drawn.add(number)
    found.push(...read)
    if (performance.now() - startMs < leftMs() / 4) batch = Math.min(batch * 2, blocksOfBatchMax)
  }
  return found
}

/** Stretches of ids that somebody of the list has; all of them are equally long. */
type Frame = {
  /** Where each begins, divided by `stretchIds`. */
  places: number[]
  stretchIds: number
  blockIds: number
  /** Of all stretches. */
  blocks: number
}

/** What lies between two stretches, because the ids of a list are far apart, costs one look-up. */
async function findFrame(sql: Sql, target: SampledList, subscribers: number): Promise<Frame | null> {
  const next = (from: Fragment) => sql`
    select o.id from subscribers o
    where o.organization_id = ${target.organizationId} and o.mailing_list_id = ${target.listId} and o.id >= ${from}
    order by o.id limit 1`
  const [ends] = await sql<{ first: number | null; last: number | null }[]>`
    select (${next(sql`0`)}) as first, (
      select o.id from subscribers o
      where o.organization_id = ${target.organizationId} and o.mailing_list_id = ${target.listId}
      order by o.id desc limit 1) as last`
  if (ends === undefined || ends.first === null || ends.last === null) return null
  const stretchIds = Math.max(peopleOfBlock, powerOfTwo((ends.last - ends.first + 1) / stretchesMax))
  const rows = await sql<{ place: number }[]>`
    with recursive stretches as (
      select ${Math.floor(ends.first / stretchIds)}::bigint as place
      union all
      select later.id / ${stretchIds}::bigint from stretches
      cross join lateral (${next(sql`(stretches.place + 1) * ${stretchIds}::bigint`)}) later)
    select place from stretches`
  const places = rows.map(({ place }) => place)
  const idsEach = (places.length * stretchIds) / Math.max(1, subscribers)
  const blockIds = Math.min(stretchIds, Math.max(peopleOfBlock, powerOfTwo(peopleOfBlock * idsEach)))
  return { places, stretchIds, blockIds, blocks: (places.length * stretchIds) / blockIds }
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least))
}

type Draw = { count: number; drawn: ReadonlySet<number>; random: () => number }

/** The numbers of blocks, one of each part of the list, so that none is left out by chance; in the order of their ids. */
function draw({ blocks }: Frame, { count, drawn, random }: Draw): number[] {
  const numbers = Array.from({ length: count }, (_, part) =>
    Math.min(blocks - 1, Math.floor(((part + random()) / count) * blocks)),
  )
  return [...new Set(numbers)].filter((number) => !drawn.has(number))
}

function startsOf({ places, stretchIds, blockIds }: Frame, numbers: readonly number[]): number[] {
  const eachStretch = stretchIds / blockIds
  return numbers.map((number) => {
    const place = places[Math.floor(number / eachStretch)] ?? 0
    return place * stretchIds + (number % eachStretch) * blockIds
  })
}

type Range = { starts: readonly number[]; ids: number }

/** In the order of the ids, which only the primary key has: otherwise PostgreSQL may read a list that its statistics do not know whole. */
async function readBlocks(
  sql: Sql,
  { organizationId, listId }: SampledList,
  { among, classOf, classes }: Question,
  { starts, ids }: Range,
): Promise<SampledBlock[]> {
  const names = Array.from({ length: classes }, (_, index) => `class${index + 1}`)
  const counts = names.reduce(
    (before, name, index) => sql`
      ${before}, count(*) filter (where class = ${index + 1}::integer) as ${sql(name)}`,
    sql`count(*) filter (where class >= 0) as people`,
  )
  const rows = await sql<(Record<string, number> & { people: number })[]>`
    select one.* from unnest(${starts.map(String)}::text[]::bigint[]) block (start)
    cross join lateral (
      select ${counts} from (
        select case when ${among} then ${classOf} else -1 end as class from (
          select * from subscribers o
          where o.organization_id = ${organizationId} and o.mailing_list_id = ${listId}
            and o.id >= block.start and o.id < block.start + ${ids}::bigint
          order by o.id limit ${ids}::bigint) s offset 0) asked) one`
  return rows.map((row) => ({ people: row.people, classes: names.map((name) => row[name] ?? 0) }))
}

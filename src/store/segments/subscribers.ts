import { invalid, type AppError } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import type { Target } from './known.ts'
import { atOnceOr, inRanges, type Bound } from './counting/in-ranges.ts'
import { matchesOf } from './counting/matches.ts'
import { largeList, withSecondCore } from './counting/second-core.ts'
import { subscriberColumns, type PageStart, type SubscriberRow } from '../subscribers/rows.ts'

type Page = { start: PageStart; limit: number }

export type Selected = {
  rows: SubscriberRow[]
  count: Count
  /** If there was no time to fill the page: the id after which the next one begins. */
  nextAfterId: number | null
}

/**
 * Count and page. If counting takes longer than the bound, the count is a lower bound: of a page in the middle no more
 * than what was read to fill it.
 * @param wanted.counted with the first page; a page in the middle of a large list then is not counted again
 * @returns null if there was no time to read anything
 * @throws AppError `validation_failed` if there was no time to reach a page that is asked for by its number
 */
export async function findSelected(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  { bound, counted, ...page }: Page & { bound: Bound; counted?: Count | undefined },
): Promise<Selected | null> {
  const matches = await matchesOf(sql, target, clauses, page)
  if (counted !== undefined && matches.subscribers >= largeList) {
    const found = await findInRanges(sql, target, clauses, { ...page, bound })
    return found && { ...found, count: joined(counted, found.count) }
  }
  const atOnce = async () => {
    const { rows, count: records } = await findBoth(sql, target, matches)
    return { rows, count: { records, isExact: true }, nextAfterId: null }
  }
  const byRanges = (rest: Bound) => findInRanges(sql, target, clauses, { ...page, bound: rest })
  return atOnceOr<Selected | null>(sql, { subscribers: matches.subscribers, bound }, atOnce, byRanges)
}

/** Reading on can have found more than the count of the first page had time for. */
function joined(first: Count, { records }: Count): Count {
  return first.isExact ? first : { records: Math.max(first.records, records), isExact: false }
}

/** A page in the middle usually ends close to where it begins. */
const rangeIdsOfPage = 2 ** 16

async function findInRanges(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  { start, limit, bound }: Page & { bound: Bound },
): Promise<Selected | null> {
  const { afterId, offset } =
    'afterId' in start ? { ...start, offset: 0 } : { afterId: 0, offset: start.offset }
  const rangeIds = afterId > 0 ? Math.min(bound.rangeIds, rangeIdsOfPage) : bound.rangeIds
  const rows: SubscriberRow[] = []
  let records = 0
  const { end, ranges } = await inRanges(
    sql,
    target,
    { after: afterId, bound: { ...bound, rangeIds } },
    async (part) => {
      const rest = {
        start: afterId > 0 ? { afterId } : { offset: Math.max(0, offset - records) },
        limit: limit - rows.length,
      }
      const found = await findBoth(sql, part, await matchesOf(sql, part, clauses, rest))
      rows.push(...found.rows)
      records += found.count
      return { isEnough: afterId > 0 && rows.length === limit }
    },
  )
  if (end !== null && ranges === 0) return null
  if (end !== null && rows.length === 0 && offset > 0) throw tooFar(records)
  return {
    rows,
    count: { records, isExact: afterId === 0 && end === null },
    nextAfterId: rows.length === limit ? null : end,
  }
}

/**
 * Count and page by one statement, which counts all that match first: to look for a page alone took minutes where few of
 * a million match.
 */
async function findBoth(
  sql: Transaction,
  target: Target,
  { matches, ...size }: Awaited<ReturnType<typeof matchesOf>>,
): Promise<{ rows: SubscriberRow[]; count: number }> {
  const rows = await withSecondCore(
    sql,
    size,
    () => sql<(SubscriberRow & { count: number })[]>`
      with ${matches}
      select total.count, ${subscriberColumns(sql)}
      from (select coalesce(sum(number), 0)::bigint as count from counted) total
      left join page on true
      left join subscribers s on s.organization_id = ${target.organizationId}
        and s.mailing_list_id = ${target.listId} and s.id = page.id
      order by s.id`,
  )
  return { rows: rows.filter(({ id }) => id !== null), count: rows[0]?.count ?? 0 }
}

function tooFar(records: number): AppError {
  return invalid(
    `page begins behind the first ${records} subscribers of the segment, and no more could be counted in time: follow next_page_token instead`,
  )
}

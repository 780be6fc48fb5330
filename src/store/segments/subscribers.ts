import { invalid, type AppError } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import type { Target } from './known.ts'
import { atOnceOr, inRanges, type Bound } from './counting/in-ranges.ts'
import { estimateSegment, sampleMsMax } from './counting/estimate.ts'
import { countOfStatuses } from '../subscribers/counts.ts'
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
 * Count and page. If counting takes longer than the bound, the count is a lower bound, with an estimate.
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
  const { statuses, ...matches } = await matchesOf(sql, target, clauses, page)
  if (statuses !== null) {
    const records = await countOfStatuses(sql, target, statuses)
    return findPage(sql, target, clauses, { ...page, bound, counted: { records, isExact: true } })
  }
  if (counted !== undefined && matches.subscribers >= largeList)
    return findPage(sql, target, clauses, { ...page, bound, counted })
  const atOnce = async () => {
    const { rows, count: records } = await findBoth(sql, target, matches)
    return { rows, count: { records, isExact: true }, nextAfterId: null }
  }
  const startMs = performance.now()
  const about = async (rest: Bound) => {
    const found = await estimateSegment(sql, target, clauses, {
      timeMs: Math.min(rest.timeMs * sampleShare, sampleMsMax),
    })
    const timeMs = bound.timeMs - (performance.now() - startMs)
    const counted = { records: found?.seen ?? 0, isExact: false, estimate: found?.estimate ?? null }
    return findPage(sql, target, clauses, { ...page, bound: { ...rest, timeMs }, counted })
  }
  return atOnceOr<Selected | null>(sql, { subscribers: matches.subscribers, bound }, atOnce, about)
}

/** The part of the time for an estimate: the page, of which more than a few ranges are seldom read, has the rest. */
const sampleShare = 0.6

/** A page usually ends close to where it begins. */
const rangeIdsOfPage = 2 ** 16

/** @param wanted.counted all, or those of the first page, or of a sample: reading on can find more */
async function findPage(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  { start, limit, bound, counted }: Page & { bound: Bound; counted: Count },
): Promise<Selected | null> {
  const { afterId, offset } =
    'afterId' in start ? { ...start, offset: 0 } : { afterId: 0, offset: start.offset }
  const rangeIds = Math.min(bound.rangeIds, rangeIdsOfPage)
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
      return { isEnough: rows.length === limit }
    },
  )
  if (end !== null && ranges === 0) return null
  if (end !== null && rows.length === 0 && offset > 0) throw tooFar(records)
  const isWhole = afterId === 0 && end === null
  return {
    rows,
    count: isWhole ? { records, isExact: true } : joined(counted, records),
    nextAfterId: rows.length === limit ? null : end,
  }
}

/** Reading on can have found more. */
function joined(counted: Count, records: number): Count {
  return counted.isExact ? counted : { ...counted, records: Math.max(counted.records, records) }
}

/**
 * Count and page by one statement, which counts all that match first: to look for a page alone took minutes where few of
 * a million match.
 */
async function findBoth(
  sql: Transaction,
  target: Target,
  {
    matches,
    subscribers,
    readsRows,
  }: Pick<Awaited<ReturnType<typeof matchesOf>>, 'matches' | 'subscribers' | 'readsRows'>,
): Promise<{ rows: SubscriberRow[]; count: number }> {
  const rows = await withSecondCore(
    sql,
    { subscribers, readsRows },
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

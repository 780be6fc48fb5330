import { invalid, type AppError } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { unlessSlow } from '../../database/driver/statement/time-limit.ts'
import type { Caller } from '../../store/callers.ts'
import { asSent } from '../permission.ts'
import type { Bound } from '../../store/segments/counting/in-ranges.ts'
import { findSegment } from '../../store/segments/rows.ts'
import { findSelected, type Selected } from '../../store/segments/subscribers.ts'
import { countSubscribers } from '../../store/subscribers/counts.ts'
import { findSubscribers, type PageStart } from '../../store/subscribers/rows.ts'

/**
 * A page of a list, or of a segment of it, and how many there are.
 * @param segmentId null: the whole list
 * @param page.counted with the first page of a segment
 * @throws AppError `not_found`; `validation_failed` if it takes too long to find anybody
 */
export async function findListPage(
  sql: Scoped,
  caller: Caller,
  { listId, segmentId }: { listId: number; segmentId: number | null },
  page: { start: PageStart; limit: number; bound: Bound; counted?: Count | undefined },
): Promise<Selected> {
  const { organization_id: organizationId, time_zone: timeZone } = caller
  if (segmentId !== null) {
    const { clauses } = await findSegment(sql, organizationId, segmentId, listId)
    const target = { organizationId, listId, timeZone }
    const found = await sql.begin((sql) =>
      asSent(sql, caller, () => findSelected(sql, target, clauses, page)),
    )
    if (found === null) throw tooLong()
    return found
  }
  const [rows, records] = await Promise.all([
    findRows(sql, { organizationId, listId }, page),
    countSubscribers(sql, organizationId, listId),
  ])
  return { rows, count: { records, isExact: true }, nextAfterId: null }
}

/** Pages so far in have those before them counted, which takes a second for each five million. */
const deepOffset = 1_000_000
const deepMs = 3_000

async function findRows(
  sql: Scoped,
  { organizationId, listId }: { organizationId: number; listId: number },
  page: { start: PageStart; limit: number },
): Promise<Selected['rows']> {
  const isDeep = 'offset' in page.start && page.start.offset >= deepOffset
  if (!isDeep) return findSubscribers(sql, organizationId, listId, page)
  const rows = await sql.begin((sql) =>
    unlessSlow(sql, deepMs, (sql) => findSubscribers(sql, organizationId, listId, page)),
  )
  if (rows === null) throw tooDeep()
  return rows
}

function tooDeep(): AppError {
  return invalid('page is too far in the list to be found in time: follow next_page_token instead')
}

function tooLong(): AppError {
  return invalid(
    'segment_id takes too long to evaluate: use a segment with fewer clauses about lists and messages, or try again later',
  )
}

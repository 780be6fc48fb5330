import { invalid, type AppError } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { Scoped } from '../../database/driver/connection.ts'
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
 * @throws AppError `not_found`; `validation_failed` if counting the segment takes too long to find anybody
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
    findSubscribers(sql, organizationId, listId, page),
    countSubscribers(sql, organizationId, listId),
  ])
  return { rows, count: { records, isExact: true }, nextAfterId: null }
}

function tooLong(): AppError {
  return invalid(
    'segment_id takes too long to evaluate: use a segment with fewer clauses about lists and messages, or try again later',
  )
}

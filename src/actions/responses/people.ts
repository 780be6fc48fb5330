import { notFound } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { countPeople, findPeople, type PeoplePage, type PersonRow } from '../../store/responses/people.ts'
import type { Mailing } from '../../store/responses/rows.ts'
import { findTrackedUrls } from '../../store/responses/visits.ts'

export type FoundPeople = { rows: PersonRow[]; count: Count }

/** @throws AppError `not_found`: the mailing has no such link. */
export async function findPeopleOf(
  sql: Sql,
  organizationId: number,
  mailing: Mailing,
  page: PeoplePage,
): Promise<FoundPeople> {
  const { linkId } = page
  if (linkId !== null && (await findTrackedUrls(sql, organizationId, mailing, [linkId])).size === 0)
    throw notFound('link')
  const rows = await findPeople(sql, organizationId, mailing, page)
  // What fits in one page is counted with it.
  const isWhole = page.afterId === 0 && rows.length < page.limit
  const count = isWhole
    ? { records: rows.length, isExact: true }
    : await countPeople(sql, organizationId, mailing, page)
  return { rows, count }
}

import type { Actor } from '../actions/actor.ts'
import {
  addSegment,
  changeSegment,
  findSavedSegment,
  findSavedSegments,
  findUses,
  previewClauses,
  removeSegment,
} from '../actions/segments.ts'
import { pagingOf, type PageRequest } from '../contract/api/paging.ts'
import {
  createSegment,
  deleteSegment,
  listSegments,
  listSegmentsOfList,
  showSegment,
  updateSegment,
  type SegmentQuery,
  type SegmentRecord,
} from '../contract/segments/endpoints.ts'
import { previewSegment, showSegmentUses } from '../contract/segments/preview.ts'
import { formatInstant } from '../contract/times/zones.ts'
import type { Sql } from '../database/driver/connection.ts'
import type { Caller } from '../store/callers.ts'
import type { SegmentFilter, SegmentRow } from '../store/segments/rows.ts'
import type { Router } from './route/bind.ts'
import { recordPlace } from './route/call.ts'

export function segmentRoutes(route: Router): void {
  route(listSegments, (call) => list(call, filterOf(call.query)))

  route(listSegmentsOfList, (call) =>
    list(call, { ...filterOf(call.query), listId: call.params.mailing_list_id }),
  )

  route(createSegment, async (call) => {
    return present(await addSegment(call.sql, call, call.params.mailing_list_id, call.fields), call)
  })

  route(showSegment, async (call) => present(await findSavedSegment(call.sql, call, recordPlace(call)), call))

  route(updateSegment, async (call) => {
    return present(await changeSegment(call.sql, call, recordPlace(call), call.fields), call)
  })

  route(deleteSegment, async (call) => {
    await removeSegment(call.sql, call, recordPlace(call))
    return { data: null }
  })

  route(previewSegment, async (call) => {
    const { mailing_list_id: listId } = call.params
    const data = await call.whileConnected((signal) =>
      previewClauses(call.sql, call, { listId, signal }, call.fields),
    )
    return { data }
  })

  route(showSegmentUses, async (call) => ({ data: await findUses(call.sql, call, recordPlace(call)) }))
}

async function list(call: Actor & { sql: Sql; page: () => PageRequest }, filter: SegmentFilter) {
  const request = call.page()
  const { rows, count } = await findSavedSegments(call.sql, call, filter, request)
  return { data: rows.map((row) => presentSegment(row, call.caller)), paging: pagingOf(request, count) }
}

function filterOf({ name, name_contains: nameContains, ids }: SegmentQuery): SegmentFilter {
  return { name, nameContains, ids }
}

function present(row: SegmentRow, { caller }: Actor) {
  return { data: presentSegment(row, caller) }
}

function presentSegment(row: SegmentRow, caller: Caller): SegmentRecord {
  return {
    ...row,
    criteria_sql: null,
    criteria_json: JSON.stringify(row.clauses),
    created_at: formatInstant(row.created_at.getTime(), caller.time_zone),
    updated_at: formatInstant(row.updated_at.getTime(), caller.time_zone),
  }
}

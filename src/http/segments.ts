import { badRequest } from '../contract/api/errors.ts'
import { pagingOf } from '../contract/api/paging.ts'
import type { PageRequest, Query } from '../contract/api/paging.ts'
import { readClauses } from '../contract/segments/clauses.ts'
import {
  createSegment,
  deleteSegment,
  listSegments,
  listSegmentsOfList,
  showSegment,
  updateSegment,
} from '../contract/segments/endpoints.ts'
import type { SegmentRecord } from '../contract/segments/endpoints.ts'
import { formatInstant } from '../contract/times/zones.ts'
import type { Sql } from '../database/driver/connection.ts'
import type { Caller } from '../store/callers.ts'
import * as store from '../store/segments/rows.ts'
import type { Router } from './route/bind.ts'

export function segmentRoutes(route: Router): void {
  route(listSegments, ({ sql, caller, query, page }) => list(sql, caller, query, page()))

  route(listSegmentsOfList, async ({ sql, caller, params, query, page }) => {
    await store.requireSegmentList(sql, caller.organization_id, params.mailing_list_id)
    return list(sql, caller, query, page(), params.mailing_list_id)
  })

  route(createSegment, ({ sql: database, caller, params, fields, audit }) =>
    database.begin(async (sql) => {
      const { mailing_list_id: listId } = params
      await store.requireSegmentList(sql, caller.organization_id, listId, { lock: true })
      const { name, clauses: given } = fields()
      const clauses = readClauses('clauses', given)
      const segment = { name, clauses, attribute: 'clauses' }
      const id = await store.insertSegment(sql, caller.organization_id, listId, segment)
      await audit(sql, { kind: 'segment.created', subject_type: 'Segment', subject_id: id })
      return show(sql, caller, id)
    }),
  )

  route(showSegment, async ({ sql, caller, params, aliasListId }) => {
    await requireList(sql, caller, aliasListId)
    return show(sql, caller, params.id, aliasListId)
  })

  changeRoutes(route)
}

function changeRoutes(route: Router): void {
  route(updateSegment, ({ sql: database, caller, params, aliasListId, fields, audit }) =>
    database.begin(async (sql) => {
      await requireList(sql, caller, aliasListId)
      const { id } = await store.findSegment(sql, caller.organization_id, params.id, aliasListId)
      const { name, clauses: given } = fields()
      const clauses = given === undefined ? undefined : readClauses('clauses', given)
      await store.updateSegment(sql, caller.organization_id, id, { name, clauses, attribute: 'clauses' })
      await audit(sql, { kind: 'segment.updated', subject_type: 'Segment', subject_id: id })
      return show(sql, caller, id)
    }),
  )

  route(deleteSegment, ({ sql: database, caller, params, aliasListId, audit }) =>
    database.begin(async (sql) => {
      await requireList(sql, caller, aliasListId)
      const { id } = await store.findSegment(sql, caller.organization_id, params.id, aliasListId)
      await store.deleteSegment(sql, caller.organization_id, id)
      await audit(sql, { kind: 'segment.deleted', subject_type: 'Segment', subject_id: id })
      return { data: null }
    }),
  )
}

/** A segment under a list's path: the list must be there, and must not be a remote one. */
async function requireList(sql: Sql, caller: Caller, listId: number | undefined): Promise<void> {
  if (listId !== undefined) await store.requireSegmentList(sql, caller.organization_id, listId)
}

async function list(sql: Sql, caller: Caller, query: Query, page: PageRequest, listId?: number) {
  const { name, name_contains: nameContains } = query
  if (name !== undefined && nameContains !== undefined) {
    throw badRequest('only one of name and name_contains can be given')
  }
  const filter = {
    ...(listId === undefined ? {} : { listId }),
    ...(name === undefined ? {} : { name }),
    ...(nameContains === undefined ? {} : { nameContains }),
  }
  const { rows, count } = await store.findSegments(sql, caller.organization_id, filter, page)
  return { data: rows.map((row) => present(row, caller)), paging: pagingOf(page, count) }
}

async function show(sql: Sql, caller: Caller, id: number, listId?: number) {
  return { data: present(await store.findSegment(sql, caller.organization_id, id, listId), caller) }
}

function present(row: store.SegmentRow, caller: Caller): SegmentRecord {
  return {
    ...row,
    criteria_json: JSON.stringify(row.clauses),
    created_at: formatInstant(row.created_at.getTime(), caller.time_zone),
    updated_at: formatInstant(row.updated_at.getTime(), caller.time_zone),
  }
}

import type { Estimate } from '../contract/api/figures.ts'
import { explainClauses } from '../contract/segments/sentence.ts'
import { sampleMax, type SegmentUses } from '../contract/segments/preview.ts'
import type { SubscriberRecord } from '../contract/subscribers/endpoints.ts'
import { readClauses } from '../contract/segments/clauses.ts'
import type { SegmentChanges, SegmentInput } from '../contract/segments/endpoints.ts'
import type { PageRequest } from '../contract/api/paging.ts'
import type { Scoped, Sql, Transaction } from '../database/driver/connection.ts'
import {
  deleteSegment,
  describedClauses,
  findSegment,
  findSegments,
  insertSegment,
  requireSegmentList,
  updateSegment,
  type SegmentFilter,
  type SegmentRow,
} from '../store/segments/rows.ts'
import { findFieldRules } from '../store/lists/custom-fields.ts'
import { boundOf } from '../store/segments/counting/in-ranges.ts'
import { findSelected } from '../store/segments/subscribers.ts'
import { findSegmentUses } from '../store/segments/uses.ts'
import { findSubscriberList } from '../store/subscribers/rows.ts'
import type { Actor } from './actor.ts'
import { asSent } from './permission.ts'
import type { RecordPlace } from './place.ts'
import { recordOf } from './subscribers/record.ts'
import { requireVersion } from '../store/resources/version.ts'

export async function findSavedSegments(
  sql: Sql,
  { caller }: Actor,
  filter: SegmentFilter,
  page: PageRequest,
): Promise<{ rows: SegmentRow[]; count: number }> {
  const { organization_id: organizationId } = caller
  if (filter.listId !== undefined) await requireSegmentList(sql, organizationId, filter.listId)
  return findSegments(sql, organizationId, filter, page)
}

export async function findSavedSegment(
  sql: Sql,
  { caller }: Actor,
  { id, listId }: RecordPlace,
): Promise<SegmentRow> {
  const { organization_id: organizationId } = caller
  if (listId !== undefined) await requireSegmentList(sql, organizationId, listId)
  return findSegment(sql, organizationId, id, listId)
}

export function addSegment(
  sql: Scoped,
  actor: Actor,
  listId: number,
  fields: () => SegmentInput,
): Promise<SegmentRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    await requireSegmentList(sql, organizationId, listId, { lock: true })
    const { name, clauses: given } = fields()
    const clauses = readClauses('clauses', given)
    const id = await insertSegment(sql, organizationId, listId, { name, clauses, attribute: 'clauses' })
    await log(sql, actor, 'segment.created', id)
    return findSegment(sql, organizationId, id)
  })
}

export function changeSegment(
  sql: Scoped,
  actor: Actor,
  place: RecordPlace,
  fields: () => SegmentChanges,
): Promise<SegmentRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const { id } = await findSavedSegment(sql, actor, place)
    await requireSegmentVersion(sql, actor, id)
    const { name, clauses: given } = fields()
    const clauses = given === undefined ? undefined : readClauses('clauses', given)
    await updateSegment(sql, organizationId, id, { name, clauses, attribute: 'clauses' })
    await log(sql, actor, 'segment.updated', id)
    return findSegment(sql, organizationId, id)
  })
}

export function removeSegment(sql: Scoped, actor: Actor, place: RecordPlace): Promise<void> {
  return sql.begin(async (sql) => {
    const { id } = await findSavedSegment(sql, actor, place)
    await requireSegmentVersion(sql, actor, id)
    await deleteSegment(sql, actor.caller.organization_id, id)
    await log(sql, actor, 'segment.deleted', id)
  })
}

function requireSegmentVersion(sql: Transaction, actor: Actor, id: number): Promise<void> {
  const subject = { type: 'Segment', id }
  const versioned = { what: 'segment', table: 'segments', row: { id }, subject }
  return requireVersion(sql, actor.caller.organization_id, versioned, actor)
}

const countTimeMs = 5_000

/** `count` null: there was no time to count anybody. */
export type SegmentPreview = {
  count: number | null
  count_is_exact: boolean
  count_estimate: Estimate | null
  sample: SubscriberRecord[]
  explanation: string
}

/** Saves nothing. If `signal` aborts, the statement in progress ends. */
export async function previewClauses(
  sql: Scoped,
  { caller }: Actor,
  { listId, signal }: { listId: number; signal: AbortSignal },
  fields: () => { clauses: unknown[] },
): Promise<SegmentPreview> {
  const { organization_id: organizationId, time_zone: zone } = caller
  const target = { organizationId, listId, timeZone: zone }
  // Ends before the count begins: it locks the lists that the clauses name.
  const read = await sql.begin(async (sql) => {
    await requireSegmentList(sql, organizationId, listId)
    const list = await findSubscriberList(sql, organizationId, listId)
    const rules = { list, fields: await findFieldRules(sql, organizationId, listId), zone }
    const given = readClauses('clauses', fields().clauses)
    return { rules, ...(await describedClauses(sql, { organizationId, listId }, 'clauses', given)) }
  })
  return sql.beginUntil(
    signal,
    async (sql) => {
      const sampled = { start: { afterId: 0 }, limit: sampleMax, bound: boundOf(countTimeMs) }
      // What the clauses themselves name was found above; segments that they name can name more.
      const found = await asSent(sql, caller, () => findSelected(sql, target, read.clauses, sampled))
      return {
        count: found?.count.records ?? null,
        count_is_exact: found?.count.isExact ?? false,
        count_estimate: found?.count.estimate ?? null,
        sample: found?.rows.map((row) => recordOf(row, read.rules)) ?? [],
        explanation: explainClauses(read.named),
      }
    },
    'read only',
  )
}

export async function findUses(sql: Sql, actor: Actor, place: RecordPlace): Promise<SegmentUses> {
  const { id } = await findSavedSegment(sql, actor, place)
  return findSegmentUses(sql, actor.caller.organization_id, id)
}

function log(sql: Transaction, { audit }: Actor, kind: string, id: number): Promise<void> {
  return audit(sql, { kind, subject_type: 'Segment', subject_id: id })
}

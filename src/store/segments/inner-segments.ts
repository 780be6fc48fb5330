import { invalid } from '../../contract/api/errors.ts'
import {
  activityClausesMax,
  clausesMax,
  listClausesMax,
  type Clause,
} from '../../contract/segments/clauses.ts'
import {
  countActivityClauses,
  countListClauses,
  leavesOf,
  referencesOf,
} from '../../contract/segments/tree.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { segmentDepthMax } from './known.ts'
import type { SegmentPlace } from './references.ts'

// A segment may name other segments of its list. What they say counts as if it was written in the segment itself.

type Segments = ReadonlyMap<number, { name: string; clauses: readonly Clause[] }>

/** The first half of the advisory lock's key; the second is the organization. */
const segmentsLock = 20_049

/** No constraint can ensure that segments do not name each other in a circle. */
export async function lockSegments(sql: Transaction, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${segmentsLock}::integer, ${organizationId}::integer)`
}

async function findSegmentsOfList(sql: Sql, { organizationId, listId }: SegmentPlace): Promise<Segments> {
  const rows = await sql<{ id: number; name: string; clauses: Clause[] }[]>`
    select id, name, clauses from segments
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and name is not null`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** @throws AppError `validation_failed` if the clauses are too many, together with those of the segments they name. */
export async function checkSize(
  sql: Sql,
  place: SegmentPlace,
  attribute: string,
  clauses: readonly Clause[],
): Promise<void> {
  const isAlone = referencesOf(clauses, 'segment').length === 0
  const segments: Segments = isAlone ? new Map() : await findSegmentsOfList(sql, place)
  const problem = problemOf(segments, attribute, clauses)
  if (problem !== null) throw invalid(problem)
}

/**
 * Call it with the segments locked, see `lockSegments`.
 * @throws AppError `validation_failed` if the segment would contain itself, or if one that names it would be too large.
 */
export async function checkUses(
  sql: Transaction,
  place: SegmentPlace,
  id: number,
  clauses: readonly Clause[],
): Promise<void> {
  const before = await findSegmentsOfList(sql, place)
  const segments = new Map(before).set(id, { name: before.get(id)?.name ?? '', clauses })
  const inner = innerOf(segments, clauses)
  if (inner.ids.has(id)) {
    throw invalid('clauses name a segment that selects by this segment: segments cannot contain each other')
  }
  for (const [user, segment] of before) {
    if (user === id || !innerOf(before, segment.clauses).ids.has(id)) continue
    const problem = problemOf(segments, `then the clauses of the segment “${segment.name}”`, segment.clauses)
    if (problem !== null) throw invalid(problem)
  }
}

/** All segments that the clauses name, directly or not, and the levels between. Ends in circles, too. */
function innerOf(segments: Segments, clauses: readonly Clause[]): { ids: Set<number>; depth: number } {
  const ids = new Set<number>()
  let depth = 0
  let next = referencesOf(clauses, 'segment').map(({ id }) => id)
  while (next.length > 0 && depth <= segments.size) {
    depth += 1
    for (const id of next) ids.add(id)
    next = next.flatMap((id) => referencesOf(segments.get(id)?.clauses ?? [], 'segment').map((one) => one.id))
    next = [...new Set(next)]
  }
  return { ids, depth }
}

function problemOf(segments: Segments, attribute: string, clauses: readonly Clause[]): string | null {
  const { ids, depth } = innerOf(segments, clauses)
  const all = [...clauses, ...[...ids].flatMap((id) => segments.get(id)?.clauses ?? [])]
  const lists = countListClauses(all)
  if (lists > listClausesMax) {
    return `${attribute} have ${lists} different clauses about mailing lists and suppression lists: at most ${listClausesMax} are possible`
  }
  const activity = countActivityClauses(all)
  if (activity > activityClausesMax) {
    return `${attribute} have ${activity} different clauses about messages, imports and consent: at most ${activityClausesMax} are possible`
  }
  if (depth > segmentDepthMax) {
    return `${attribute} name segments in segments, ${depth} levels deep: at most ${segmentDepthMax} are possible`
  }
  const count = leavesOf(all).length
  return count > clausesMax
    ? `${attribute} have ${count} clauses with those of the segments that they name: at most ${clausesMax} are possible`
    : null
}

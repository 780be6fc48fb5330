import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Clause, NewClause } from '../../contract/segments/clauses.ts'
import { mergeClauses } from '../../contract/segments/tree.ts'
import { explainClauses } from '../../contract/segments/sentence.ts'
import { describeClauses } from '../../contract/segments/words.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { isBreachOf } from '../../database/sqlstate.ts'
import { checkSize, checkUses, lockSegments } from './inner-segments.ts'
import { namesRecord } from '../conditions/segments-naming.ts'
import { clausesNaming } from '../conditions/clauses-naming.ts'
import { resolveClauses, withIds, type SegmentPlace } from './references.ts'
import { unfinishedExports } from './uses.ts'
import { nextVersion } from '../server/next-version.ts'

export type SegmentRow = {
  id: number
  mailing_list_id: number
  name: string
  description: string
  clauses: Clause[]
  created_at: Date
  updated_at: Date
}

export type SegmentFilter = {
  listId?: number | undefined
  name?: string | undefined
  nameContains?: string | undefined
  ids?: readonly number[] | undefined
}

/** `lock`: the list cannot be deleted. @throws AppError `validation_failed` for a remote list. */
export async function requireSegmentList(
  sql: Sql,
  organizationId: number,
  listId: number,
  options: { lock: boolean } = { lock: false },
): Promise<void> {
  const [row] = await sql<{ is_remote_list: boolean }[]>`
    select is_remote_list from mailing_lists
    where organization_id = ${organizationId} and id = ${listId}::bigint and deleted_at is null
    ${options.lock ? sql`for key share` : sql``}`
  if (row === undefined) throw notFound('mailing list')
  if (row.is_remote_list) throw invalid('segments are not available on remote lists')
}

/** Of clauses and their description `of` a row: a caller of some lists is not told the names of others. */
export function describedTo(sql: Sql, of: string) {
  return sql`
    case when scope_lists() is null or not exists (
      select from jsonb_path_query(${sql(of)}.clauses, '$.**.mailing_list.id') named
      where named::integer <> all(scope_lists())) then ${sql(of)}.description else '' end`
}

function columns(sql: Sql) {
  return sql`g.id, g.mailing_list_id, g.name, ${describedTo(sql, 'g')} as description, g.clauses, g.created_at, g.updated_at`
}

function saved(sql: Sql, organizationId: number, { listId, name, nameContains, ids }: SegmentFilter) {
  return sql`
    from segments g
    join mailing_lists l on l.organization_id = g.organization_id and l.id = g.mailing_list_id
    where g.organization_id = ${organizationId} and g.name is not null and l.deleted_at is null
      ${listId === undefined ? sql`` : sql`and g.mailing_list_id = ${listId}::bigint`}
      ${name === undefined ? sql`` : sql`and lower(g.name) = lower(${name})`}
      ${nameContains === undefined ? sql`` : sql`and strpos(lower(g.name), lower(${nameContains})) > 0`}
      ${ids === undefined ? sql`` : sql`and g.id = any(${ids}::bigint[])`}`
}

export async function findSegments(
  sql: Sql,
  organizationId: number,
  filter: SegmentFilter,
  page: PageRequest,
): Promise<{ rows: SegmentRow[]; count: number }> {
  const from = saved(sql, organizationId, filter)
  const [rows, [counted]] = await Promise.all([
    sql<SegmentRow[]>`
      select ${columns(sql)} ${from} order by g.id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) ${from}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

export async function findSegment(
  sql: Sql,
  organizationId: number,
  id: number,
  listId?: number,
): Promise<SegmentRow> {
  const [row] = await sql<SegmentRow[]>`
    select ${columns(sql)} ${saved(sql, organizationId, listId === undefined ? {} : { listId })}
      and g.id = ${id}::bigint`
  if (row === undefined) throw notFound('segment')
  return row
}

export async function insertSegment(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { name, clauses, attribute }: { name: string | null; clauses: NewClause[]; attribute: string },
): Promise<number> {
  const values = withSentence(
    await describedClauses(sql, { organizationId, listId }, attribute, clauses),
    name,
  )
  return explainName(async () => {
    const [row] = await sql<{ id: number }[]>`
      insert into segments (organization_id, mailing_list_id, name, description, clauses)
      values (${organizationId}, ${listId}, ${name}, ${values.description}, ${sql.json(values.clauses)})
      returning id`
    if (row === undefined) throw new Error('insert returned no row')
    return row.id
  })
}

export async function updateSegment(
  sql: Transaction,
  organizationId: number,
  id: number,
  {
    name,
    clauses,
    attribute,
  }: { name?: string | undefined; clauses?: NewClause[] | undefined; attribute: string },
): Promise<void> {
  const values =
    clauses === undefined ? null : await changedClauses(sql, organizationId, id, { attribute, clauses })
  await explainName(
    () => sql`
      update segments set name = coalesce(${name ?? null}, name), updated_at = ${nextVersion(sql)}
        ${values === null ? sql`` : sql`, description = ${values.description}, clauses = ${sql.json(values.clauses)}`}
      where organization_id = ${organizationId} and id = ${id}`,
  )
}

async function changedClauses(
  sql: Transaction,
  organizationId: number,
  id: number,
  { attribute, clauses }: { attribute: string; clauses: NewClause[] },
) {
  const [segment] = await sql<{ mailing_list_id: number; name: string | null }[]>`
    select mailing_list_id, name from segments where organization_id = ${organizationId} and id = ${id}`
  if (segment === undefined) throw notFound('segment')
  const place = { organizationId, listId: segment.mailing_list_id }
  await lockSegments(sql, organizationId)
  const values = withSentence(await describedClauses(sql, place, attribute, clauses), segment.name)
  await checkUses(sql, place, id, values.clauses)
  return values
}

/** Clauses without a name are shown within a sentence. */
function withSentence(values: Awaited<ReturnType<typeof describedClauses>>, name: string | null) {
  return name === null ? { ...values, description: explainClauses(values.named) } : values
}

/** @throws AppError `validation_failed`: unknown records, or too many clauses about lists, messages, imports or consent. */
export async function describedClauses(
  sql: Transaction,
  place: SegmentPlace,
  attribute: string,
  clauses: NewClause[],
) {
  const resolved = await resolveClauses(sql, place, attribute, clauses)
  if (resolved.problems.length > 0) throw invalid(resolved.problems.join(', '))
  const merged = mergeClauses(resolved.clauses)
  const withoutNames = merged.map(withIds)
  await checkSize(sql, place, attribute, withoutNames)
  return { description: describeClauses(merged), clauses: withoutNames, named: merged }
}

/** It cannot be deleted until the transaction ends. @throws AppError `validation_failed` unless the list has it. */
export async function lockSegment(
  sql: Transaction,
  organizationId: number,
  listId: number,
  id: number,
): Promise<{ id: number; name: string }> {
  const [row] = await sql<{ id: number; name: string }[]>`
    select id, name from segments
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = ${id}
      and name is not null for key share`
  if (row === undefined) throw invalid('segment_id is not a segment of the mailing list')
  return row
}

/**
 * References lock the segment's row, so no new use can begin. Ended campaigns and exports lose their reference.
 * @throws AppError `validation_failed` with the campaigns, templates, autoresponders and exports that use it.
 */
export async function deleteSegment(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await sql`select 1 from segments where organization_id = ${organizationId} and id = ${id} for update`
  const dependencies = await sql<{ type: string; id: number }[]>`
    select case when template then 'Template' else 'Campaign' end as type, id from campaigns
    where organization_id = ${organizationId} and segmentation_criteria_id = ${id} and finished_at is null
    union all
    select distinct 'Autoresponder', coalesce(sequence_id, id) from autoresponders
    where organization_id = ${organizationId} and segmentation_criteria_id = ${id}
    union all
    select 'SubscriberExport', e.id ${unfinishedExports(sql, organizationId, id)}
    union all
    select 'Segment', g.id from segments g where ${namesRecord(sql, organizationId, 'segment', id)}
    union all
    ${clausesNaming(sql, organizationId, 'segment', id)}
    order by type desc, id`
  if (dependencies.length > 0) {
    const message = 'segment cannot be deleted while it is in use'
    throw new AppError('validation_failed', message, { data: { dependencies } })
  }
  await sql`
    update campaigns set segmentation_criteria_id = null
    where organization_id = ${organizationId} and segmentation_criteria_id = ${id}`
  await sql`
    update subscriber_exports set segment_id = null
    where organization_id = ${organizationId} and segment_id = ${id}`
  await sql`delete from segments where organization_id = ${organizationId} and id = ${id}`
}

async function explainName<Result>(write: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isBreachOf(error, 'segments_name') ? invalid('name has already been taken') : error
  }
}

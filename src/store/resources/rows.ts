import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Selection } from '../../contract/resources/endpoints.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { codeOf, isBreachOf, sqlState } from '../../database/sqlstate.ts'

export type ResourceRow = { id: number | string }

export type Resource<Input, Changes, Row extends ResourceRow = ResourceRow> = {
  what: string
  subject: string
  /** Its table has an `updated_at`, see `requireVersion`. */
  versioned?: true
  table: string
  id: (sql: Sql) => Fragment
  /** A select of the attributes of all records of an organization, with `id`. */
  rows: (sql: Sql, organizationId: number) => Fragment<Row[]>
  byId: (sql: Sql) => Fragment
  unique: { attribute: string; index: string }
  insert: (sql: Transaction, organizationId: number, input: Input) => Promise<number | string>
  update: (sql: Transaction, organizationId: number, row: ResourceRow, changes: Changes) => Promise<void>
  /** A select of `type` and `id` of the records that use it, without those of deleted mailing lists. */
  users: (sql: Sql, organizationId: number, row: ResourceRow) => Fragment
  /** Removes the references of deleted mailing lists, and deletes what belongs to the record. */
  release: (sql: Transaction, organizationId: number, row: ResourceRow) => Promise<void>
}

type Kind = Resource<never, never>

export async function requireOrganization(sql: Sql, organizationId: number): Promise<void> {
  const [row] = await sql`select 1 from organizations where id = ${organizationId} and deleted_at is null`
  if (row === undefined) throw notFound('organization')
}

export async function findResources<Row extends ResourceRow>(
  sql: Sql,
  organizationId: number,
  { rows, byId }: Pick<Resource<never, never, Row>, 'rows' | 'byId'>,
  { conditions, orderBy, page }: Selection & { page: PageRequest },
): Promise<{ rows: Row[]; count: number }> {
  const matching = conditions.reduce(
    (all, { attribute, contains, text }) =>
      contains
        ? sql`${all} and strpos(lower(${sql(attribute)}), lower(${text})) > 0`
        : sql`${all} and lower(${sql(attribute)}) = lower(${text})`,
    sql`(${rows(sql, organizationId)}) r where true`,
  )
  const order = orderBy === 'id' ? byId(sql) : sql`lower(${sql(orderBy)}), ${byId(sql)}`
  const [found, [counted]] = await Promise.all([
    sql<Row[]>`
      select * from ${matching} order by ${order} limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from ${matching}`,
  ])
  return { rows: found, count: counted?.count ?? 0 }
}

/** @param id as in the path; invalid ids are not found. @throws AppError `not_found`. */
export async function findResource<Row extends ResourceRow>(
  sql: Sql,
  organizationId: number,
  { rows, what }: Pick<Resource<never, never, Row>, 'rows' | 'what'>,
  id: number | string,
): Promise<Row> {
  const [row] = await sql<Row[]>`
    select * from (${rows(sql, organizationId)}) r where id::text = ${String(id)}`
  if (row === undefined) throw notFound(what)
  return row
}

export async function insertResource<Input, Row extends ResourceRow>(
  sql: Transaction,
  organizationId: number,
  resource: Resource<Input, never, Row>,
  input: Input,
): Promise<Row> {
  const id = await explainTaken(resource, () => resource.insert(sql, organizationId, input))
  return findResource(sql, organizationId, resource, id)
}

export async function updateResource<Changes, Row extends ResourceRow>(
  sql: Transaction,
  organizationId: number,
  resource: Resource<never, Changes, Row>,
  { row, changes }: { row: ResourceRow; changes: Changes },
): Promise<Row> {
  await lockResource(sql, organizationId, resource, row)
  await explainTaken(resource, () => resource.update(sql, organizationId, row, changes))
  return findResource(sql, organizationId, resource, row.id)
}

/** References lock the record's row, so no new use can begin. @throws AppError `validation_failed` while in use. */
export async function deleteResource<Row extends ResourceRow>(
  sql: Transaction,
  organizationId: number,
  resource: Resource<never, never, Row>,
  row: ResourceRow,
): Promise<void> {
  const { what, table, id } = resource
  await lockResource(sql, organizationId, resource, row)
  const dependencies = await sql<{ type: string; id: number }[]>`
    select type, id::bigint as id from (${resource.users(sql, organizationId, row)}) users order by type, id`
  const inUse = `${what} cannot be deleted while it is in use`
  if (dependencies.length > 0) throw new AppError('validation_failed', inUse, { data: { dependencies } })
  await resource.release(sql, organizationId, row)
  try {
    await sql`delete from ${sql(table)} where organization_id = ${organizationId} and ${id(sql)} = ${row.id}`
  } catch (error) {
    throw isViolation(error, 'foreign_key') ? invalid(inUse) : error
  }
}

/** The default route is shown but has no row, and cannot be changed. */
async function lockResource(
  sql: Transaction,
  organizationId: number,
  { what, table, id }: Pick<Kind, 'what' | 'table' | 'id'>,
  row: ResourceRow,
): Promise<void> {
  if (row.id === 0) throw invalid(`${what} cannot be changed`)
  const [held] = await sql`
    select 1 from ${sql(table)} where organization_id = ${organizationId} and ${id(sql)} = ${row.id} for update`
  if (held === undefined) throw notFound(what)
}

async function explainTaken<Result>(
  { unique }: Pick<Kind, 'unique'>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isViolation(error, unique.index) ? invalid(`${unique.attribute} has already been taken`) : error
  }
}

/** @param constraint its name, or `foreign_key` for any of that kind. */
function isViolation(error: unknown, constraint: string): boolean {
  return constraint === 'foreign_key'
    ? codeOf(error) === sqlState.foreignKeyViolation
    : isBreachOf(error, constraint)
}

type Columns = Record<string, string | number | boolean | Uint8Array | null | undefined>

export async function setColumns(
  sql: Sql,
  organizationId: number,
  { table, id }: Pick<Kind, 'table' | 'id'>,
  { row, columns }: { row: ResourceRow; columns: Columns },
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
  if (Object.keys(given).length === 0) return
  await sql`
    update ${sql(table)} set ${sql(given)}
    where organization_id = ${organizationId} and ${id(sql)} = ${row.id}`
}

/** @returns the id of the new row. Undefined values use the column's default. */
export async function insertColumns(
  sql: Sql,
  organizationId: number,
  table: string,
  columns: Columns,
): Promise<number> {
  const given = Object.fromEntries(
    Object.entries({ organization_id: organizationId, ...columns }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  )
  const [row] = await sql<{ id: number }[]>`insert into ${sql(table)} ${sql(given)} returning id`
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

export function senders(
  sql: Sql,
  organizationId: number,
  column: 'virtual_mta_id' | 'url_domain_id',
  { id }: ResourceRow,
): Fragment {
  return sql`
    select 'MailingList' as type, id from mailing_lists
    where organization_id = ${organizationId} and ${sql(`d_${column}`)} = ${id} and deleted_at is null
    union all
    select 'Autoresponder', a.id from autoresponders a
    join mailing_lists l on l.organization_id = a.organization_id and l.id = a.mailing_list_id
    where a.organization_id = ${organizationId} and a.${sql(column)} = ${id} and l.deleted_at is null
    union all
    select case when c.template then 'Template' else 'Campaign' end, c.id from campaigns c
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.${sql(column)} = ${id} and c.finished_at is null
      and l.deleted_at is null
    union all
    select 'MessageStream', id from message_streams where organization_id = ${organizationId} and ${sql(column)} = ${id}`
}

/** References of deleted mailing lists, their parts, and ended campaigns do not prevent a delete. */
export async function releaseFromDeletedLists(
  sql: Transaction,
  organizationId: number,
  column: 'virtual_mta_id' | 'url_domain_id',
  row: ResourceRow,
): Promise<void> {
  const ofLists = sql(`d_${column}`)
  await sql`
    update mailing_lists set ${ofLists} = null
    where organization_id = ${organizationId} and deleted_at is not null and ${ofLists} = ${row.id}`
  await sql`
    update autoresponders a set ${sql(column)} = null
    from mailing_lists l
    where a.organization_id = ${organizationId} and a.${sql(column)} = ${row.id}
      and l.organization_id = a.organization_id and l.id = a.mailing_list_id and l.deleted_at is not null`
  await sql`
    update campaigns c set ${sql(column)} = null
    from mailing_lists l
    where c.organization_id = ${organizationId} and c.${sql(column)} = ${row.id}
      and l.organization_id = c.organization_id and l.id = c.mailing_list_id
      and (l.deleted_at is not null or c.finished_at is not null)`
}

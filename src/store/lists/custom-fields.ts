import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { FieldDefinition } from '../../contract/lists/field-definition.ts'
import type { FieldRules } from '../../contract/lists/field-values.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { listColumns, requireLocal, type LocalList, type SubscriberList } from '../subscribers/rows.ts'
import { replaceOptions } from './custom-field-options.ts'
import { findFieldDependencies } from './field-uses.ts'

export type CustomFieldRow = Omit<FieldDefinition, 'options'> & {
  id: number
  mailing_list_id: number | null
  options: { id: number; index: number; name: string }[]
  deleted_at: Date | null
}

type Scope = { listId: number | null; deleted: boolean }

function columns(sql: Sql, organizationId: number) {
  return sql`
    f.id, f.mailing_list_id, f.name, f.field_type, f.required, f.instructions, f.default_string,
    f.minimum_length, f.maximum_length, f.number_of_rows, f.interpolation_html_encode,
    f.interpolation_url_encode, f.default_integer, f.default_decimal::float8 as default_decimal, ${bounds(sql)}, f.default_boolean,
    f.deleted_at, (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'index', o.position, 'name', o.name) order by o.position),
        '[]')
      from custom_field_options o
      where o.organization_id = ${organizationId} and o.custom_field_id = f.id) as options`
}

/** Of the field `f`: bigint for whole numbers, numeric for decimal ones, whose 15 digits a double keeps. */
export function bounds(sql: Sql) {
  return sql`
    coalesce(f.minimum_value::float8, f.minimum_decimal::float8) as minimum_value,
    coalesce(f.maximum_value::float8, f.maximum_decimal::float8) as maximum_value`
}

export async function findCustomFields(
  sql: Sql,
  organizationId: number,
  scope: Scope,
  page: PageRequest,
): Promise<{ rows: CustomFieldRow[]; count: number }> {
  const matches = sql`
    f.organization_id = ${organizationId}
    and (f.mailing_list_id is null ${scope.listId === null ? sql`` : sql`or f.mailing_list_id = ${scope.listId}`})
    and f.deleted_at is ${scope.deleted ? sql`not null` : sql`null`}`
  const [rows, [counted]] = await Promise.all([
    sql<CustomFieldRow[]>`
      select ${columns(sql, organizationId)} from custom_fields f where ${matches}
      order by coalesce(f.place, f.id) limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from custom_fields f where ${matches}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** Limits the look-up to `listId`'s own and the global fields. @throws AppError `not_found`. */
export async function findCustomField(
  sql: Sql,
  organizationId: number,
  id: number,
  listId?: number,
): Promise<CustomFieldRow> {
  const [row] = await sql<CustomFieldRow[]>`
    select ${columns(sql, organizationId)}
    from custom_fields f
    left join mailing_lists l on l.organization_id = f.organization_id and l.id = f.mailing_list_id
    where f.organization_id = ${organizationId} and f.id = ${id}::bigint and f.deleted_at is null and l.deleted_at is null
      ${listId === undefined ? sql`` : sql`and (f.mailing_list_id is null or f.mailing_list_id = ${listId})`}`
  if (row === undefined) throw notFound('custom field')
  return row
}

export async function findFieldRules(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<FieldRules[]> {
  return sql<FieldRules[]>`${fieldRules(sql, organizationId, listId)}`
}

/** A statement. */
export function fieldRules(sql: Sql, organizationId: number, listId: number): Fragment {
  return sql`
    select f.id, f.name, f.field_type, f.required, f.minimum_length, f.maximum_length, ${bounds(sql)},
      coalesce((
        select jsonb_agg(o.name order by o.position) from custom_field_options o
        where o.organization_id = ${organizationId} and o.custom_field_id = f.id), '[]') as options,
      f.number_of_rows, case f.field_type
        when 'number' then coalesce(f.default_integer::text, '')
        when 'decimal' then coalesce(f.default_decimal::text, '')
        when 'text' then f.default_string
        when 'text_multiline' then f.default_string
        else '' end as default_value
    ${fieldsOfList(sql, organizationId, listId)}`
}

export type FieldNames = Pick<FieldRules, 'id' | 'name' | 'field_type'>

/** With what a record of its people says of their fields. @throws AppError as `findSubscriberList`. */
export async function findListWithFields(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<{ list: SubscriberList; fields: FieldNames[] }> {
  const [row] = await sql<(LocalList & { fields: FieldNames[] })[]>`
    select ${listColumns(sql, organizationId)}, (
      select coalesce(jsonb_agg(f), '[]') from (
        select f.id, f.name, f.field_type ${fieldsOfList(sql, organizationId, listId)}) f) as fields
    from mailing_lists l
    where l.organization_id = ${organizationId} and l.id = ${listId}::bigint and l.deleted_at is null`
  const { fields, ...list } = requireLocal(row)
  return { list, fields }
}

/** In their order. */
function fieldsOfList(sql: Sql, organizationId: number, listId: number): Fragment {
  return sql`
    from custom_fields f
    where f.organization_id = ${organizationId} and f.deleted_at is null
      and (f.mailing_list_id is null or f.mailing_list_id = ${listId})
    order by coalesce(f.place, f.id)`
}

/** The first half of the advisory lock's key; the second is the organization. */
const customFieldsLock = 20_001

/** No constraint can ensure that a list's field repeats no global name, or that a field in use is not deleted. */
export async function lockCustomFields(sql: Transaction, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${customFieldsLock}::integer, ${organizationId}::integer)`
}

const attributes = [
  'name',
  'field_type',
  'required',
  'instructions',
  'default_string',
  'minimum_length',
  'maximum_length',
  'number_of_rows',
  'interpolation_html_encode',
  'interpolation_url_encode',
  'default_integer',
  'default_decimal',
  'minimum_value',
  'maximum_value',
  'minimum_decimal',
  'maximum_decimal',
  'default_boolean',
] as const

/** As it is stored: the bounds of a decimal field in columns of their own. */
function storedOf(definition: FieldDefinition) {
  const { minimum_value: minimum, maximum_value: maximum } = definition
  const isWhole = definition.field_type === 'number'
  return {
    ...definition,
    minimum_value: isWhole ? minimum : null,
    maximum_value: isWhole ? maximum : null,
    minimum_decimal: isWhole ? null : minimum,
    maximum_decimal: isWhole ? null : maximum,
  }
}

/** @param listId null: a global field. @throws AppError `validation_failed` if the name is taken. */
export async function insertCustomField(
  sql: Transaction,
  organizationId: number,
  listId: number | null,
  definition: FieldDefinition,
): Promise<number> {
  await lockCustomFields(sql, organizationId)
  await requireFreeName(sql, organizationId, { id: 0, listId, name: definition.name })
  const field = { organization_id: organizationId, mailing_list_id: listId, ...storedOf(definition) }
  const [row] = await sql<{ id: number }[]>`
    insert into custom_fields ${sql(field, 'organization_id', 'mailing_list_id', ...attributes)}
    returning id`
  if (row === undefined) throw new Error('insert returned no row')
  await replaceOptions(sql, organizationId, row.id, definition.options)
  return row.id
}

/** Call it after `lockCustomFields`. @throws AppError `validation_failed`. */
export async function updateCustomField(
  sql: Transaction,
  organizationId: number,
  field: Pick<CustomFieldRow, 'id' | 'mailing_list_id'>,
  definition: FieldDefinition,
): Promise<void> {
  const { id, mailing_list_id: listId } = field
  await requireFreeName(sql, organizationId, { id, listId, name: definition.name })
  if (!definition.required && (await isPrimaryKey(sql, organizationId, id))) {
    throw invalid('required cannot be false while the field is the primary key of a mailing list')
  }
  await sql`
    update custom_fields set ${sql(storedOf(definition), ...attributes)}
    where organization_id = ${organizationId} and id = ${id}`
  await replaceOptions(sql, organizationId, id, definition.options)
}

export async function promoteCustomField(
  sql: Transaction,
  organizationId: number,
  id: number,
): Promise<CustomFieldRow> {
  await lockCustomFields(sql, organizationId)
  const field = await findCustomField(sql, organizationId, id)
  if (field.mailing_list_id === null) throw invalid('custom_field_id is already a global field')
  await requireFreeName(sql, organizationId, { id, listId: null, name: field.name })
  await sql`
    update custom_fields set mailing_list_id = null where organization_id = ${organizationId} and id = ${id}`
  return { ...field, mailing_list_id: null }
}

/** Its values stay stored. Lock first, see `lockCustomFields`. @throws AppError `validation_failed` while in use. */
export async function deleteCustomField(
  sql: Transaction,
  organizationId: number,
  field: CustomFieldRow,
): Promise<void> {
  const dependencies = await findFieldDependencies(sql, organizationId, field)
  if (dependencies.length > 0) {
    throw new AppError('validation_failed', 'custom field cannot be deleted while it is in use', {
      data: { dependencies },
    })
  }
  await sql`
    update custom_fields set deleted_at = now() where organization_id = ${organizationId} and id = ${field.id}`
}

/** A global name must differ from the fields of all lists, and a list's field from all global names. */
async function requireFreeName(
  sql: Sql,
  organizationId: number,
  field: { id: number; listId: number | null; name: string },
): Promise<void> {
  const [taken] = await sql`
    select 1
    from custom_fields f
    left join mailing_lists l on l.organization_id = f.organization_id and l.id = f.mailing_list_id
    where f.organization_id = ${organizationId} and f.deleted_at is null and l.deleted_at is null
      and lower(f.name) = lower(${field.name}) and f.id <> ${field.id}
      ${field.listId === null ? sql`` : sql`and (f.mailing_list_id is null or f.mailing_list_id = ${field.listId})`}`
  if (taken !== undefined) throw invalid('name has already been taken')
}

async function isPrimaryKey(sql: Sql, organizationId: number, id: number): Promise<boolean> {
  const [row] = await sql`
    select 1 from mailing_lists
    where organization_id = ${organizationId} and primary_key_custom_field_id = ${id} and deleted_at is null`
  return row !== undefined
}

import { invalid, notFound } from '../../contract/api/errors.ts'
import type { ListRules } from '../../contract/imports/plan.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findFieldRules } from './custom-fields.ts'

type ListRow = Omit<ListRules, 'fields'> & { is_remote_list: boolean }

type Use = 'imports' | 'exports'

async function findListRow(
  sql: Sql,
  organizationId: number,
  listId: number,
  use: Use = 'imports',
): Promise<ListRow> {
  const [list] = await sql<ListRow[]>`
    select has_format, has_confirmed, is_remote_list, primary_key_custom_field_id
    from mailing_lists
    where organization_id = ${organizationId} and id = ${listId} and deleted_at is null`
  if (list === undefined) throw notFound('mailing list')
  if (list.is_remote_list) throw invalid(`subscriber ${use} are not available on remote lists`)
  return list
}

/** @throws AppError `not_found`; `validation_failed` for a remote list. */
export async function checkListTakesImports(sql: Sql, organizationId: number, listId: number): Promise<void> {
  await findListRow(sql, organizationId, listId)
}

export async function findListRules(sql: Sql, organizationId: number, listId: number): Promise<ListRules> {
  const { has_format, has_confirmed, primary_key_custom_field_id } = await findListRow(
    sql,
    organizationId,
    listId,
  )
  const fields = await findFieldRules(sql, organizationId, listId)
  return { has_format, has_confirmed, primary_key_custom_field_id, fields }
}

/** @throws AppError `not_found`; `validation_failed` for a remote list. */
export async function findExportedList(sql: Sql, organizationId: number, listId: number): Promise<ListRules> {
  const { is_remote_list: _, ...list } = await findListRow(sql, organizationId, listId, 'exports')
  return { ...list, fields: await findFieldRules(sql, organizationId, listId) }
}

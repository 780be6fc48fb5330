import * as contract from '../../contract/lists/custom-fields.ts'
import type { CustomField } from '../../contract/lists/custom-fields.ts'
import { changedDefinition, newDefinition, typeAttributes } from '../../contract/lists/field-definition.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import * as store from '../../store/lists/custom-fields.ts'
import type { CustomFieldRow } from '../../store/lists/custom-fields.ts'
import { findMailingList } from '../../store/lists/rows.ts'
import type { Router } from '../route/bind.ts'

export function customFieldRoutes(route: Router): void {
  readRoutes(route)
  createRoutes(route)

  route(contract.updateCustomField, ({ sql, caller, params, aliasListId, fields }) =>
    sql.begin(async (sql) => {
      await store.lockCustomFields(sql, caller.organization_id)
      const field = await find(sql, caller, params.id, aliasListId)
      const current = { ...field, options: field.options.map((option) => option.name) }
      await store.updateCustomField(sql, caller.organization_id, field, changedDefinition(current, fields()))
      return { data: present(await find(sql, caller, field.id)) }
    }),
  )

  route(contract.deleteCustomField, ({ sql, caller, params, aliasListId, audit }) =>
    sql.begin(async (sql) => {
      await store.lockCustomFields(sql, caller.organization_id)
      const field = await find(sql, caller, params.id, aliasListId)
      await store.deleteCustomField(sql, caller.organization_id, field)
      await audit(sql, { kind: 'custom_field.deleted', subject_type: 'CustomField', subject_id: field.id })
      return { data: null }
    }),
  )

  route(contract.promoteCustomField, ({ sql, caller, fields }) =>
    sql.begin(async (sql) => {
      const id = fields().custom_field_id
      return { data: present(await store.promoteCustomField(sql, caller.organization_id, id)) }
    }),
  )
}

function readRoutes(route: Router): void {
  route(contract.listCustomFields, async ({ sql, caller, params, page }) => {
    const list = await findMailingList(sql, caller.organization_id, params.mailing_list_id)
    const { rows, paging } = await findPage(sql, caller, { listId: list.id, deleted: false }, page())
    return { data: rows.map(present), paging }
  })

  route(contract.listGlobalCustomFields, async ({ sql, caller, page }) => {
    const { rows, paging } = await findPage(sql, caller, { listId: null, deleted: false }, page())
    return { data: rows.map(present), paging }
  })

  route(contract.listDeletedCustomFields, async ({ sql, caller, params, page }) => {
    const list = await findMailingList(sql, caller.organization_id, params.mailing_list_id)
    const { rows, paging } = await findPage(sql, caller, { listId: list.id, deleted: true }, page())
    return { data: rows.map((row) => presentDeleted(row, caller)), paging }
  })

  route(contract.listDeletedGlobalCustomFields, async ({ sql, caller, page }) => {
    const { rows, paging } = await findPage(sql, caller, { listId: null, deleted: true }, page())
    return { data: rows.map((row) => presentDeleted(row, caller)), paging }
  })

  route(contract.showCustomField, async ({ sql, caller, params, aliasListId }) => {
    return { data: present(await find(sql, caller, params.id, aliasListId)) }
  })
}

function createRoutes(route: Router): void {
  route(contract.createCustomField, ({ sql, caller, params, fields }) =>
    sql.begin(async (sql) => {
      const list = await findMailingList(sql, caller.organization_id, params.mailing_list_id)
      const id = await store.insertCustomField(sql, caller.organization_id, list.id, newDefinition(fields()))
      return { data: present(await find(sql, caller, id)) }
    }),
  )

  route(contract.createGlobalCustomField, ({ sql, caller, fields }) =>
    sql.begin(async (sql) => {
      const id = await store.insertCustomField(sql, caller.organization_id, null, newDefinition(fields()))
      return { data: present(await find(sql, caller, id)) }
    }),
  )
}

type Scope = Parameters<typeof store.findCustomFields>[2]

async function findPage(sql: Sql, caller: Caller, scope: Scope, request: PageRequest) {
  const { rows, count } = await store.findCustomFields(sql, caller.organization_id, scope, request)
  return { rows, paging: pagingOf(request, count) }
}

/** Below a list's path, the list's own fields and the global ones; else every field of the organization. */
async function find(sql: Sql, caller: Caller, id: number, listId?: number): Promise<CustomFieldRow> {
  const list = listId === undefined ? undefined : await findMailingList(sql, caller.organization_id, listId)
  return store.findCustomField(sql, caller.organization_id, id, list?.id)
}

/** Only the attributes of the field's own type are shown. */
function present(row: CustomFieldRow): CustomField {
  return {
    id: row.id,
    mailing_list_id: row.mailing_list_id,
    name: row.name,
    field_type: row.field_type,
    required: row.required,
    instructions: row.instructions,
    is_global: row.mailing_list_id === null,
    ...Object.fromEntries(typeAttributes[row.field_type].map((attribute) => [attribute, row[attribute]])),
  }
}

function presentDeleted(row: CustomFieldRow, caller: Caller) {
  const deletedAtMs = row.deleted_at?.getTime() ?? 0
  return { ...present(row), deleted_at: formatInstant(deletedAtMs, caller.time_zone) }
}

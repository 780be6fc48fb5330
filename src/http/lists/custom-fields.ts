import {
  addField,
  changeField,
  findField,
  findFieldUses,
  makeFieldGlobal,
  removeField,
  setFieldOrder,
  type FieldPlace,
} from '../../actions/lists/custom-fields.ts'
import * as contract from '../../contract/lists/custom-fields.ts'
import type { CustomField } from '../../contract/lists/custom-fields.ts'
import { typeAttributes } from '../../contract/lists/field-definition.ts'
import { showCustomFieldUses } from '../../contract/lists/field-uses.ts'
import { pagingOf, type PageRequest } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findCustomFields, type CustomFieldRow } from '../../store/lists/custom-fields.ts'
import { findMailingList } from '../../store/lists/rows.ts'
import type { Router } from '../route/bind.ts'

export function customFieldRoutes(route: Router): void {
  readRoutes(route)
  orderRoutes(route)
  createRoutes(route)

  route(contract.updateCustomField, async (call) => ({
    data: present(await changeField(call.sql, call.caller, placeOf(call), call.fields)),
  }))

  route(contract.deleteCustomField, async (call) => {
    await removeField(call.sql, call, placeOf(call))
    return { data: null }
  })

  route(contract.promoteCustomField, async ({ sql, caller, fields }) => ({
    data: present(await makeFieldGlobal(sql, caller, fields().custom_field_id)),
  }))
}

function orderRoutes(route: Router): void {
  route(contract.orderCustomFields, async (call) => {
    const rows = await setFieldOrder(call.sql, call, call.params.mailing_list_id, call.fields)
    return { data: rows.map(present) }
  })

  route(contract.orderGlobalCustomFields, async (call) => {
    const rows = await setFieldOrder(call.sql, call, null, call.fields)
    return { data: rows.map(present) }
  })
}

type FieldCall = { params: { id: number }; aliasListId: number | undefined }

function placeOf({ params, aliasListId }: FieldCall): FieldPlace {
  return { id: params.id, listId: aliasListId }
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

  route(contract.showCustomField, async (call) => ({
    data: present(await findField(call.sql, call.caller, placeOf(call))),
  }))

  route(showCustomFieldUses, async (call) => ({
    data: await call.whileConnected((signal) => findFieldUses(call.sql, call.caller, placeOf(call), signal)),
  }))
}

function createRoutes(route: Router): void {
  route(contract.createCustomField, async (call) => ({
    data: present(await addField(call.sql, call, call.params.mailing_list_id, call.fields)),
  }))

  route(contract.createGlobalCustomField, async (call) => ({
    data: present(await addField(call.sql, call, null, call.fields)),
  }))
}

type Scope = Parameters<typeof findCustomFields>[2]

async function findPage(sql: Sql, caller: Caller, scope: Scope, request: PageRequest) {
  const { rows, count } = await findCustomFields(sql, caller.organization_id, scope, request)
  return { rows, paging: pagingOf(request, count) }
}

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

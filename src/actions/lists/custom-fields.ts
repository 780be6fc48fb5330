import type { z } from 'zod'
import type { createCustomField, updateCustomField } from '../../contract/lists/custom-fields.ts'
import { changedDefinition, newDefinition } from '../../contract/lists/field-definition.ts'
import type { FieldUses } from '../../contract/lists/field-uses.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import * as store from '../../store/lists/custom-fields.ts'
import type { CustomFieldRow } from '../../store/lists/custom-fields.ts'
import { countFieldValues, findFieldMentions, findNamedDependencies } from '../../store/lists/field-uses.ts'
import { orderFields } from '../../store/lists/field-order.ts'
import { findMailingList } from '../../store/lists/rows.ts'
import type { Actor } from '../actor.ts'

/** With `listId`: only if the list exists and the field belongs to it or is global. */
export type FieldPlace = { id: number; listId: number | undefined }

type Input = z.output<NonNullable<(typeof createCustomField)['body']>>
type Changes = z.output<NonNullable<(typeof updateCustomField)['body']>>

export async function findField(
  sql: Sql,
  { organization_id: organizationId }: Caller,
  { id, listId }: FieldPlace,
): Promise<CustomFieldRow> {
  const list = listId === undefined ? undefined : await findMailingList(sql, organizationId, listId)
  return store.findCustomField(sql, organizationId, id, list?.id)
}

export function addField(
  sql: Scoped,
  { caller, audit }: Actor,
  listId: number | null,
  fields: () => Input,
): Promise<CustomFieldRow> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const list = listId === null ? null : await findMailingList(sql, organizationId, listId)
    const definition = newDefinition(fields())
    const id = await store.insertCustomField(sql, organizationId, list?.id ?? null, definition)
    await audit(sql, { kind: 'custom_field.created', subject_type: 'CustomField', subject_id: id })
    return store.findCustomField(sql, organizationId, id)
  })
}

export function changeField(
  sql: Scoped,
  caller: Caller,
  place: FieldPlace,
  fields: () => Changes,
): Promise<CustomFieldRow> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    await store.lockCustomFields(sql, organizationId)
    const field = await findField(sql, caller, place)
    const current = { ...field, options: field.options.map((option) => option.name) }
    await store.updateCustomField(sql, organizationId, field, changedDefinition(current, fields()))
    return store.findCustomField(sql, organizationId, field.id)
  })
}

/** It is asked before a deletion, by somebody who waits. */
const countTimeoutMs = 1_000

/** What is lost with the field. If `signal` aborts, the statement in progress ends. */
export function findFieldUses(
  sql: Scoped,
  caller: Caller,
  place: FieldPlace,
  signal: AbortSignal,
): Promise<FieldUses> {
  const { organization_id: organizationId } = caller
  return sql.beginUntil(
    signal,
    async (sql) => {
      const field = await findField(sql, caller, place)
      return {
        dependencies: await findNamedDependencies(sql, organizationId, field),
        mentions: await findFieldMentions(sql, organizationId, field),
        ...(await countFieldValues(sql, organizationId, field, countTimeoutMs)),
      }
    },
    'read only',
  )
}

/** @throws AppError `validation_failed` while the field is in use. */
export function removeField(sql: Scoped, { caller, audit }: Actor, place: FieldPlace): Promise<void> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    await store.lockCustomFields(sql, organizationId)
    const field = await findField(sql, caller, place)
    await store.deleteCustomField(sql, organizationId, field)
    await audit(sql, { kind: 'custom_field.deleted', subject_type: 'CustomField', subject_id: field.id })
  })
}

export function makeFieldGlobal(
  sql: Scoped,
  { organization_id: organizationId }: Caller,
  id: number,
): Promise<CustomFieldRow> {
  return sql.begin((sql) => store.promoteCustomField(sql, organizationId, id))
}

/** @returns the fields of the list, or the global ones, in their order. */
export function setFieldOrder(
  sql: Scoped,
  { caller, audit }: Actor,
  listId: number | null,
  fields: () => { custom_field_ids: number[] },
): Promise<CustomFieldRow[]> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    await store.lockCustomFields(sql, organizationId)
    const list = listId === null ? null : await findMailingList(sql, organizationId, listId)
    const { custom_field_ids: ids } = fields()
    await orderFields(sql, organizationId, list?.id ?? null, ids)
    const subject = list === null ? {} : { subject_type: 'MailingList', subject_id: list.id }
    await audit(sql, { kind: 'custom_field.ordered', ...subject, details: { custom_field_ids: ids } })
    const scope = { listId: list?.id ?? null, deleted: false }
    const { rows } = await store.findCustomFields(sql, organizationId, scope, {
      page: 0,
      perPage: 1000,
      offset: 0,
    })
    return rows
  })
}

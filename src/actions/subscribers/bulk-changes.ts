import type { Estimate } from '../../contract/api/figures.ts'
import { searchedKey } from '../../contract/values/email.ts'
import { invalid } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import { checkFieldJson } from '../../contract/lists/field-values.ts'
import type { BulkChangeInput, BulkSelectionInput } from '../../contract/subscribers/bulk-changes.ts'
import { bulkChangesMax, type BulkAction } from '../../contract/subscribers/bulk-states.ts'
import type { Permission } from '../../contract/users/permissions.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { boundOf } from '../../store/segments/counting/in-ranges.ts'
import { findSegment, lockSegment } from '../../store/segments/rows.ts'
import * as store from '../../store/bulk-changes/rows.ts'
import type { BulkChangeRow, BulkDetails, BulkSelection } from '../../store/bulk-changes/rows.ts'
import { countSelection, sumOf } from '../../store/bulk-changes/selection.ts'
import { findSubscriberList } from '../../store/subscribers/rows.ts'
import { findSearchLists } from '../../store/subscribers/search.ts'
import type { Actor } from '../actor.ts'
import { asSent, requirePermission } from '../permission.ts'
import type { ListRules } from './record.ts'
import { lockListRules } from './write.ts'

const permissions: Record<BulkAction, Permission> = {
  set_status: 'subscriber.update',
  set_field: 'subscriber.update',
  delete: 'subscriber.delete',
  copy: 'subscriber.create',
}

/** The audit event says what changes and how many are named, but no address. @throws AppError `not_found`, `validation_failed`. */
export function createBulkChange(
  sql: Scoped,
  { caller, audit }: Actor,
  listId: number,
  fields: () => BulkChangeInput,
): Promise<BulkChangeRow> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const rules = await lockListRules(sql, caller, listId)
    const input = fields()
    requirePermission(caller, permissions[input.action])
    if ((await store.countUnfinishedBulkChanges(sql, organizationId)) >= bulkChangesMax) {
      throw invalid(
        `an organization can have at most ${bulkChangesMax} unfinished bulk changes: cancel one, or wait until one has finished`,
      )
    }
    const details = await detailsOf(sql, caller, rules, input)
    const selection = await selectionOf(sql, organizationId, listId, input.selection)
    const id = await store.insertBulkChange(sql, organizationId, {
      listId,
      action: input.action,
      details,
      selection,
      peopleTotal: 'ids' in selection ? selection.ids.length : null,
      api_key_id: caller.api_key_id,
      user_id: caller.user_id,
    })
    await audit(sql, {
      kind: 'subscriber_bulk_change.created',
      subject_type: 'SubscriberBulkChange',
      subject_id: id,
      details: {
        mailing_list_id: listId,
        action: input.action,
        status: details.status ?? null,
        custom_field_id: details.custom_field?.id ?? null,
        to_mailing_list_id: details.to_mailing_list?.id ?? null,
        segment_id: input.selection.segment_id ?? null,
        chosen: 'ids' in selection ? selection.ids.length : null,
      },
    })
    return store.findBulkChange(sql, organizationId, id)
  })
}

const countTimeMs = 5_000

/** `people` null: there was no time to count anybody. */
export type BulkPreview = {
  people: number | null
  people_is_exact: boolean
  people_estimate: Estimate | null
  statuses: Record<SubscriberStatus, number> | null
}

export function previewBulkChange(
  sql: Scoped,
  { caller }: Actor,
  listId: number,
  fields: () => Pick<BulkChangeInput, 'selection'>,
): Promise<BulkPreview> {
  const { organization_id: organizationId, time_zone: timeZone } = caller
  return sql.begin(async (sql) => {
    await findSubscriberList(sql, organizationId, listId)
    const selection = await selectionOf(sql, organizationId, listId, fields().selection)
    const target = { organizationId, listId, timeZone }
    const counted = await asSent(sql, caller, () =>
      countSelection(sql, target, selection, boundOf(countTimeMs)),
    )
    if (counted === null)
      return { people: null, people_is_exact: false, people_estimate: null, statuses: null }
    const { statuses, isExact, estimate } = counted
    return { people: sumOf(statuses), people_is_exact: isExact, people_estimate: estimate, statuses }
  })
}

export async function findBulkChanges(
  sql: Sql,
  { caller: { organization_id: organizationId } }: Actor,
  listId: number,
  page: PageRequest,
): Promise<{ rows: BulkChangeRow[]; count: number }> {
  await findSubscriberList(sql, organizationId, listId)
  return store.findBulkChanges(sql, organizationId, listId, page)
}

/** @throws AppError `validation_failed` if it has ended. */
export function cancelBulkChange(sql: Scoped, { caller, audit }: Actor, id: number): Promise<BulkChangeRow> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const { action } = await store.findBulkChange(sql, organizationId, id)
    requirePermission(caller, permissions[action])
    await store.cancelBulkChange(sql, organizationId, id)
    await audit(sql, {
      kind: 'subscriber_bulk_change.cancelled',
      subject_type: 'SubscriberBulkChange',
      subject_id: id,
    })
    return store.findBulkChange(sql, organizationId, id)
  })
}

async function selectionOf(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { subscriber_ids: ids, q, status, segment_id: segmentId }: BulkSelectionInput,
): Promise<BulkSelection> {
  if (ids !== undefined) return { ids: [...new Set(ids)].toSorted((one, other) => one - other) }
  const everybody = { q: searchedKey(q ?? ''), status: status ?? null, clauses: null }
  if (segmentId === null || segmentId === undefined) return everybody
  await lockSegment(sql, organizationId, listId, segmentId)
  const { clauses } = await findSegment(sql, organizationId, segmentId, listId)
  return { ...everybody, clauses }
}

async function detailsOf(
  sql: Transaction,
  { organization_id: organizationId }: Caller,
  rules: ListRules,
  input: BulkChangeInput,
): Promise<BulkDetails> {
  switch (input.action) {
    case 'set_status':
      if (input.status === null || input.status === undefined) throw invalid('status cannot be blank')
      return { status: input.status, despite_departure: input.despite_departure === true }
    case 'set_field':
      return fieldOf(rules, input)
    case 'copy':
      return targetOf(sql, organizationId, rules, input)
    case 'delete':
      return {}
  }
}

async function targetOf(
  sql: Transaction,
  organizationId: number,
  { list }: ListRules,
  { to_mailing_list_id: id, skip_autoresponders: skip }: BulkChangeInput,
): Promise<BulkDetails> {
  if (id === null || id === undefined) throw invalid('to_mailing_list_id cannot be blank')
  if (id === list.id) throw invalid('to_mailing_list_id must be another mailing list')
  const lists = await findSearchLists(sql, organizationId)
  const target = lists.find((one) => one.id === id)
  if (target === undefined) throw invalid('to_mailing_list_id is not a mailing list with subscribers')
  return { to_mailing_list: { id, name: target.name }, skip_autoresponders: skip === true }
}

function fieldOf({ list, fields }: ListRules, input: BulkChangeInput): BulkDetails {
  const { custom_field_id: id } = input
  if (id === null || id === undefined) throw invalid('custom_field_id cannot be blank')
  const field = fields.find((one) => one.id === id)
  if (field === undefined) throw invalid('custom_field_id is not a custom field of the mailing list')
  if (id === list.primary_key_custom_field_id) {
    throw invalid('custom_field_id is the primary key of the mailing list, which differs for each subscriber')
  }
  const checked = checkFieldJson(field, input.value)
  if ('problem' in checked) throw invalid(`value ${checked.problem}`)
  return { custom_field: { id, name: field.name }, value: checked.value }
}

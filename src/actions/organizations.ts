import type { Role } from '../contract/api/endpoint.ts'
import { forbidden, invalid, notFound } from '../contract/api/errors.ts'
import { isLimited, type OrganizationChanges } from '../contract/organizations/input.ts'
import { editRefusal } from '../contract/organizations/rights.ts'
import type { Scoped, Scopes, Transaction } from '../database/driver/connection.ts'
import type { NewAuditEvent } from '../store/audit-events/rows.ts'
import type { Caller } from '../store/callers.ts'
import { campaignKinds } from '../store/campaigns/claims.ts'
import { takeJobsBack, wakeJobs } from '../store/jobs/states.ts'
import { insertDeleteCode, useDeleteCode } from '../store/lists/delete-codes.ts'
import { insertOrganizationRow, updateOrganizationRow } from '../store/organizations/changes.ts'
import { fieldsOf, quotaFields, type ColumnChanges, type QuotaField } from '../store/organizations/columns.ts'
import { markOrganizationDeleted } from '../store/organizations/delete.ts'
import { readOrganizationInput } from '../store/organizations/input.ts'
import { findOrganization, lockOrganization, type OrganizationRow } from '../store/organizations/rows.ts'
import { nextOrganizationId, systemOrganizationId } from '../store/conditions/system-organization.ts'
import { insertPresetRoles } from '../store/users/roles.ts'
import type { Actor } from './actor.ts'

/** null: a system administrator sees all. */
export function onlyVisibleOrganization(caller: Caller): number | null {
  return caller.role === 'system_admin' ? null : caller.organization_id
}

/** The organization may not exist. @throws AppError `not_found` if the caller may not see it. */
export function visibleOrganization(caller: Caller, id: number): number {
  const visible = onlyVisibleOrganization(caller)
  if (visible !== null && visible !== id) throw notFound('organization')
  return id
}

export async function addOrganization(
  { within, everywhere }: Scopes,
  { caller, audit }: Actor,
  input: OrganizationChanges & { name: string },
): Promise<OrganizationRow> {
  const id = await everywhere().begin((sql) => nextOrganizationId(sql))
  return within(id).begin(async (sql) => {
    const { columns, virtualMtaIds } = await readColumns(sql, id, input)
    await insertOrganizationRow(sql, id, { time_zone: caller.time_zone, ...columns }, virtualMtaIds)
    await insertPresetRoles(sql, id)
    await audit(sql, event('organization.created', id, { name: input.name }), id)
    return findOrganization(sql, id)
  })
}

/** @throws AppError `not_authorized` for fields that the caller may not change. */
export function changeOrganization(
  { within }: Pick<Scopes, 'within'>,
  { caller, audit }: Actor,
  organizationId: number,
  fields: () => OrganizationChanges,
): Promise<OrganizationRow> {
  const id = visibleOrganization(caller, organizationId)
  return within(id).begin(async (sql) => {
    await findOrganization(sql, id)
    const input = fields()
    const before = await lockOrganization(sql, id)
    const changed = await applyChanges(sql, before, input, caller.role)
    const after = await findOrganization(sql, id)
    if (changed.length > 0) {
      const details = { changed, ...quotaChanges(changed, before, after) }
      await audit(sql, event('organization.updated', id, details), id)
    }
    return after
  })
}

async function applyChanges(
  sql: Transaction,
  before: OrganizationRow,
  input: OrganizationChanges,
  role: Role,
): Promise<string[]> {
  const { id } = before
  const { columns, virtualMtaIds } = await readColumns(sql, id, input)
  const changes = differing(before, columns)
  const newMtaIds = isSameSet(virtualMtaIds, before.virtual_mtas) ? undefined : virtualMtaIds
  const changed = [...new Set([...fieldsOf(changes), ...(newMtaIds === undefined ? [] : ['permissions'])])]
  const refusal = editRefusal(role, changed, before)
  if (refusal !== null) throw forbidden(refusal)
  if (id === systemOrganizationId && changes.active === false) {
    throw invalid('active must be true for the System Organization')
  }
  await updateOrganizationRow(sql, id, changes, newMtaIds)
  if (changes.active === false) {
    await takeJobsBack(sql, { organizationId: id }, campaignKinds)
  }
  if (changes.active === true) await wakeJobs(sql, id)
  return changed
}

async function readColumns(sql: Transaction, id: number, input: OrganizationChanges) {
  const { columns, virtualMtaIds, problems } = await readOrganizationInput(sql, id, input)
  if (problems.length > 0) throw invalid(problems.join(', '))
  return { columns, virtualMtaIds }
}

function differing(before: OrganizationRow, columns: ColumnChanges): ColumnChanges {
  const current: Record<string, unknown> = before
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => current[name] !== value))
}

function isSameSet(ids: number[] | undefined, rows: { id: number }[]): boolean {
  return ids !== undefined && ids.length === rows.length && rows.every(({ id }) => ids.includes(id))
}

function quotaChanges(changed: readonly string[], before: OrganizationRow, after: OrganizationRow): object {
  return Object.fromEntries(
    quotaFields
      .filter((field) => changed.includes(field))
      .map((field) => [field, { from: quotaOf(before, field), to: quotaOf(after, field) }]),
  )
}

/** In the format of the API: with a limit only if the mode has one. */
export function quotaOf<Field extends QuotaField>(row: OrganizationRow, field: Field) {
  const mode = row[`${field}_mode`]
  const notify = { notify_organization_admins: row[`${field}_notify`] }
  if (isLimited(mode)) {
    return { mode, limit: row[`${field}_limit`] ?? 0, overage: row[`${field}_overage`], ...notify }
  }
  return notify.notify_organization_admins ? { mode, ...notify } : { mode }
}

/** @param sql across organizations: the code belongs to the caller, possibly of another organization. */
export function requestOrganizationDelete(
  sql: Scoped,
  { caller, audit }: Actor,
  organizationId: number,
): Promise<{ code: string; expiresAtMs: number }> {
  return sql.begin(async (sql) => {
    const id = await findDeletable(sql, caller, organizationId)
    const code = await insertDeleteCode(sql, caller, { type: 'organization', id })
    await audit(sql, event('organization.delete_code_created', id), id)
    return code
  })
}

export function removeOrganization(
  sql: Scoped,
  { caller, audit }: Actor,
  organizationId: number,
  code: string,
): Promise<void> {
  return sql.begin(async (sql) => {
    const id = await findDeletable(sql, caller, organizationId)
    await useDeleteCode(sql, caller, { type: 'organization', id }, code)
    await markOrganizationDeleted(sql, id)
    await audit(sql, event('organization.deleted', id), id)
  })
}

async function findDeletable(sql: Transaction, caller: Caller, organizationId: number): Promise<number> {
  const id = visibleOrganization(caller, organizationId)
  await findOrganization(sql, id)
  if (id === systemOrganizationId) throw invalid('the System Organization cannot be deleted')
  return id
}

function event(kind: string, id: number, details?: object): NewAuditEvent {
  return { kind, subject_type: 'Organization', subject_id: id, ...(details && { details }) }
}

import { invalid } from '../../contract/api/errors.ts'
import { createOrganizationDeleteCode, deleteOrganization } from '../../contract/organizations/endpoints.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { insertDeleteCode, useDeleteCode } from '../../store/lists/delete-codes.ts'
import { markOrganizationDeleted } from '../../store/organizations/delete.ts'
import { findOrganization } from '../../store/organizations/rows.ts'
import { systemOrganizationId } from '../../store/organizations/system.ts'
import type { Router } from '../route/bind.ts'
import { visibleOrganization } from '../route/visible-organization.ts'

/** The two steps of a delete: ask for a code, name it (specification, section 4.4). */
export function organizationDeleteRoutes(route: Router): void {
  // The code is the caller's, the organization another's: both at once are in no single scope.
  route(createOrganizationDeleteCode, ({ everywhere, caller, params, audit }) =>
    everywhere().begin(async (sql) => {
      const id = visibleOrganization(caller, params.organization_id)
      await findOrganization(sql, id)
      refuseSystemOrganization(id)
      const { code, expiresAtMs } = await insertDeleteCode(sql, caller, { type: 'organization', id })
      await audit(sql, event('organization.delete_code_created', id), id)
      const expiresAt = formatInstant(expiresAtMs, caller.time_zone)
      return { data: { delete_confirmation_code: code, delete_confirmation_expires_at: expiresAt } }
    }),
  )

  route(deleteOrganization, ({ everywhere, caller, params, audit }) =>
    everywhere().begin(async (sql) => {
      const id = visibleOrganization(caller, params.organization_id)
      await findOrganization(sql, id)
      refuseSystemOrganization(id)
      await useDeleteCode(sql, caller, { type: 'organization', id }, params.code)
      await markOrganizationDeleted(sql, id)
      await audit(sql, event('organization.deleted', id), id)
      return { data: null }
    }),
  )
}

function event(kind: string, id: number) {
  return { kind, subject_type: 'Organization', subject_id: id }
}

function refuseSystemOrganization(id: number): void {
  if (id === systemOrganizationId) throw invalid('the System Organization cannot be deleted')
}

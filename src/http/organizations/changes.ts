import { organizationChanges, organizationInput } from '../../contract/organizations/input.ts'
import { createOrganization, updateOrganization } from '../../contract/organizations/endpoints.ts'
import type { NewAuditEvent } from '../../store/audit-events/rows.ts'
import * as store from '../../store/organizations/system.ts'
import { findOrganization } from '../../store/organizations/rows.ts'
import type { OrganizationRow } from '../../store/organizations/rows.ts'
import { presentOrganization, sendingQuotaOf, subscriberQuotaOf } from './present.ts'
import type { OrganizationFeatures } from './present.ts'
import type { Router } from '../route/bind.ts'
import { visibleOrganization } from '../route/visible-organization.ts'

export function organizationChangeRoutes(route: Router, features: OrganizationFeatures): void {
  const schemas = schemasFor(features)

  route({ ...createOrganization, body: schemas.input }, async (call) => {
    const input = call.fields()
    const id = await store.nextOrganizationId(call.everywhere())
    return call.within(id).begin(async (sql) => {
      await store.makeOrganization(sql, id, input, call.caller.time_zone)
      await call.audit(sql, event('organization.created', id, { name: input.name }), id)
      const row = await findOrganization(sql, id)
      return { data: presentOrganization(row, call.caller.role, features) }
    })
  })

  route({ ...updateOrganization, body: schemas.changes }, ({ within, caller, params, fields, audit }) => {
    const id = visibleOrganization(caller, params.organization_id)
    return within(id).begin(async (sql) => {
      await findOrganization(sql, id)
      const { changed, before } = await store.updateOrganization(sql, id, fields(), caller.role)
      const after = await findOrganization(sql, id)
      if (changed.length > 0) {
        const details = { changed, ...quotaChanges(changed, before, after) }
        await audit(sql, event('organization.updated', id, details), id)
      }
      return { data: presentOrganization(after, caller.role, features) }
    })
  })
}

/** What a server that lacks a feature does not know, it does not look at: as with any other unknown key. */
function schemasFor({ autoSubscriberManagement }: OrganizationFeatures) {
  const flagged = { auto_subscriber_management: true } as const
  return autoSubscriberManagement
    ? { input: organizationInput, changes: organizationChanges }
    : { input: organizationInput.omit(flagged), changes: organizationChanges.omit(flagged) }
}

function event(kind: string, id: number, details: object): NewAuditEvent {
  return { kind, subject_type: 'Organization', subject_id: id, details }
}

function quotaChanges(changed: string[], before: OrganizationRow, after: OrganizationRow): object {
  const details: Record<string, object> = {}
  for (const [field, quotaOf] of [
    ['sending_quota', sendingQuotaOf],
    ['subscriber_quota', subscriberQuotaOf],
  ] as const) {
    if (changed.includes(field)) details[field] = { from: quotaOf(before), to: quotaOf(after) }
  }
  return details
}

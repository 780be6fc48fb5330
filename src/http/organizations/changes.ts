import { addOrganization, changeOrganization } from '../../actions/organizations.ts'
import { createOrganization, updateOrganization } from '../../contract/organizations/endpoints.ts'
import { organizationChanges, organizationInput } from '../../contract/organizations/input.ts'
import type { Router } from '../route/bind.ts'
import { smallId } from '../route/call.ts'
import { presentOrganization, type OrganizationFeatures } from './present.ts'

export function organizationChangeRoutes(route: Router, features: OrganizationFeatures): void {
  const schemas = schemasFor(features)

  route({ ...createOrganization, body: schemas.input }, async (call) => {
    const row = await addOrganization(call, call, call.fields())
    return { data: presentOrganization(row, call.caller.role, features) }
  })

  route({ ...updateOrganization, body: schemas.changes }, async (call) => {
    const id = smallId(call.params.organization_id, 'organization')
    const row = await changeOrganization(call, call, id, call.fields)
    return { data: presentOrganization(row, call.caller.role, features) }
  })
}

/** Without the feature, its key is ignored like any unknown key. */
function schemasFor({ autoSubscriberManagement }: OrganizationFeatures) {
  const flagged = { auto_subscriber_management: true } as const
  return autoSubscriberManagement
    ? { input: organizationInput, changes: organizationChanges }
    : { input: organizationInput.omit(flagged), changes: organizationChanges.omit(flagged) }
}

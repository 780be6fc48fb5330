import { removeOrganization, requestOrganizationDelete } from '../../actions/organizations.ts'
import { createOrganizationDeleteCode, deleteOrganization } from '../../contract/organizations/endpoints.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Router } from '../route/bind.ts'
import { smallId } from '../route/call.ts'

export function organizationDeleteRoutes(route: Router): void {
  route(createOrganizationDeleteCode, async (call) => {
    const id = smallId(call.params.organization_id, 'organization')
    const { code, expiresAtMs } = await requestOrganizationDelete(call.everywhere(), call, id)
    const expiresAt = formatInstant(expiresAtMs, call.caller.time_zone)
    return { data: { delete_confirmation_code: code, delete_confirmation_expires_at: expiresAt } }
  })

  route(deleteOrganization, async (call) => {
    const id = smallId(call.params.organization_id, 'organization')
    await removeOrganization(call.everywhere(), call, id, call.params.code)
    return { data: null }
  })
}

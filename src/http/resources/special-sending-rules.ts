import { sendingRuleEndpoints, showSendingRuleUses } from '../../contract/resources/special-sending-rules.ts'
import { findResource } from '../../store/resources/rows.ts'
import { findRuleUses, sendingRules } from '../../store/sending-rules/rows.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './routes.ts'
import type { Router } from '../route/bind.ts'

export function sendingRuleRoutes(route: Router): void {
  ownResourceRoutes(route, sendingRuleEndpoints, sendingRules)
  grantedResourceRoutes(route, sendingRuleEndpoints, sendingRules)

  route(showSendingRuleUses, async ({ sql, caller, params }) => {
    const { organization_id: organizationId } = caller
    await findResource(sql, organizationId, sendingRules, params.id)
    return { data: await findRuleUses(sql, organizationId, params.id) }
  })
}

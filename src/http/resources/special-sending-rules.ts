import { sendingRuleEndpoints } from '../../contract/resources/special-sending-rules.ts'
import { sendingRules } from '../../store/special-sending-rules/rows.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './routes.ts'
import type { Router } from '../route/bind.ts'

export function sendingRuleRoutes(route: Router): void {
  ownResourceRoutes(route, sendingRuleEndpoints, sendingRules)
  grantedResourceRoutes(route, sendingRuleEndpoints, sendingRules)
}

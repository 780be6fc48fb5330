import { bounceEmailEndpoints } from '../../contract/resources/bounce-emails.ts'
import { bounceEmails } from '../../store/resources/bounce-emails.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './routes.ts'
import type { Router } from '../route/bind.ts'

export function bounceEmailRoutes(route: Router): void {
  ownResourceRoutes(route, bounceEmailEndpoints, bounceEmails)
  grantedResourceRoutes(route, bounceEmailEndpoints, bounceEmails)
}

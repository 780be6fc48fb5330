import { bounceEmailEndpoints } from '../contract/bounce-emails.ts'
import { bounceEmails } from '../store/bounce-emails.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './resources.ts'
import type { Router } from './route.ts'

export function bounceEmailRoutes(route: Router): void {
  ownResourceRoutes(route, bounceEmailEndpoints, bounceEmails)
  grantedResourceRoutes(route, bounceEmailEndpoints, bounceEmails)
}

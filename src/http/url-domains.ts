import { urlDomainEndpoints } from '../contract/url-domains.ts'
import { urlDomains } from '../store/url-domains.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './resources.ts'
import type { Router } from './route.ts'

export function urlDomainRoutes(route: Router): void {
  ownResourceRoutes(route, urlDomainEndpoints, urlDomains)
  grantedResourceRoutes(route, urlDomainEndpoints, urlDomains)
}

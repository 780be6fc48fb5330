import { urlDomainEndpoints } from '../../contract/resources/url-domains.ts'
import { urlDomains } from '../../store/resources/url-domains.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './routes.ts'
import type { Router } from '../route/bind.ts'

export function urlDomainRoutes(route: Router): void {
  ownResourceRoutes(route, urlDomainEndpoints, urlDomains)
  grantedResourceRoutes(route, urlDomainEndpoints, urlDomains)
}

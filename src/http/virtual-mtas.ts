import { virtualMtaEndpoints } from '../contract/virtual-mtas.ts'
import { virtualMtas } from '../store/virtual-mtas.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './resources.ts'
import type { Router } from './route.ts'

export function virtualMtaRoutes(route: Router): void {
  ownResourceRoutes(route, virtualMtaEndpoints, virtualMtas)
  grantedResourceRoutes(route, virtualMtaEndpoints, virtualMtas)
}

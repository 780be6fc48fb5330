import { virtualMtaEndpoints } from '../contract/virtual-mtas.ts'
import type { Secrets } from '../secrets.ts'
import { virtualMtas } from '../store/virtual-mtas.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './resources.ts'
import type { Router } from './route.ts'

export function virtualMtaRoutes(route: Router, { seal }: Pick<Secrets, 'seal'>): void {
  ownResourceRoutes(route, virtualMtaEndpoints, virtualMtas(seal))
  grantedResourceRoutes(route, virtualMtaEndpoints, virtualMtas(seal))
}

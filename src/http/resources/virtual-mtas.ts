import { virtualMtaEndpoints } from '../../contract/resources/virtual-mtas.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { virtualMtas } from '../../store/resources/virtual-mtas.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './routes.ts'
import type { Router } from '../route/bind.ts'

export function virtualMtaRoutes(route: Router, { seal }: Pick<Secrets, 'seal'>): void {
  ownResourceRoutes(route, virtualMtaEndpoints, virtualMtas(seal))
  grantedResourceRoutes(route, virtualMtaEndpoints, virtualMtas(seal))
}

import { seedListEndpoints } from '../../contract/resources/seed-lists.ts'
import { seedLists } from '../../store/resources/seed-lists.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './routes.ts'
import type { Router } from '../route/bind.ts'

export function seedListRoutes(route: Router): void {
  ownResourceRoutes(route, seedListEndpoints, seedLists)
  grantedResourceRoutes(route, seedListEndpoints, seedLists)
}

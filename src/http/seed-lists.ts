import { seedListEndpoints } from '../contract/seed-lists.ts'
import { seedLists } from '../store/seed-lists.ts'
import { grantedResourceRoutes, ownResourceRoutes } from './resources.ts'
import type { Router } from './route.ts'

export function seedListRoutes(route: Router): void {
  ownResourceRoutes(route, seedListEndpoints, seedLists)
  grantedResourceRoutes(route, seedListEndpoints, seedLists)
}

import { databaseConnectionEndpoints } from '../contract/database-connections.ts'
import type { Secrets } from '../secrets.ts'
import { databaseConnections } from '../store/database-connections.ts'
import { ownResourceRoutes } from './resources.ts'
import type { Router } from './route.ts'

/** For system administrators only, and theirs is the System Organization. */
export function databaseConnectionRoutes(route: Router, { seal }: Pick<Secrets, 'seal'>): void {
  ownResourceRoutes(route, databaseConnectionEndpoints, databaseConnections(seal))
}

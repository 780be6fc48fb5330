import { databaseConnectionEndpoints } from '../../contract/resources/database-connections.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { databaseConnections } from '../../store/resources/database-connections.ts'
import { ownResourceRoutes } from './routes.ts'
import type { Router } from '../route/bind.ts'

/** Only system administrators can call these, so they are always in the System Organization. */
export function databaseConnectionRoutes(route: Router, { seal }: Pick<Secrets, 'seal'>): void {
  ownResourceRoutes(route, databaseConnectionEndpoints, databaseConnections(seal))
}

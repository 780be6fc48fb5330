import { createConnectionTest, type RemoteParts } from '../../actions/lists/remote-query.ts'
import {
  databaseConnectionEndpoints,
  testDatabaseConnection,
} from '../../contract/resources/database-connections.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { databaseConnections } from '../../store/resources/database-connections.ts'
import { ownResourceRoutes } from './routes.ts'
import type { Router } from '../route/bind.ts'

/** Only system administrators can call these, so they are always in the System Organization. */
export function databaseConnectionRoutes(
  route: Router,
  { secrets, rules }: RemoteParts & { secrets: Pick<Secrets, 'seal'> },
): void {
  ownResourceRoutes(route, databaseConnectionEndpoints, databaseConnections(secrets.seal))
  const test = createConnectionTest({ secrets, rules })
  route(testDatabaseConnection, async (call) => {
    const { organization_id: organizationId } = call.caller
    const { id } = call.params
    const data = await call.whileConnected((signal) => test(call.sql, organizationId, { id, signal }))
    return { data }
  })
}

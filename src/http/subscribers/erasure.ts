import { eraseSubscribers } from '../../actions/subscribers/erasure.ts'
import * as contract from '../../contract/subscribers/erasure.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Router } from '../route/bind.ts'

export function erasureRoutes(route: Router, secrets: Secrets): void {
  route(contract.eraseSubscriber, async (call) => ({
    data: await eraseSubscribers(call.sql, call, secrets, call.fields()),
  }))
}

import { unsubscribeByToken } from '../../actions/subscribers/unsubscribe.ts'
import { unsubscribeSubscriber } from '../../contract/subscribers/unsubscribe.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { createTrackingTokens } from '../../links/token.ts'
import type { Router } from '../route/bind.ts'

export function unsubscribeRoutes(route: Router, secrets: Secrets): void {
  const tokens = createTrackingTokens(secrets)
  route(unsubscribeSubscriber, async ({ sql, caller, aliasListId: listId, fields }) => ({
    data: await unsubscribeByToken(sql, caller, { tokens, listId, fields }),
  }))
}

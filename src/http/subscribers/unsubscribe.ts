import { invalid, notFound } from '../../contract/api/errors.ts'
import { unsubscribeSubscriber } from '../../contract/subscribers/unsubscribe.ts'
import type { Secrets } from '../../secrets.ts'
import { findFieldRules } from '../../store/lists/custom-fields.ts'
import { readerOf } from '../../store/responses/rows.ts'
import { recordUnsubscribe } from '../../store/responses/record.ts'
import { findSubscriberList, lockSubscriber } from '../../store/subscribers/rows.ts'
import { createTrackingTokens } from '../../tracking/token.ts'
import { presentSubscriber } from './present.ts'
import { repeated } from '../../database/retry.ts'
import type { Router } from '../route/bind.ts'

/** What the unsubscribe page does, for pages of the organization's own. */
export function unsubscribeRoutes(route: Router, secrets: Secrets): void {
  const tokens = createTrackingTokens(secrets)
  route(unsubscribeSubscriber, ({ sql: database, caller, aliasListId, fields: read }) =>
    repeated(() =>
      database.begin(async (sql) => {
        const { organization_id: organizationId } = caller
        if (aliasListId !== undefined) await findSubscriberList(sql, organizationId, aliasListId)
        const input = read()
        const token = tokens.read(input.token.trim())
        const isOfCaller = token?.kind === 'unsubscribe' && token.organizationId === organizationId
        // Another organization's is as wrong as one that was made up.
        if (!isOfCaller || (aliasListId ?? token.listId) !== token.listId) throw invalid('token is not valid')
        const list = await findSubscriberList(sql, organizationId, token.listId, { lock: true })
        if (token.subscriberId === 0) throw notFound('subscriber')
        const hasCounted = await recordUnsubscribe(sql, organizationId, readerOf(token), input.ip)
        if (!hasCounted) throw invalid('token is not valid')
        const row = await lockSubscriber(sql, organizationId, list.id, token.subscriberId)
        const fields = await findFieldRules(sql, organizationId, list.id)
        return { data: presentSubscriber(row, list, fields, caller) }
      }),
    ),
  )
}

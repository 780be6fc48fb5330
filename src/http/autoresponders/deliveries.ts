import { findUncertainMessages, resendMessages } from '../../actions/autoresponders/resend.ts'
import {
  listUncertainAutoresponderDeliveries,
  resendUncertainAutoresponderDeliveries,
} from '../../contract/autoresponders/deliveries.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { createMessageNames } from '../../links/verp.ts'
import { messageIdOf } from '../public/message-id.ts'
import type { Router } from '../route/bind.ts'
import { placeOf } from './routes.ts'

export function autoresponderDeliveryRoutes(route: Router, secrets: Secrets): void {
  const names = createMessageNames(secrets)

  route(listUncertainAutoresponderDeliveries, async (call) => {
    const { organization_id: organizationId, time_zone: zone } = call.caller
    const place = placeOf(call)
    const request = call.page()
    const { rows, count, fromEmail } = await findUncertainMessages(call.sql, call, place, request)
    const data = rows.map(({ occasion, since, ...row }) => ({
      ...row,
      message_id: messageIdOf(names, fromEmail, {
        organizationId,
        listId: place.listId,
        source: 'autoresponder',
        sourceId: place.id,
        subscriberId: row.subscriber_id,
        occasion,
      }),
      since: formatInstant(since.getTime(), zone),
    }))
    return { data, paging: pagingOf(request, count) }
  })

  route(resendUncertainAutoresponderDeliveries, async (call) => {
    return { data: { resent: await resendMessages(call.sql, call, placeOf(call), call.fields) } }
  })
}

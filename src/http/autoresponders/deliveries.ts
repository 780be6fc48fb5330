import {
  listUncertainAutoresponderDeliveries,
  resendUncertainAutoresponderDeliveries,
} from '../../contract/autoresponders/deliveries.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Secrets } from '../../secrets.ts'
import { findAutoresponder, requireAutoresponderList } from '../../store/autoresponders/rows.ts'
import { findAutoresponderContent } from '../../store/campaigns/message-content.ts'
import {
  findUncertainReactions,
  resendUncertainReactions,
} from '../../store/autoresponders/uncertain-reactions.ts'
import { createMessageNames } from '../../tracking/verp.ts'
import { messageIdOf } from '../public/message-id.ts'
import type { Router } from '../route/bind.ts'

export function autoresponderDeliveryRoutes(route: Router, secrets: Secrets): void {
  const names = createMessageNames(secrets)

  route(listUncertainAutoresponderDeliveries, async ({ sql, caller, params, page }) => {
    const { organization_id: organizationId } = caller
    const listId = params.mailing_list_id
    await requireAutoresponderList(sql, organizationId, listId)
    const { id } = await findAutoresponder(sql, organizationId, listId, params.id)
    const request = page()
    const autoresponder = { id, mailing_list_id: listId }
    const { rows, count } = await findUncertainReactions(sql, organizationId, autoresponder, request)
    const content = await findAutoresponderContent(sql, organizationId, id)
    const data = rows.map(({ occasion, since, ...row }) => ({
      ...row,
      message_id: messageIdOf(names, content?.fromEmail ?? '', {
        organizationId,
        listId,
        source: 'autoresponder',
        sourceId: id,
        subscriberId: row.subscriber_id,
        occasion,
      }),
      since: formatInstant(since.getTime(), caller.time_zone),
    }))
    return { data, paging: pagingOf(request, count) }
  })

  resendRoute(route)
}

function resendRoute(route: Router): void {
  route(resendUncertainAutoresponderDeliveries, ({ sql: database, caller, params, fields, audit }) =>
    database.begin(async (sql) => {
      const { organization_id: organizationId } = caller
      const listId = params.mailing_list_id
      await requireAutoresponderList(sql, organizationId, listId)
      const { id } = await findAutoresponder(sql, organizationId, listId, params.id)
      const { subscriber_ids: subscriberIds = null } = fields()
      const autoresponder = { id, mailing_list_id: listId }
      const resent = await resendUncertainReactions(sql, organizationId, autoresponder, subscriberIds)
      if (resent > 0) {
        const event = {
          kind: 'autoresponder.uncertain_resent',
          subject_type: 'Autoresponder',
          subject_id: id,
        }
        await audit(sql, { ...event, details: { resent } })
      }
      return { data: { resent } }
    }),
  )
}

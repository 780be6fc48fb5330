import { parseEmail } from '../contract/email.ts'
import { notFound } from '../contract/errors.ts'
import type { FieldRules } from '../contract/field-values.ts'
import { listSubscribers, listSubscribersByEmail, showSubscribers } from '../contract/subscribers.ts'
import { findFieldRules } from '../store/custom-fields.ts'
import { countSubscribers } from '../store/subscriber-counts.ts'
import { findSubscriberList, findSubscribers, findSubscribersByEmail } from '../store/subscribers.ts'
import type { PageTokens } from './page-token.ts'
import { presentSubscriber } from './present-subscriber.ts'
import type { Router } from './route.ts'
import { subscriberChangeRoutes } from './subscriber-changes.ts'
import { findAsked } from './subscriber-references.ts'

export function subscriberRoutes(route: Router, pageTokens: PageTokens): void {
  subscriberChangeRoutes(route)

  route(listSubscribers, async ({ sql, caller, params, query }) => {
    const organizationId = caller.organization_id
    const list = await findSubscriberList(sql, organizationId, params.mailing_list_id)
    const page = pageTokens.readPage(query, [organizationId, 'subscribers', list.id])
    const [found, count, fields] = await Promise.all([
      findSubscribers(sql, organizationId, list.id, page.start, page.perPage + 1),
      countSubscribers(sql, organizationId, list.id),
      findFieldRules(sql, organizationId, list.id),
    ])
    const { rows, paging } = pageTokens.answerPage(page, found, count)
    return { data: rows.map((row) => presentSubscriber(row, list, fields, caller)), paging }
  })

  route(showSubscribers, async ({ sql, caller, params }) => {
    const list = await findSubscriberList(sql, caller.organization_id, params.mailing_list_id)
    const rows = await findAsked(sql, caller.organization_id, list, params.ids)
    if (rows.length === 0) throw notFound('subscriber')
    const fields = await findFieldRules(sql, caller.organization_id, list.id)
    return { data: rows.map((row) => presentSubscriber(row, list, fields, caller)) }
  })

  route(listSubscribersByEmail, async ({ sql, caller, params }) => {
    const email = parseEmail(params.email)
    const found = email === null ? [] : await findSubscribersByEmail(sql, caller.organization_id, email.key)
    const fields = new Map<number, FieldRules[]>()
    for (const id of new Set(found.map(({ list }) => list.id))) {
      fields.set(id, await findFieldRules(sql, caller.organization_id, id))
    }
    return {
      data: found.map(({ list, subscriber }) => ({
        ...presentSubscriber(subscriber, list, fields.get(list.id) ?? [], caller),
        mailing_list: { id: list.id, name: list.name },
      })),
    }
  })
}

import { eventOf } from '../../actions/subscribers/history.ts'
import { notFound } from '../../contract/api/errors.ts'
import { listSubscriberEvents } from '../../contract/subscribers/history.ts'
import { findFieldRules } from '../../store/lists/custom-fields.ts'
import { findHistory } from '../../store/subscribers/history.ts'
import { findSubscriberList, findSubscribersById } from '../../store/subscribers/rows.ts'
import type { Router } from '../route/bind.ts'
import type { PageTokens } from '../route/page-token.ts'

export function subscriberHistoryRoutes(route: Router, pageTokens: PageTokens): void {
  route(listSubscriberEvents, async ({ sql, caller, params, query }) => {
    const { organization_id: organizationId, time_zone: zone } = caller
    const list = await findSubscriberList(sql, organizationId, params.mailing_list_id)
    const [row] = await findSubscribersById(sql, organizationId, list.id, [params.id])
    if (row === undefined) throw notFound('subscriber')
    const { part = null } = query
    const scope = [organizationId, 'subscriber_events', list.id, row.id, part]
    const page = pageTokens.readPage(query, scope)
    const before =
      'afterId' in page.start ? { id: page.start.afterId, key: page.start.afterName ?? '' } : null
    const person = { organizationId, listId: list.id, id: row.id }
    const found = await findHistory(sql, person, { part, before, limit: page.perPage + 1 })
    const rows = found.slice(0, page.perPage)
    const last = found.length > page.perPage ? rows.at(-1) : undefined
    const next = last === undefined ? null : { id: last.id, name: last.key }
    const count = { records: rows.length, isExact: next === null && before === null }
    const fields = await findFieldRules(sql, organizationId, list.id)
    return {
      data: rows.map((one) => eventOf(one, { fields, zone })),
      paging: pageTokens.answerUpTo({ ...page, page: null }, next, count),
    }
  })
}

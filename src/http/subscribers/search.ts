import { recordOf } from '../../actions/subscribers/record.ts'
import { searchPeople } from '../../actions/subscribers/search.ts'
import type { FieldRules } from '../../contract/lists/field-values.ts'
import { searchSubscribers } from '../../contract/subscribers/search.ts'
import { findFieldRules } from '../../store/lists/custom-fields.ts'
import { findSubscriberList } from '../../store/subscribers/rows.ts'
import { findSearchLists, type Place } from '../../store/subscribers/search.ts'
import type { Router } from '../route/bind.ts'
import type { PageTokens, TokenPage } from '../route/page-token.ts'

export function subscriberSearchRoutes(route: Router, pageTokens: PageTokens): void {
  route(searchSubscribers, async ({ sql, caller, query }) => {
    const organizationId = caller.organization_id
    const { q = '', status = null, order_by: order = 'email', mailing_list_id: listId } = query
    const lists =
      listId === undefined
        ? await findSearchLists(sql, organizationId)
        : [await findSubscriberList(sql, organizationId, listId)]
    const scope = [organizationId, 'search', listId ?? null, q, status, order]
    const page = pageTokens.readPage(query, scope)
    const wanted = { q, status, order, after: placeOf(page), perPage: page.perPage }
    const { rows, next, count } = await searchPeople(sql, organizationId, lists, wanted)
    const byId = new Map(lists.map((list) => [list.id, list]))
    const fields = new Map<number, FieldRules[]>()
    for (const id of new Set(rows.map((row) => row.mailing_list_id))) {
      fields.set(id, await findFieldRules(sql, organizationId, id))
    }
    const data = rows.flatMap((row) => {
      const list = byId.get(row.mailing_list_id)
      if (list === undefined) return []
      const rules = { list, fields: fields.get(list.id) ?? [], zone: caller.time_zone }
      return [{ ...recordOf(row, rules), mailing_list: { id: list.id, name: list.name } }]
    })
    const place = next === null ? null : { id: order === 'newest' ? next.id : next.listId, name: next.key }
    return { data, paging: pageTokens.answerUpTo({ ...page, page: null }, place, count) }
  })
}

/** A token has the id in the order `newest`, otherwise the list and the key. */
function placeOf({ start }: TokenPage): Place | null {
  if (!('afterId' in start)) return null
  return { id: start.afterId, listId: start.afterId, key: start.afterName ?? '' }
}

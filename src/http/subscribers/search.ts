import { recordOf } from '../../actions/subscribers/record.ts'
import { searchPeople } from '../../actions/subscribers/search.ts'
import { badRequest } from '../../contract/api/errors.ts'
import type { FieldRules } from '../../contract/lists/field-values.ts'
import type { SearchOrder } from '../../contract/subscribers/filters.ts'
import { searchSubscribers } from '../../contract/subscribers/search.ts'
import type { QueryTime } from '../../contract/api/query.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { EmailAddress } from '../../contract/values/email.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findFieldRules } from '../../store/lists/custom-fields.ts'
import {
  findSubscriberList,
  findSubscribersByAddress,
  findSubscribersByEmail,
  type SubscriberList,
  type SubscriberRow,
} from '../../store/subscribers/rows.ts'
import { findSearchLists, type SearchPosition } from '../../store/subscribers/search.ts'
import type { Router } from '../route/bind.ts'
import type { PageTokens, TokenPage } from '../route/page-token.ts'

export function subscriberSearchRoutes(route: Router, pageTokens: PageTokens): void {
  route(searchSubscribers, async ({ sql, caller, query }) => {
    const { mailing_list_id: listId } = query
    const list = listId === undefined ? null : await findSubscriberList(sql, caller.organization_id, listId)
    return findPeople(sql, caller, { pageTokens, list }, query)
  })
}

type Filters = {
  per_page: number
  page?: number | undefined
  page_token?: string | undefined
  q?: string | undefined
  email?: EmailAddress | undefined
  status?: SubscriberStatus | undefined
  created_since?: QueryTime | undefined
  updated_since?: QueryTime | undefined
  order_by?: SearchOrder | undefined
}

/** @param where.list null: all lists. */
export async function findPeople(
  sql: Sql,
  caller: Caller,
  { pageTokens, list }: { pageTokens: PageTokens; list: SubscriberList | null },
  query: Filters,
) {
  const organizationId = caller.organization_id
  const { q = '', status = null, order_by: order = 'email', email } = query
  if ((query.page ?? 0) > 0)
    throw badRequest('page cannot be given with a filter or an order: follow next_page_token')
  const createdSince = query.created_since?.in(caller.time_zone) ?? null
  const updatedSince = query.updated_since?.in(caller.time_zone) ?? null
  const times = [createdSince, updatedSince].map((time) => time?.getTime() ?? null)
  const scope = [organizationId, 'search', list?.id ?? null, q, status, order, ...times]
  const page = { ...pageTokens.readPage({ ...query, page: undefined }, scope), page: null }
  if (email !== undefined) {
    const found = await findByEmail(sql, organizationId, list, email)
    const rows = found.filter(
      ({ subscriber: row }) =>
        (status === null || row.status === status) &&
        (createdSince === null || row.created_at >= createdSince) &&
        (updatedSince === null || row.updated_at >= updatedSince),
    )
    if (rows.length > page.perPage) throw badRequest(`${rows.length} subscribers have this address: ask for larger pages, or for one list`) // oxfmt-ignore
    const data = await present(sql, caller, rows)
    return { data, paging: pageTokens.answerUpTo(page, null, { records: rows.length, isExact: true }) }
  }
  const lists = list === null ? await findSearchLists(sql, organizationId) : [list]
  const wanted = { q, status, createdSince, updatedSince, order, after: placeOf(page), perPage: page.perPage }
  const { rows, next, count } = await searchPeople(sql, organizationId, lists, wanted)
  const byId = new Map(lists.map((one) => [one.id, one]))
  const people = rows.flatMap((subscriber) => {
    const of = byId.get(subscriber.mailing_list_id)
    return of === undefined ? [] : [{ list: of, subscriber }]
  })
  const place = next === null ? null : { id: order === 'newest' ? next.id : next.listId, name: next.key }
  return { data: await present(sql, caller, people), paging: pageTokens.answerUpTo(page, place, count) }
}

type Person = { list: SubscriberList; subscriber: SubscriberRow }

async function findByEmail(
  sql: Sql,
  organizationId: number,
  list: SubscriberList | null,
  { key }: EmailAddress,
): Promise<Person[]> {
  if (list === null) return findSubscribersByEmail(sql, organizationId, key)
  const rows = await findSubscribersByAddress(sql, organizationId, list, [key])
  return rows.map((subscriber) => ({ list, subscriber }))
}

async function present(sql: Sql, caller: Caller, people: readonly Person[]) {
  const fields = new Map<number, FieldRules[]>()
  for (const id of new Set(people.map(({ list }) => list.id))) {
    fields.set(id, await findFieldRules(sql, caller.organization_id, id))
  }
  return people.map(({ list, subscriber }) => ({
    ...recordOf(subscriber, { list, fields: fields.get(list.id) ?? [], zone: caller.time_zone }),
    mailing_list: { id: list.id, name: list.name },
  }))
}

/** A token has the id in the order `newest`, otherwise the list and the key. */
function placeOf({ start }: TokenPage): SearchPosition | null {
  if (!('afterId' in start)) return null
  return { id: start.afterId, listId: start.afterId, key: start.afterName ?? '' }
}

import { recordOf } from '../../actions/subscribers/record.ts'
import { findByAddress } from '../../actions/subscribers/references.ts'
import { searchPeople } from '../../actions/subscribers/search.ts'
import { badRequest } from '../../contract/api/errors.ts'
import type { SearchOrder } from '../../contract/subscribers/filters.ts'
import { searchSubscribers } from '../../contract/subscribers/search.ts'
import type { QueryTime } from '../../contract/api/query.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { EmailAddress } from '../../contract/values/email.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findFieldRules, type FieldNames } from '../../store/lists/custom-fields.ts'
import {
  findSubscriberList,
  findSubscribersByEmail,
  type SubscriberList,
  type SubscriberRow,
} from '../../store/subscribers/rows.ts'
import { findSearchLists, type SearchPosition } from '../../store/subscribers/search.ts'
import type { Router } from '../route/bind.ts'
import { smallId } from '../route/call.ts'
import type { PageTokens, TokenPage } from '../route/page-token.ts'

export function subscriberSearchRoutes(route: Router, pageTokens: PageTokens): void {
  route(searchSubscribers, async ({ sql, caller, query }) => {
    const { mailing_list_id: listId } = query
    const ofList = listId === undefined ? null : smallId(listId, 'mailing list')
    return findPeople(sql, caller, { pageTokens, listId: ofList }, query)
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

type Where = { pageTokens: PageTokens; /** null: all lists. */ listId: number | null }

export async function findPeople(sql: Sql, caller: Caller, where: Where, query: Filters) {
  const { email } = query
  if (email !== undefined) return findWithAddress(sql, caller, where, { ...query, email })
  const organizationId = caller.organization_id
  const { q = '', status = null, order_by: order = 'email' } = query
  const list = where.listId === null ? null : await findSubscriberList(sql, organizationId, where.listId)
  const { page, createdSince, updatedSince } = readFilters(caller, where, query)
  const lists = list === null ? await findSearchLists(sql, organizationId) : [list]
  const wanted = { q, status, createdSince, updatedSince, order, after: placeOf(page), perPage: page.perPage }
  const { rows, next, count } = await searchPeople(sql, organizationId, lists, wanted)
  const byId = new Map(lists.map((one) => [one.id, one]))
  const people = rows.flatMap((subscriber) => {
    const of = byId.get(subscriber.mailing_list_id)
    return of === undefined ? [] : [{ list: of, subscriber }]
  })
  const place = next === null ? null : { id: order === 'newest' ? next.id : next.listId, name: next.key }
  const data = await present(sql, caller, people)
  return { data, paging: where.pageTokens.answerUpTo(page, place, count) }
}

function readFilters(
  { organization_id: organizationId, time_zone: zone }: Caller,
  where: Where,
  query: Filters,
) {
  const { q = '', status = null, order_by: order = 'email' } = query
  if ((query.page ?? 0) > 0)
    throw badRequest('page cannot be given with a filter or an order: follow next_page_token')
  const createdSince = query.created_since?.in(zone) ?? null
  const updatedSince = query.updated_since?.in(zone) ?? null
  const times = [createdSince, updatedSince].map((time) => time?.getTime() ?? null)
  const scope = [organizationId, 'search', where.listId, q, status, order, ...times]
  const page = { ...where.pageTokens.readPage({ ...query, page: undefined }, scope), page: null }
  return { page, createdSince, updatedSince }
}

/** Without further pages. */
async function findWithAddress(
  sql: Sql,
  caller: Caller,
  where: Where,
  query: Filters & { email: EmailAddress },
) {
  const { people, fields } = await findWithFields(sql, caller.organization_id, where.listId, query.email)
  const { page, createdSince, updatedSince } = readFilters(caller, where, query)
  const { status = null } = query
  const rows = people.filter(
    ({ subscriber: row }) =>
      (status === null || row.status === status) &&
      (createdSince === null || row.created_at >= createdSince) &&
      (updatedSince === null || row.updated_at >= updatedSince),
  )
  if (rows.length > page.perPage) throw badRequest(`${rows.length} subscribers have this address: ask for larger pages, or for one list`) // oxfmt-ignore
  const data = await present(sql, caller, rows, fields)
  const count = { records: rows.length, isExact: true }
  return { data, paging: where.pageTokens.answerUpTo(page, null, count) }
}

type Person = { list: SubscriberList; subscriber: SubscriberRow }
type FieldsOfLists = Map<number, FieldNames[]>

/** `fields`: those that were read together with the people. */
async function findWithFields(
  sql: Sql,
  organizationId: number,
  listId: number | null,
  email: EmailAddress,
): Promise<{ people: Person[]; fields: FieldsOfLists }> {
  if (listId === null)
    return { people: await findSubscribersByEmail(sql, organizationId, email.key), fields: new Map() }
  const { list, fields, rows } = await findByAddress(sql, organizationId, listId, email)
  return { people: rows.map((subscriber) => ({ list, subscriber })), fields: new Map([[listId, fields]]) }
}

async function present(
  sql: Sql,
  caller: Caller,
  people: readonly Person[],
  fields: FieldsOfLists = new Map(),
) {
  for (const id of new Set(people.map(({ list }) => list.id))) {
    if (!fields.has(id)) fields.set(id, await findFieldRules(sql, caller.organization_id, id))
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

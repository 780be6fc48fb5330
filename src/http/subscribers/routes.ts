import { findListPage } from '../../actions/subscribers/list-page.ts'
import { recordOf } from '../../actions/subscribers/record.ts'
import { findAsked } from '../../actions/subscribers/references.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { badRequest, notFound } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { FieldRules } from '../../contract/lists/field-values.ts'
import {
  listSubscribers,
  listSubscribersByEmail,
  showSubscribers,
} from '../../contract/subscribers/endpoints.ts'
import { hasPersonFilter } from '../../contract/subscribers/filters.ts'
import { findFieldRules } from '../../store/lists/custom-fields.ts'
import { boundOf } from '../../store/segments/counting/in-ranges.ts'
import { findSubscriberList, findSubscribersByEmail } from '../../store/subscribers/rows.ts'
import { smallId } from '../route/call.ts'
import type { PageTokens } from '../route/page-token.ts'
import type { Router } from '../route/bind.ts'
import { bulkChangeRoutes } from './bulk-changes.ts'
import { subscriberChangeRoutes } from './changes.ts'
import { subscriberHistoryRoutes } from './history.ts'
import { findPeople, subscriberSearchRoutes } from './search.ts'
import { triggerAutoresponderRoutes } from '../autoresponders/trigger.ts'

/** @param bound of the count of a segment: one statement may take 10 s, and has less of it. */
export function subscriberRoutes(route: Router, pageTokens: PageTokens, bound = boundOf(12_000)): void {
  subscriberChangeRoutes(route)
  subscriberSearchRoutes(route, pageTokens)
  subscriberHistoryRoutes(route, pageTokens)
  bulkChangeRoutes(route)
  triggerAutoresponderRoutes(route)

  route(listSubscribers, async ({ sql, caller, params, query }) => {
    const organizationId = caller.organization_id
    const { segment_id: segmentId = null } = query
    if (hasPersonFilter(query) && segmentId === null) {
      const listId = smallId(params.mailing_list_id, 'mailing list')
      return findPeople(sql, caller, { pageTokens, listId }, query)
    }
    const list = await findSubscriberList(sql, organizationId, params.mailing_list_id)
    if (hasPersonFilter(query))
      throw badRequest('segment_id cannot be combined with other filters, or an order')
    const scope = segmentId === null ? [] : ['segment', segmentId]
    const page = pageTokens.readPage(query, [organizationId, 'subscribers', list.id, ...scope])
    const fields = await findFieldRules(sql, organizationId, list.id)
    const counted = 'afterName' in page.start ? countIn(page.start.afterName) : undefined
    const wanted = { start: page.start, limit: page.perPage + 1, bound, counted }
    const found = await findListPage(sql, caller, { listId: list.id, segmentId }, wanted)
    const rows = found.rows.slice(0, page.perPage)
    const nextId = found.rows.length > page.perPage ? (rows.at(-1)?.id ?? null) : found.nextAfterId
    const name = segmentId === null ? '' : textOf(found.count)
    const next = nextId === null ? null : { id: nextId, name }
    return {
      data: rows.map((row) => recordOf(row, { list, fields, zone: caller.time_zone })),
      paging: pageTokens.answerUpTo(page, next, found.count),
    }
  })

  route(showSubscribers, async ({ sql, caller, params }) => {
    const listId = smallId(params.mailing_list_id, 'mailing list')
    const { list, fields, rows } = await findAsked(sql, caller.organization_id, listId, params.ids)
    if (rows.length === 0) throw notFound('subscriber')
    return { data: rows.map((row) => recordOf(row, { list, fields, zone: caller.time_zone })) }
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
        ...recordOf(subscriber, { list, fields: fields.get(list.id) ?? [], zone: caller.time_zone }),
        mailing_list: { id: list.id, name: list.name },
      })),
    }
  })
}

/** The token of the next page has the count of this one, so that a large list is counted once for all its pages. */
function textOf({ records, isExact, estimate = null }: Count): string {
  const about = estimate === null ? '' : `~${estimate.number}~${estimate.from}~${estimate.to}`
  return `${records}${isExact ? '' : '+'}${about}`
}

function countIn(text = ''): Count | undefined {
  const [, records, more, number, from, to] = /^(\d+)(\+?)(?:~(\d+)~(\d+)~(\d+))?$/.exec(text) ?? []
  if (records === undefined) return undefined
  const estimate =
    number === undefined ? null : { number: Number(number), from: Number(from), to: Number(to) }
  return { records: Number(records), isExact: more === '', estimate }
}

import { recordOf } from '../../actions/subscribers/record.ts'
import { findAsked } from '../../actions/subscribers/references.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { notFound } from '../../contract/api/errors.ts'
import type { FieldRules } from '../../contract/lists/field-values.ts'
import {
  listSubscribers,
  listSubscribersByEmail,
  showSubscribers,
} from '../../contract/subscribers/endpoints.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findFieldRules } from '../../store/lists/custom-fields.ts'
import { findSelected } from '../../store/segments/subscribers.ts'
import { findSegment } from '../../store/segments/rows.ts'
import { countSubscribers } from '../../store/subscribers/counts.ts'
import { findSubscriberList, findSubscribers, findSubscribersByEmail } from '../../store/subscribers/rows.ts'
import type { PageTokens, TokenPage } from '../route/page-token.ts'
import type { Router } from '../route/bind.ts'
import { bulkChangeRoutes } from './bulk-changes.ts'
import { subscriberChangeRoutes } from './changes.ts'
import { subscriberHistoryRoutes } from './history.ts'
import { subscriberSearchRoutes } from './search.ts'
import { triggerAutoresponderRoutes } from '../autoresponders/trigger.ts'

export function subscriberRoutes(route: Router, pageTokens: PageTokens): void {
  subscriberChangeRoutes(route)
  subscriberSearchRoutes(route, pageTokens)
  subscriberHistoryRoutes(route, pageTokens)
  bulkChangeRoutes(route)
  triggerAutoresponderRoutes(route)

  route(listSubscribers, async ({ sql, caller, params, query }) => {
    const organizationId = caller.organization_id
    const list = await findSubscriberList(sql, organizationId, params.mailing_list_id)
    const { segment_id: segmentId = null } = query
    const scope = segmentId === null ? [] : ['segment', segmentId]
    const page = pageTokens.readPage(query, [organizationId, 'subscribers', list.id, ...scope])
    const fields = await findFieldRules(sql, organizationId, list.id)
    const found = await findPage(sql, caller, { listId: list.id, segmentId }, page)
    const { rows, paging } = pageTokens.answerPage(page, found.rows, found.count)
    return { data: rows.map((row) => recordOf(row, { list, fields, zone: caller.time_zone })), paging }
  })

  route(showSubscribers, async ({ sql, caller, params }) => {
    const list = await findSubscriberList(sql, caller.organization_id, params.mailing_list_id)
    const rows = await findAsked(sql, caller.organization_id, list, params.ids)
    if (rows.length === 0) throw notFound('subscriber')
    const fields = await findFieldRules(sql, caller.organization_id, list.id)
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

/** Up to one row more than the page holds, and the total. `segmentId` null: the whole list. */
async function findPage(
  sql: Sql,
  caller: Caller,
  { listId, segmentId }: { listId: number; segmentId: number | null },
  { start, perPage }: TokenPage,
) {
  const { organization_id: organizationId, time_zone: timeZone } = caller
  if (segmentId !== null) {
    const { clauses } = await findSegment(sql, organizationId, segmentId, listId)
    const page = { start, limit: perPage + 1 }
    return findSelected(sql, { organizationId, listId, timeZone }, clauses, page)
  }
  const [rows, count] = await Promise.all([
    findSubscribers(sql, organizationId, listId, { start, limit: perPage + 1 }),
    countSubscribers(sql, organizationId, listId),
  ])
  return { rows, count }
}

import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { suppressionListRoutes } from '../../../src/http/resources/suppression-lists.ts'
import { aList } from '../core/records.ts'
import { aSubscriberApi } from './subscribers.ts'

type Segment = { id: number; name: string; description: string; clauses: object[]; criteria_json: string }

/** An API with a list of organization A, and a shorthand that saves segments of it. */
export async function aSegmentList(attributes: object = {}) {
  const api = await aSubscriberApi(segmentRoutes, suppressionListRoutes, customFieldRoutes, campaignRoutes)
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId, attributes)
  const path = `mailing_lists/${listId}/segments`
  const create = (clauses: unknown, name = 'Segment') =>
    api.call<Segment>('POST', path, { segment: { name, clauses } })
  return { api, call: api.call, sql: api.sql, organizationId, listId, path, create }
}

export const active = { type: 'subscriber_status', operator: 'is', value: 'active' }

import { showSubscriberCounts, showSubscriberCountsOfOrganization } from '../contract/subscriber-counts.ts'
import { findSubscriberCounts } from '../store/subscriber-counts.ts'
import { placeOf } from './resources.ts'
import type { Router } from './route.ts'

export function subscriberCountRoutes(route: Router): void {
  for (const definition of [showSubscriberCounts, showSubscriberCountsOfOrganization] as const) {
    route(definition, async (call) => {
      const { sql, organizationId } = await placeOf(call)
      return { data: await findSubscriberCounts(sql, organizationId) }
    })
  }
}

import {
  showSubscriberCounts,
  showSubscriberCountsOfOrganization,
} from '../../contract/subscribers/counts.ts'
import { findSubscriberCounts } from '../../store/subscribers/counts.ts'
import { placeOf } from '../resources/routes.ts'
import type { Router } from '../route/bind.ts'

export function subscriberCountRoutes(route: Router): void {
  for (const definition of [showSubscriberCounts, showSubscriberCountsOfOrganization] as const) {
    route(definition, async (call) => {
      const { sql, organizationId } = await placeOf(call)
      return { data: await findSubscriberCounts(sql, organizationId) }
    })
  }
}

import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { foldedMessages } from './folded-deliveries.ts'

/** A column: which content of the campaign the subscriber got, by two look-ups of whole keys. */
export function contentSentTo(
  sql: Sql,
  organizationId: number,
  campaignId: number,
  subscriber: Fragment,
): Fragment {
  const folded = foldedMessages(sql, organizationId, sql`f.campaign_id = ${campaignId}`, subscriber)
  return sql`
    coalesce((
      select content_id from deliveries
      where organization_id = ${organizationId} and campaign_id = ${campaignId}
        and autoresponder_id is null and subscriber_id = ${subscriber}
      order by occasion limit 1), (select content_id from (${folded}) folded limit 1))`
}

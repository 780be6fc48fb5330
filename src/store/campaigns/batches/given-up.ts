import type { Transaction } from '../../../database/driver/connection.ts'
import { addStats } from '../stats.ts'

type Given = { content_id: number | null; format: 'html' | 'text' | 'multipart'; count: number }

/**
 * Does not touch messages in progress: their sender calls this when it knows their results. Call it before anything is
 * counted for the campaign.
 */
export async function giveUpDeferred(
  sql: Transaction,
  organizationId: number,
  campaignId: number,
): Promise<void> {
  const given = await sql<Given[]>`
    with given as (
      update deliveries d
      set state = 'skipped', next_attempt_at = null, diagnostic = 'its campaign ended before it could be sent'
      where d.organization_id = ${organizationId} and d.campaign_id = ${campaignId} and d.autoresponder_id is null
        and d.state = 'deferred'
        and exists (select from campaigns c where c.organization_id = ${organizationId} and c.id = ${campaignId}
          and c.state in ('cancelled', 'failed'))
        and not exists (select from sending_batches b where b.organization_id = ${organizationId}
          and b.campaign_id = ${campaignId} and d.subscriber_id = any(b.subscriber_ids))
      returning d.content_id, d.format)
    select content_id, format, count(*) as count from given group by 1, 2`
  await addStats(
    sql,
    organizationId,
    { campaignId },
    given.map(({ content_id: contentId, format, count }) => ({
      contentId,
      counts: { in_queue: -count, [`sent_${format}`]: -count, skips_error: count },
    })),
  )
}

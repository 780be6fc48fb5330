import { AppError } from '../../contract/api/errors.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { countDeliveries } from '../campaigns/deliveries.ts'
import { addStats } from '../campaigns/stats.ts'
import { forgetAttachments } from '../resources/attachments.ts'
import { skipTried } from './reaction-outcomes.ts'

/**
 * The row stays, because deliveries, links and counters belong to it, but nothing finds or triggers it any more. The
 * caller holds the lock of the list's autoresponders. A message that is being handed over still leaves.
 * @returns how many messages were waiting. @throws AppError `validation_failed` with the autoresponders that follow it.
 */
export async function deleteAutoresponder(
  sql: Transaction,
  organizationId: number,
  id: number,
): Promise<number> {
  const dependencies = await sql<{ type: string; id: number }[]>`
    select 'Autoresponder' as type, id from autoresponders
    where organization_id = ${organizationId} and id <> ${id} and deleted_at is null
      and ${id} in (trigger_autoresponder_to_open_id, trigger_autoresponder_to_click_id,
        trigger_autoresponder_to_send_id)
    order by id`
  if (dependencies.length > 0) {
    const message = 'autoresponder cannot be deleted while others are triggered by it'
    throw new AppError('validation_failed', message, { data: { dependencies } })
  }
  // Without a reference and a flag, the trigger subscription never fires. Paused, it sends nothing that slipped in.
  const carried = await sql<{ id: number }[]>`
    select distinct unnest(content_attachment_ids) as id from autoresponders
    where organization_id = ${organizationId} and (id = ${id} or sequence_id = ${id})`
  await sql`
    update autoresponders
    set content_attachment_ids = '{}', deleted_at = now(), paused = true, paused_at = least(paused_at, now()), trigger = 'subscription',
      trigger_include_subscribers_from_import = false, trigger_run_on_api = false,
      trigger_campaign_to_open_id = null, trigger_campaign_to_click_id = null,
      trigger_autoresponder_to_open_id = null, trigger_autoresponder_to_click_id = null,
      trigger_autoresponder_to_send_id = null, segmentation_criteria_id = null, special_sending_rule_id = null, virtual_mta_id = null,
      bounce_email_user_id = null, bounce_email_domain_id = null
    where organization_id = ${organizationId} and id = ${id}`
  await sql`
    update autoresponders
    set content_attachment_ids = '{}', deleted_at = least(deleted_at, now()), paused = true, segmentation_criteria_id = null
    where organization_id = ${organizationId} and sequence_id = ${id}`
  const ids = carried.map((file) => file.id)
  await forgetAttachments(sql, organizationId, ids)
  const gone = await sql<{ id: number; autoresponder_id: number; attempts: number }[]>`
    delete from autoresponder_reactions
    where organization_id = ${organizationId} and not handed_over
      and (autoresponder_id = ${id} or sequence_id = ${id}
        or autoresponder_id in (select id from sequence_steps
          where organization_id = ${organizationId} and sequence_id = ${id}))
    returning id, autoresponder_id, attempts`
  const tried = gone.filter(({ attempts }) => attempts > 0)
  const steps = new Set(tried.map((row) => row.autoresponder_id))
  for (const autoresponderId of [...steps].toSorted((one, other) => one - other)) {
    const ids = tried.filter((row) => row.autoresponder_id === autoresponderId).map((row) => row.id)
    const moved = await skipTried(sql, organizationId, autoresponderId, ids)
    await addStats(sql, organizationId, { autoresponderId }, countDeliveries(moved))
  }
  return gone.length
}

import { AppError } from '../../contract/api/errors.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { countDeliveries } from '../campaigns/deliveries.ts'
import { addStats } from '../campaigns/stats.ts'
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
  await sql`
    update autoresponders
    set deleted_at = now(), paused = true, paused_at = coalesce(paused_at, now()), trigger = 'subscription',
      trigger_include_subscribers_from_import = false, trigger_run_on_api = false,
      trigger_campaign_to_open_id = null, trigger_campaign_to_click_id = null,
      trigger_autoresponder_to_open_id = null, trigger_autoresponder_to_click_id = null,
      trigger_autoresponder_to_send_id = null, segmentation_criteria_id = null, virtual_mta_id = null,
      bounce_email_user_id = null, bounce_email_domain_id = null
    where organization_id = ${organizationId} and id = ${id}`
  const [gone] = await sql<{ count: number; tried: number[] }[]>`
    with gone as (
      delete from autoresponder_reactions
      where organization_id = ${organizationId} and autoresponder_id = ${id} and not handed_over
      returning id, attempts)
    select count(*), coalesce(jsonb_agg(id) filter (where attempts > 0), '[]') as tried from gone`
  const moved = await skipTried(sql, organizationId, id, gone?.tried ?? [])
  await addStats(sql, organizationId, { autoresponderId: id }, countDeliveries(moved))
  return gone?.count ?? 0
}

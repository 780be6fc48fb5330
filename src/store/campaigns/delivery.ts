import type { Sql } from '../../database/driver/connection.ts'
import type { Delivery } from './rows.ts'

export async function findListDelivery(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<{ delivery: Delivery; seedListIds: number[] }> {
  const [row] = await sql<(Delivery & { seed_list_ids: number[] })[]>`
    select d_from_name as from_name, d_from_email as from_email, d_reply_to as reply_to,
      d_sender_email as sender_email, d_speed as speed, true as track_opens, true as track_links,
      d_virtual_mta_id as virtual_mta_id, d_url_domain_id as url_domain_id,
      d_bounce_email_user_id as bounce_email_user_id, d_bounce_email_domain_id as bounce_email_domain_id,
      d_autowinner_enabled as autowinner_enabled, d_autowinner_percentage::text as autowinner_percentage,
      d_autowinner_delay_amount as autowinner_delay_amount, d_autowinner_delay_unit as autowinner_delay_unit,
      d_autowinner_metric as autowinner_metric, null::integer as special_sending_rule_id,
      null::integer as time_zone_field_id, null::integer as spread_hours, (
        select coalesce(jsonb_agg(seed_list_id), '[]') from mailing_list_seed_lists s
        where s.organization_id = ${organizationId} and s.mailing_list_id = l.id) as seed_list_ids
    from mailing_lists l where l.organization_id = ${organizationId} and l.id = ${listId}`
  if (row === undefined) throw new Error('there is no such mailing list')
  const { seed_list_ids: seedListIds, ...delivery } = row
  return { delivery, seedListIds }
}

import type { Sql } from '../../database/driver/connection.ts'
import { filesOf } from './campaign-state.ts'

export type AutoresponderParts = { id: number; mailing_list_id: number; paused: boolean } & Record<
  'content' | 'audience' | 'sender' | 'time',
  string
>

/** Of a sequence with its steps, by the id of its first message or of a step. Ids of steps are no part of the digests. */
export async function findAutoresponderParts(
  sql: Sql,
  organizationId: number,
  id: number,
): Promise<AutoresponderParts | null> {
  const whole = sql`a.organization_id = ${organizationId} and a.deleted_at is null
    and (a.id = first.id or a.sequence_id = first.id)`
  const [row] = await sql<AutoresponderParts[]>`
    select first.id, first.mailing_list_id, first.paused,
      (select md5(jsonb_agg(jsonb_build_array(a.content_subject, a.content_format, a.content_html, a.content_text,
        a.content_document, a.content_language, a.track_opens, a.track_links, ${filesOf(sql, organizationId, 'a.content_attachment_ids')}) order by a.id)::text)
        from autoresponders a where ${whole}) as content,
      (select md5(jsonb_agg(jsonb_build_array(a.trigger, a.trigger_include_subscribers_from_import, a.trigger_run_on_api,
        a.trigger_campaign_to_open_id, a.trigger_autoresponder_to_open_id, a.trigger_autoresponder_to_send_id,
        a.trigger_campaign_to_click_id, a.trigger_autoresponder_to_click_id, a.trigger_click_on_any_url,
        a.trigger_click_urls, g.clauses) order by a.id)::text)
        from autoresponders a left join segments g
          on g.organization_id = ${organizationId} and g.id = a.segmentation_criteria_id
        where ${whole}) as audience,
      (select md5(jsonb_agg(jsonb_build_array(a.use_external_delivery_setting, a.from_name, a.from_email, a.reply_to,
        a.virtual_mta_id, a.url_domain_id) order by a.id)::text)
        from autoresponders a where ${whole}) as sender,
      (select md5(jsonb_agg(jsonb_build_array(a.delay, a.delay_amount, a.delay_unit, a.delay_time,
        a.special_sending_rule_id) order by a.id)::text)
        from autoresponders a where ${whole}) as time
    from autoresponders given
    join autoresponders first
      on first.organization_id = ${organizationId} and first.id = coalesce(given.sequence_id, given.id)
    where given.organization_id = ${organizationId} and given.id = ${id} and first.deleted_at is null`
  return row ?? null
}

/** Whether one that is not paused has the segment, also by another segment that names it. */
export async function isOfActiveAutoresponder(
  sql: Sql,
  organizationId: number,
  segmentId: number,
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    with recursive naming (id) as (
      select ${segmentId}::integer
      union
      select g.id from naming n join segments g on g.organization_id = ${organizationId}
        and jsonb_path_exists(g.clauses, '$.**.segment.id ? (@ == $id)', jsonb_build_object('id', n.id)))
    select exists (
      select 1 from autoresponders a
      join autoresponders first
        on first.organization_id = ${organizationId} and first.id = coalesce(a.sequence_id, a.id)
      where a.organization_id = ${organizationId} and a.segmentation_criteria_id in (select id from naming)
        and a.deleted_at is null and not first.paused) as found`
  return row?.found === true
}

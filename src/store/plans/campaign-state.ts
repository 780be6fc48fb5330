import type { CampaignState } from '../../contract/campaigns/states.ts'
import type { Part } from '../../contract/plans/effects.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

export type CampaignParts = {
  id: number
  mailing_list_id: number
  segmentation_criteria_id: number | null
  is_remote: boolean
  state: CampaignState
  paused: boolean
  begins_at: Date | null
  is_due: boolean
  time_zone: string
  clauses: Clause[] | null
} & Record<'content' | 'audience' | 'sender' | 'time', string>

export const campaignParts = ['content', 'audience', 'sender', 'time'] as const satisfies readonly Part[]

/**
 * What a campaign would send, to whom, as whom and when, a digest each. Ids that a repeated call would not get again are not part
 * of them.
 */
export async function findCampaignParts(
  sql: Sql,
  organizationId: number,
  id: number,
): Promise<CampaignParts | null> {
  const [row] = await sql<CampaignParts[]>`
    with recursive used (id, clauses) as (
      select g.id, g.clauses from campaigns c
      join segments g on g.organization_id = ${organizationId} and g.id = c.segmentation_criteria_id
      where c.organization_id = ${organizationId} and c.id = ${id}
      union
      select g.id, g.clauses from used u
      cross join lateral jsonb_path_query(u.clauses, '$.**.segment.id') named (segment)
      join segments g on g.organization_id = ${organizationId} and to_jsonb(g.id) = named.segment)
    select c.id, c.mailing_list_id, c.segmentation_criteria_id, c.state, c.paused, c.begins_at, o.time_zone,
      c.segmentation_criteria_remote_sql is not null as is_remote,
      coalesce(c.begins_at <= now(), false) as is_due,
      (select g.clauses from segments g
        where g.organization_id = ${organizationId} and g.id = c.segmentation_criteria_id) as clauses,
      md5(jsonb_build_array(o.html_header, o.html_footer, o.text_header, o.text_footer, o.custom_headers,
        l.custom_headers, c.track_opens, c.track_links, c.autowinner_enabled, c.autowinner_percentage,
        c.autowinner_delay_amount, c.autowinner_delay_unit, c.autowinner_metric, (
        select jsonb_agg(jsonb_build_array(to_jsonb(t) - array['id', 'campaign_id', 'attachment_ids'],
          ${filesOf(sql, organizationId, 't.attachment_ids')}) order by t.position) from campaign_contents t
        where t.organization_id = ${organizationId} and t.campaign_id = c.id))::text) as content,
      md5(jsonb_build_array(c.mailing_list_id, c.segmentation_criteria_remote_sql,
        (select jsonb_agg(u.clauses order by u.clauses::text) from used u), (
        select jsonb_agg(to_jsonb(d) order by d.id) from seed_lists d
        join campaign_seed_lists s on s.organization_id = d.organization_id and s.seed_list_id = d.id
        where s.organization_id = ${organizationId} and s.campaign_id = c.id))::text) as audience,
      md5(jsonb_build_array(c.from_name, c.from_email, c.reply_to, c.sender_email, c.virtual_mta_id, c.url_domain_id,
        c.bounce_email_user_id, c.bounce_email_domain_id)::text) as sender,
      md5(jsonb_build_array(case when c.begins_at > now() then c.begins_at end, c.local_begins_at, c.time_zone_field_id,
        c.speed, c.spread_hours, (
        select to_jsonb(r) from special_sending_rules r
        where r.organization_id = ${organizationId} and r.id = c.special_sending_rule_id))::text) as time
    from campaigns c
    join organizations o on o.id = c.organization_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.id = ${id}`
  return row ?? null
}

/** What messages carry, by what it is: a copy of a file has another id. */
export function filesOf(
  sql: Sql,
  organizationId: number,
  column: 't.attachment_ids' | 'a.content_attachment_ids',
): Fragment {
  const ids = sql(column)
  return sql`(
    select jsonb_agg(jsonb_build_array(f.filename, encode(f.sha256, 'hex')) order by array_position(${ids}, f.id))
    from attachments f where f.organization_id = ${organizationId} and f.id = any(${ids}))`
}

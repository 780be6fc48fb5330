import type { ContentInput } from '../../contract/campaigns/input.ts'
import type { AttachmentRecord } from '../../contract/resources/attachments.ts'
import type { CampaignState } from '../../contract/campaigns/states.ts'
import type { autowinnerMetrics, delayUnits } from '../../contract/lists/input.ts'
import { notFound } from '../../contract/api/errors.ts'
import type { RemoteProgress } from '../../contract/lists/remote-query.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { attachmentsOf } from '../resources/attachments.ts'
import { remoteProgress } from '../remote-lists/queries.ts'
import { campaignKind, lockJobAndCampaign, resendKind } from './claims.ts'

type Named = { id: number; name: string }

export type Delivery = {
  from_name: string
  from_email: string
  reply_to: string
  sender_email: string
  speed: number
  track_opens: boolean
  track_links: boolean
  virtual_mta_id: number | null
  url_domain_id: number | null
  bounce_email_user_id: number | null
  bounce_email_domain_id: number | null
  autowinner_enabled: boolean
  autowinner_percentage: string | null
  autowinner_delay_amount: number | null
  autowinner_delay_unit: (typeof delayUnits)[number] | null
  autowinner_metric: (typeof autowinnerMetrics)[number] | null
  special_sending_rule_id: number | null
  /** The custom field with the time zone of each recipient. null: it begins for all at once. */
  time_zone_field_id: number | null
  spread_hours: number | null
}

export type CampaignElementRow = {
  id: number
  name: string
  mailing_list_id: number
  mailing_list_name: string
  organization_id: number
  organization_name: string
  segmentation_criteria_id: number | null
  archived: boolean
  created_at: Date
  updated_at: Date
  has_dispatch: boolean
  state: CampaignState
  paused: boolean
  begins_at: Date | null
  started_at: Date | null
  finished_at: Date | null
}

export type CampaignRow = CampaignElementRow &
  Delivery & {
    template: boolean
    list_from_email: string
    error_message: string | null
    waiting_for: string
    remote_query: RemoteProgress | null
    /** With an automatic winner first the test group, then the rest. */
    pass: 'all' | 'test' | 'rest'
    /** When the winner is chosen; null until all test messages were sent. */
    decide_at: Date | null
    winning_content_id: number | null
    /** null: an ad hoc segment, or none. */
    segmentation_criteria_name: string | null
    segmentation_criteria_remote_sql: string | null
    virtual_mta_name: string | null
    virtual_mta_type: string | null
    url_domain_domain: string | null
    bounce_email_email: string | null
    special_sending_rule_name: string | null
    time_zone_field_name: string | null
    local_begins_at: string | null
    starts_at: Date | null
    contents: (ContentInput & { id: number; attachments: AttachmentRecord[] })[]
    seed_lists: Named[]
  }

/** Templates are stored as campaigns; each call works on one of the two. */
export type CampaignKind = 'campaign' | 'template'

export function elementColumns(sql: Sql) {
  return sql`c.id, c.name, c.mailing_list_id, l.name as mailing_list_name, c.organization_id,
    o.name as organization_name, c.segmentation_criteria_id, c.archived, c.created_at, c.updated_at,
    c.has_dispatch, c.state, c.paused, c.begins_at, c.started_at, c.finished_at`
}

/** Of `campaigns c`: why it is not sending although it is not paused; '' while it is. */
export function waitingFor(sql: Sql, organizationId: number) {
  return sql`coalesce((
    select j.waiting_for from jobs j
    where j.organization_id = ${organizationId} and j.id = c.id
      and j.kind = case when c.reopened_at is null then ${campaignKind} else ${resendKind} end), '')`
}

function columns(sql: Sql, organizationId: number) {
  return sql`${elementColumns(sql)}, c.template, l.d_from_email as list_from_email, c.error_message,
    ${waitingFor(sql, organizationId)} as waiting_for,
    ${remoteProgress(sql, organizationId)} as remote_query, c.pass, c.decide_at,
    c.winning_content_id, g.name as segmentation_criteria_name,
    c.segmentation_criteria_remote_sql, c.from_name, c.from_email, c.reply_to, c.sender_email, c.speed,
    c.track_opens, c.track_links, c.virtual_mta_id, v.name as virtual_mta_name, v.type as virtual_mta_type,
    c.url_domain_id, u.domain as url_domain_domain, c.bounce_email_user_id, c.bounce_email_domain_id,
    b.email as bounce_email_email, c.autowinner_enabled,
    regexp_replace(c.autowinner_percentage::text, '0$', '') as autowinner_percentage,
    c.autowinner_delay_amount, c.autowinner_delay_unit, c.autowinner_metric, c.special_sending_rule_id,
    r.name as special_sending_rule_name, c.time_zone_field_id, f.name as time_zone_field_name, c.spread_hours,
    c.local_begins_at::text as local_begins_at, c.starts_at, (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'subject', t.subject,
        'format', t.format, 'language', t.language, 'html', t.html, 'text', t.text,
        'document', t.document, 'attachment_ids', t.attachment_ids,
        'attachments', ${attachmentsOf(sql, organizationId, 't.attachment_ids')}) order by t.position), '[]')
      from campaign_contents t
      where t.organization_id = ${organizationId} and t.campaign_id = c.id) as contents, (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.id), '[]')
      from campaign_seed_lists cs
      join seed_lists s on s.organization_id = cs.organization_id and s.id = cs.seed_list_id
      where cs.organization_id = ${organizationId} and cs.campaign_id = c.id) as seed_lists`
}

/** Campaigns of deleted lists only appear in reports. */
function campaigns(sql: Sql) {
  return sql`
    campaigns c
    join organizations o on o.id = c.organization_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
      and l.deleted_at is null
    left join segments g on g.organization_id = c.organization_id and g.id = c.segmentation_criteria_id
    left join virtual_mtas v on v.organization_id = c.organization_id and v.id = c.virtual_mta_id
    left join url_domains u on u.organization_id = c.organization_id and u.id = c.url_domain_id
    left join bounce_emails b on b.organization_id = c.organization_id and b.user_id = c.bounce_email_user_id
      and b.domain_id = c.bounce_email_domain_id
    left join special_sending_rules r on r.organization_id = c.organization_id and r.id = c.special_sending_rule_id
    left join custom_fields f on f.organization_id = c.organization_id and f.id = c.time_zone_field_id`
}

export type CampaignFilter = {
  listId: number
  startedFrom: Date | null
  startedTo: Date | null
  states: CampaignState[] | null
}

export async function findCampaigns(
  sql: Sql,
  organizationId: number,
  { listId, startedFrom, startedTo, states }: CampaignFilter,
  page: PageRequest,
): Promise<{ rows: CampaignElementRow[]; count: number }> {
  const matching = sql`
    from campaigns c
    join organizations o on o.id = c.organization_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and not c.template
      ${startedFrom === null ? sql`` : sql`and c.started_at >= ${startedFrom}`}
      ${startedTo === null ? sql`` : sql`and c.started_at < ${startedTo}::timestamptz + interval '1 second'`}
      ${states === null ? sql`` : sql`and c.state = any(${states})`}`
  const [rows, [counted]] = await Promise.all([
    sql<CampaignElementRow[]>`
      select ${elementColumns(sql)} ${matching} order by c.id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) ${matching}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

export async function findTemplates(
  sql: Sql,
  organizationId: number,
  listId: number,
  page: PageRequest,
): Promise<{ rows: CampaignRow[]; count: number }> {
  const [rows, [counted]] = await Promise.all([
    sql<CampaignRow[]>`
      select ${columns(sql, organizationId)} from ${campaigns(sql)}
      where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and c.template
      order by c.id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`
      select count(*) from campaigns
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and template`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

type Wanted = {
  kind: CampaignKind
  id: number
  listId?: number | undefined
  lock?: boolean
}

export async function findCampaign(
  sql: Sql,
  organizationId: number,
  { kind, id, listId, lock = false }: Wanted,
): Promise<CampaignRow> {
  // The lock first, so that the read sees the last committed change.
  if (lock) await lockJobAndCampaign(sql, organizationId, id)
  const [row] = await sql<CampaignRow[]>`
    select ${columns(sql, organizationId)} from ${campaigns(sql)}
    where c.organization_id = ${organizationId} and c.id = ${id}::bigint
      and c.template = ${kind === 'template'}
      ${listId === undefined ? sql`` : sql`and c.mailing_list_id = ${listId}::bigint`}`
  if (row === undefined) throw notFound(kind === 'template' ? 'template' : 'campaign')
  return row
}

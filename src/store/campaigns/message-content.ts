import { conditionsOf } from '../../contract/blocks/conditions.ts'
import type { BlockDocument } from '../../contract/blocks/document.ts'
import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import { findMessageFiles } from '../resources/attachments.ts'
import { findInlinePictures } from './messages/inline-pictures.ts'
import { remoteFields } from '../../contract/lists/remote-rows.ts'
import type { UnsubTagMode } from '../../contract/organizations/permissions.ts'
import type { Sql } from '../../database/driver/connection.ts'

type Row = {
  organization_id: number
  time_zone: string
  html_header: string
  html_footer: string
  text_header: string
  text_footer: string
  forced_unsub_tag_mode: UnsubTagMode
  can_embed_pictures: boolean
  can_attach_files: boolean
  custom_headers: string
  list_headers: string
  list_id: number
  list_name: string
  id: number
  name: string
  from_name: string
  from_email: string
  sender_email: string
  reply_to: string
  track_opens: boolean
  track_links: boolean
  url_origin: string | null
  bounce_email: string | null
  virtual_mta_id: number | null
  contents: (MessageBody & { document: BlockDocument | null })[]
  /** Of the query of a remote list, once it was read. */
  remote_columns?: string[] | null
}

export async function findCampaignContent(
  sql: Sql,
  organizationId: number,
  campaignId: number,
): Promise<MessageContent | null> {
  const [row] = await sql<Row[]>`
    select ${shared(sql)}, c.id, c.name, c.from_name, c.from_email, c.sender_email, c.reply_to, c.track_opens,
      c.track_links, c.virtual_mta_id, ${urlOrigin(sql)}, b.email as bounce_email,
      to_jsonb(q.columns) as remote_columns, (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'format', t.format, 'language', t.language, 'subject', t.subject,
          'html', t.html, 'text', t.text, 'attachmentIds', t.attachment_ids, 'document', ${ifConditional(sql, 't.document')}) order by t.position), '[]')
        from campaign_contents t
        where t.organization_id = ${organizationId} and t.campaign_id = c.id) as contents
    from campaigns c
    join organizations o on o.id = c.organization_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    left join url_domains u on u.organization_id = c.organization_id and u.id = c.url_domain_id
    left join bounce_emails b on b.organization_id = c.organization_id
      and b.user_id = c.bounce_email_user_id and b.domain_id = c.bounce_email_domain_id
    left join remote_queries q on q.organization_id = c.organization_id and q.campaign_id = c.id
    where c.organization_id = ${organizationId} and c.id = ${campaignId}::bigint and l.deleted_at is null`
  return row === undefined ? null : contentOf(sql, row, 'campaign')
}

/** With `use_external_delivery_setting`, and for empty settings, the list's delivery settings apply. A step is sent as its sequence. */
export async function findAutoresponderContent(
  sql: Sql,
  organizationId: number,
  autoresponderId: number,
): Promise<MessageContent | null> {
  const own = (column: string, list: string) =>
    sql`case when h.use_external_delivery_setting then l.${sql(list)} else coalesce(h.${sql(column)}, l.${sql(list)}) end`
  const [row] = await sql<Row[]>`
    select ${shared(sql)}, a.id, a.name, ${own('from_name', 'd_from_name')} as from_name,
      ${own('from_email', 'd_from_email')} as from_email, l.d_sender_email as sender_email,
      ${own('reply_to', 'd_reply_to')} as reply_to, h.track_opens, h.track_links,
      ${own('virtual_mta_id', 'd_virtual_mta_id')} as virtual_mta_id, ${urlOrigin(sql)}, b.email as bounce_email,
      jsonb_build_array(jsonb_build_object('id', null, 'format', a.content_format, 'language', a.content_language,
        'subject', a.content_subject,
        'html', a.content_html, 'text', a.content_text,
        'attachmentIds', a.content_attachment_ids, 'document', ${ifConditional(sql, 'a.content_document')})) as contents
    from autoresponders a
    join autoresponders h on h.organization_id = a.organization_id and h.id = coalesce(a.sequence_id, a.id)
    join organizations o on o.id = a.organization_id
    join mailing_lists l on l.organization_id = a.organization_id and l.id = a.mailing_list_id
    left join url_domains u on u.organization_id = a.organization_id
      and u.id = ${own('url_domain_id', 'd_url_domain_id')}
    left join bounce_emails b on b.organization_id = a.organization_id
      and b.user_id = ${own('bounce_email_user_id', 'd_bounce_email_user_id')}
      and b.domain_id = ${own('bounce_email_domain_id', 'd_bounce_email_domain_id')}
    where a.organization_id = ${organizationId} and a.id = ${autoresponderId}::bigint and l.deleted_at is null`
  return row === undefined ? null : contentOf(sql, row, 'autoresponder')
}

/** With merge codes. */
export async function findSubjects(
  sql: Sql,
  organizationId: number,
  { source, sourceId }: { source: 'campaign' | 'autoresponder'; sourceId: number },
): Promise<string[]> {
  const rows = await (source === 'campaign'
    ? sql<{ subject: string }[]>`
        select distinct subject from campaign_contents
        where organization_id = ${organizationId} and campaign_id = ${sourceId}::bigint`
    : sql<{ subject: string }[]>`
        select content_subject as subject from autoresponders
        where organization_id = ${organizationId} and id = ${sourceId}::bigint`)
  return rows.map(({ subject }) => subject)
}

/** Only a document with a condition is needed to compose a message. */
function ifConditional(sql: Sql, column: 't.document' | 'a.content_document') {
  return sql`case when ${sql(column)} @? '$.**.show_if[0]' then ${sql(column)} end`
}

function shared(sql: Sql) {
  return sql`o.id as organization_id, o.time_zone, o.html_header, o.html_footer, o.text_header, o.text_footer,
    o.forced_unsub_tag_mode, o.can_embed_pictures, o.can_attach_files, o.custom_headers,
    case when l.custom_headers_enabled then l.custom_headers else '' end as list_headers,
    l.id as list_id, l.name as list_name`
}

function urlOrigin(sql: Sql) {
  return sql`case when u.ssl then 'https://' else 'http://' end || u.domain as url_origin`
}

async function contentOf(
  sql: Sql,
  row: Row,
  kind: MessageContent['source']['kind'],
): Promise<MessageContent> {
  const ofList = await findMergeFields(sql, row.organization_id, row.list_id)
  const fields = row.remote_columns == null ? ofList : remoteFields(row.remote_columns, ofList)
  const contents: MessageBody[] = []
  // A file that several contents carry is held once.
  const place = { organizationId: row.organization_id, listId: row.list_id }
  const carried = await findMessageFiles(sql, place, [
    ...new Set(row.contents.flatMap(({ attachmentIds = [] }) => attachmentIds)),
  ])
  for (const { document, ...body } of row.contents) {
    const pictures = await findInlinePictures(sql, row.organization_id, body.html)
    const files = (body.attachmentIds ?? []).flatMap((id) => carried.get(id) ?? [])
    contents.push({
      ...body,
      ...(document === null ? {} : { conditions: conditionsOf(document) }),
      ...(pictures.length === 0 ? {} : { pictures }),
      ...(files.length === 0 ? {} : { files }),
    })
  }
  return {
    organizationId: row.organization_id,
    timeZone: row.time_zone,
    organization: organizationOf(row),
    customHeaders: [row.custom_headers, row.list_headers],
    list: { id: row.list_id, name: row.list_name },
    source: { kind, id: row.id, name: row.name },
    fields,
    fromName: row.from_name,
    fromEmail: row.from_email,
    senderEmail: row.sender_email,
    replyTo: row.reply_to,
    tracking: { opens: row.track_opens, links: row.track_links },
    urlOrigin: row.url_origin,
    bounceEmail: row.bounce_email,
    virtualMtaId: row.virtual_mta_id,
    contents,
  }
}

type OrganizationColumns = Pick<
  Row,
  | 'html_header'
  | 'html_footer'
  | 'text_header'
  | 'text_footer'
  | 'forced_unsub_tag_mode'
  | 'can_embed_pictures'
  | 'can_attach_files'
>

function organizationOf(row: OrganizationColumns): MessageContent['organization'] {
  return {
    htmlHeader: row.html_header,
    htmlFooter: row.html_footer,
    textHeader: row.text_header,
    textFooter: row.text_footer,
    unsubTagMode: row.forced_unsub_tag_mode,
    canEmbedPictures: row.can_embed_pictures,
    canAttachFiles: row.can_attach_files,
  }
}

function findMergeFields(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<MessageContent['fields'][number][]> {
  return sql<MessageContent['fields'][number][]>`
    select id, name, field_type, interpolation_html_encode, interpolation_url_encode from custom_fields
    where organization_id = ${organizationId} and deleted_at is null
      and (mailing_list_id is null or mailing_list_id = ${listId})
    order by id`
}

export type ContentRules = Pick<MessageContent, 'organization' | 'fields'>

export async function findContentRules(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<ContentRules> {
  const [row] = await sql<OrganizationColumns[]>`
    select html_header, html_footer, text_header, text_footer, forced_unsub_tag_mode, can_embed_pictures, can_attach_files
    from organizations where id = ${organizationId}`
  if (row === undefined) throw new Error('there is no such organization')
  return { organization: organizationOf(row), fields: await findMergeFields(sql, organizationId, listId) }
}

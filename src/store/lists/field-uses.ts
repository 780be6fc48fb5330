import type { Estimate } from '../../contract/api/figures.ts'
import type { Dependencies } from '../../contract/api/errors.ts'
import { fieldUsesMax, type FieldUse } from '../../contract/lists/field-uses.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { unlessSlow } from '../../database/driver/statement/time-limit.ts'
import { namesRecord } from '../conditions/segments-naming.ts'
import { sampleList } from '../segments/counting/estimate.ts'
import { clausesNaming } from '../conditions/clauses-naming.ts'

type Field = { id: number; name: string; mailing_list_id: number | null }

/** The records that prevent its deletion. */
export function findFieldDependencies(
  sql: Sql,
  organizationId: number,
  field: Field,
): Promise<Dependencies['dependencies']> {
  return sql<Dependencies['dependencies']>`
    select type, id from (${dependencies(sql, organizationId, field)}) found order by type, id`
}

/** The same with their names, up to 100 of each kind. A segment without a name is that of a campaign or an autoresponder. */
export function findNamedDependencies(sql: Sql, organizationId: number, field: Field): Promise<FieldUse[]> {
  return sql<FieldUse[]>`
    select d.type, d.id, coalesce(l.name, i.source_filename, i.source_url, g.name, r.name, c.name, a.name, (
        select name from campaigns n
        where n.organization_id = ${organizationId} and n.segmentation_criteria_id = g.id limit 1), (
        select name from autoresponders n
        where n.organization_id = ${organizationId} and n.segmentation_criteria_id = g.id limit 1), '') as name,
      coalesce(l.id, i.mailing_list_id, e.mailing_list_id, g.mailing_list_id, c.mailing_list_id, a.mailing_list_id) as mailing_list_id
    from (
      select type, id, row_number() over (partition by type order by id desc) as place
      from (${dependencies(sql, organizationId, field)}) found) d
    left join mailing_lists l on d.type = 'MailingList' and l.organization_id = ${organizationId} and l.id = d.id
    left join subscriber_imports i
      on d.type = 'SubscriberImport' and i.organization_id = ${organizationId} and i.id = d.id
    left join subscriber_exports e
      on d.type = 'SubscriberExport' and e.organization_id = ${organizationId} and e.id = d.id
    left join segments g on d.type = 'Segment' and g.organization_id = ${organizationId} and g.id = d.id
    left join special_sending_rules r
      on d.type = 'SpecialSendingRule' and r.organization_id = ${organizationId} and r.id = d.id
    left join campaigns c
      on d.type in ('Campaign', 'Template') and c.organization_id = ${organizationId} and c.id = d.id
    left join autoresponders a
      on d.type = 'Autoresponder' and a.organization_id = ${organizationId} and a.id = d.id
    where d.place <= ${fieldUsesMax}
    order by d.type, d.id desc`
}

function dependencies(sql: Sql, organizationId: number, field: Field): Fragment {
  const { id, name, mailing_list_id: listId } = field
  return sql`
    select 'MailingList' as type, id::bigint as id
    from mailing_lists
    where organization_id = ${organizationId} and primary_key_custom_field_id = ${id} and deleted_at is null
    union all
    select 'SubscriberImport', i.id
    from import_jobs i
    where i.organization_id = ${organizationId} and i.finished_at is null
      ${listId === null ? sql`` : sql`and i.mailing_list_id = ${listId}`}
      and (
        exists (select from jsonb_array_elements_text(i.column_mapping) mapped where lower(mapped) = lower(${name}))
        or exists (select from jsonb_object_keys(i.default_custom_fields) given
          where lower(given) = lower(${name}) or given = ${String(id)}))
    union all
    select 'SubscriberExport', e.id
    from subscriber_exports e
    join jobs j on j.organization_id = e.organization_id and j.kind = 'SubscriberExport' and j.id = e.id
    where e.organization_id = ${organizationId} and j.finished_at is null
      and e.columns @> jsonb_build_array(jsonb_build_object('field_id', ${id}::integer))
    union all
    select 'Segment', g.id from segments g where ${namesRecord(sql, organizationId, 'custom_field', id)}
    union all
    ${clausesNaming(sql, organizationId, 'custom_field', id)}
    union all
    select case when c.template then 'Template' else 'Campaign' end, c.id
    from campaigns c
    where c.organization_id = ${organizationId} and c.finished_at is null and c.time_zone_field_id = ${id}`
}

/** What goes on without the field, up to 100 of each kind. Reads all unsent messages and templates of its lists. */
export function findFieldMentions(sql: Sql, organizationId: number, field: Field): Promise<FieldUse[]> {
  const { id, name, mailing_list_id: listId } = field
  const onList = (column: string) => (listId === null ? sql`true` : sql`${sql(column)} = ${listId}`)
  const code = codePattern(name)
  return sql<FieldUse[]>`
    select type, id, name, mailing_list_id
    from (select *, row_number() over (partition by type order by id desc) as place from (
      select 'WebForm' as type, f.id::bigint as id, f.name, f.mailing_list_id
      from web_forms f
      where f.organization_id = ${organizationId} and f.deleted_at is null and ${onList('f.mailing_list_id')}
        and f.fields @> jsonb_build_array(jsonb_build_object('custom_field_id', ${id}::integer))
      union all
      select 'MailingList', l.id, l.name, l.id
      from editable_fields e
      join mailing_lists l on l.organization_id = e.organization_id and l.id = e.mailing_list_id
      where e.organization_id = ${organizationId} and e.custom_field_id = ${id} and l.deleted_at is null
      union all
      select 'SpecialSendingRule', r.id, r.name, r.mailing_list_id
      from special_sending_rules r
      where r.organization_id = ${organizationId} and lower(r.time_zone_field) = lower(${name})
        and (r.mailing_list_id is null or ${onList('r.mailing_list_id')})
      union all
      select case when c.template then 'Template' else 'Campaign' end, c.id, c.name, c.mailing_list_id
      from campaigns c
      join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
      where c.organization_id = ${organizationId} and c.finished_at is null and l.deleted_at is null
        and ${onList('c.mailing_list_id')} and exists (
          select from campaign_contents t
          where t.organization_id = ${organizationId} and t.campaign_id = c.id
            and (t.subject ~* ${code} or t.html ~* ${code} or t.text ~* ${code}))
      union all
      select distinct 'Autoresponder', h.id::bigint, h.name, h.mailing_list_id
      from autoresponders a
      join autoresponders h on h.organization_id = a.organization_id and h.id = coalesce(a.sequence_id, a.id)
      join mailing_lists l on l.organization_id = a.organization_id and l.id = a.mailing_list_id
      where a.organization_id = ${organizationId} and a.deleted_at is null and l.deleted_at is null
        and ${onList('a.mailing_list_id')}
        and (a.content_subject ~* ${code} or a.content_html ~* ${code} or a.content_text ~* ${code})
      union all
      select 'Organization', o.id, o.name, null
      from organizations o
      where o.id = ${organizationId} and (o.html_header ~* ${code} or o.html_footer ~* ${code}
        or o.text_header ~* ${code} or o.text_footer ~* ${code})) found) ranked
    where place <= ${fieldUsesMax}
    order by type, id desc`
}

/** `%%First Name%%` and `person.first_name` as messages may write them: white space equals an underscore (src/rendering/codes.ts). */
function codePattern(name: string): string {
  const written = name
    .trim()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\s_]/gu, String.raw`\$&`)
    .replaceAll(/[\s_]/g, String.raw`[\s_]`)
  return String.raw`(?:%%\s*${written}\s*(?:\|[^%]*)?%%|person\.${written}(?![[:alnum:]_]))`
}

/** How many have a value on the lists of the field. null: counting takes longer than `timeoutMs`; then those of one list are estimated. */
export async function countFieldValues(
  sql: Transaction,
  organizationId: number,
  { id, mailing_list_id: listId }: Field,
  timeoutMs: number,
): Promise<{ subscribers: number | null; subscribers_estimate: Estimate | null }> {
  const subscribers = await unlessSlow(sql, timeoutMs, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*) from mailing_lists l
      join subscribers s on s.organization_id = l.organization_id and s.mailing_list_id = l.id
      where l.organization_id = ${organizationId} and l.deleted_at is null and s.custom_fields ? ${String(id)}
        ${listId === null ? sql`` : sql`and l.id = ${listId}`}`
    return row?.count ?? 0
  })
  if (subscribers !== null || listId === null) return { subscribers, subscribers_estimate: null }
  const target = { organizationId, listId }
  const classOf = sql`case when s.custom_fields ? ${String(id)} then 1 else 0 end`
  const sampled = await sampleList(
    sql,
    target,
    { classOf, classes: 1, onlyActive: false },
    { timeMs: timeoutMs },
  )
  return { subscribers, subscribers_estimate: sampled?.estimateOf([0]) ?? null }
}

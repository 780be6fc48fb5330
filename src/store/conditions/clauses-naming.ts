import type { ReferenceKind } from '../../contract/segments/tree.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

/**
 * A select of `type` and `id` of what has clauses of its own that name the record: rules, and messages with a condition on a
 * block. Those of ended campaigns and of deleted lists are not in use.
 */
export function clausesNaming(sql: Sql, organizationId: number, kind: ReferenceKind, id: number): Fragment {
  const named = (column: string, path: string) => sql`
    jsonb_path_exists(${sql(column)}, ${`${path}.**.${kind}.id ? (@ == $id)`}::jsonpath,
      jsonb_build_object('id', ${id}::bigint))`
  return sql`
    select 'SpecialSendingRule' as type, r.id::bigint as id from special_sending_rules r
    where r.organization_id = ${organizationId} and ${named('r.clauses', '$')}
    union all
    select distinct case when c.template then 'Template' else 'Campaign' end, c.id::bigint
    from campaigns c
    join campaign_contents t on t.organization_id = ${organizationId} and t.campaign_id = c.id
    join mailing_lists l on l.organization_id = ${organizationId} and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.finished_at is null and l.deleted_at is null
      and ${named('t.document', '$.**.show_if')}
    union all
    select distinct 'Autoresponder', coalesce(a.sequence_id, a.id)::bigint from autoresponders a
    join mailing_lists l on l.organization_id = ${organizationId} and l.id = a.mailing_list_id
    where a.organization_id = ${organizationId} and l.deleted_at is null and a.deleted_at is null
      and ${named('a.content_document', '$.**.show_if')}`
}

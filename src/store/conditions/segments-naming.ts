import type { ReferenceKind } from '../../contract/segments/tree.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** On rows `g` of `segments`: those in use that name the record. Nameless ones of ended campaigns are not. */
export function namesRecord(sql: Sql, organizationId: number, kind: ReferenceKind, id: number): Fragment {
  return sql`
    g.organization_id = ${organizationId}
    and jsonb_path_exists(g.clauses, ${`$.**.${kind}.id ? (@ == $id)`}::jsonpath,
      jsonb_build_object('id', ${id}::bigint))
    and exists (
      select from mailing_lists l
      where l.organization_id = ${organizationId} and l.id = g.mailing_list_id and l.deleted_at is null)
    and (g.name is not null or exists (
      select from campaigns c
      where c.organization_id = ${organizationId} and c.segmentation_criteria_id = g.id and c.finished_at is null)
      or exists (
        select from autoresponders a
        where a.organization_id = ${organizationId} and a.segmentation_criteria_id = g.id))`
}

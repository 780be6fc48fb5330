import type { ReferenceKind } from '../../contract/segments/tree.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** A select of `type` and `id` of the rules whose clauses name the record. */
export function rulesNaming(sql: Sql, organizationId: number, kind: ReferenceKind, id: number): Fragment {
  return sql`
    select 'SpecialSendingRule' as type, r.id from special_sending_rules r
    where r.organization_id = ${organizationId}
      and jsonb_path_exists(r.clauses, ${`$.**.${kind}.id ? (@ == $id)`}::jsonpath,
        jsonb_build_object('id', ${id}::bigint))`
}

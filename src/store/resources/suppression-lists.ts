import type {
  SuppressionListChanges,
  SuppressionListInput,
} from '../../contract/resources/suppression-lists.ts'
import { insertColumns, setColumns } from './rows.ts'
import type { Resource } from './rows.ts'

export const suppressionLists: Resource<SuppressionListInput, SuppressionListChanges> = {
  what: 'suppression list',
  subject: 'suppression_list',
  table: 'suppression_lists',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select id, organization_id, name, false as global, null::integer as mailing_list_id,
      'organization' as suppression_scope
    from suppression_lists where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'suppression_lists_name' },
  insert: (sql, organizationId, { name }) =>
    insertColumns(sql, organizationId, 'suppression_lists', { name }),
  update: (sql, organizationId, row, { name }) =>
    setColumns(sql, organizationId, suppressionLists, { row, columns: { name } }),
  users: (sql, organizationId, { id }) => sql`
    select 'Organization' as type, id from organizations
    where id = ${organizationId}
      and ${id} in (unsub_suppression_list_id, bounce_suppression_list_id, scomp_suppression_list_id)
    union all
    select 'Segment', g.id from segments g
    join mailing_lists l on l.organization_id = g.organization_id and l.id = g.mailing_list_id
    where g.organization_id = ${organizationId} and l.deleted_at is null
      and jsonb_path_exists(g.clauses, '$.**.suppression_list.id ? (@ == $id)',
        jsonb_build_object('id', ${id}::integer))`,
  release: async (sql, organizationId, { id }) => {
    await sql`
      delete from suppressed_addresses where organization_id = ${organizationId} and suppression_list_id = ${id}`
  },
}

import type {
  SuppressionListChanges,
  SuppressionListInput,
} from '../../contract/resources/suppression-lists.ts'
import { namesRecord } from '../conditions/segments-naming.ts'
import { clausesNaming } from '../conditions/clauses-naming.ts'
import { insertColumns, setColumns, type Resource } from './rows.ts'

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
    where ${namesRecord(sql, organizationId, 'suppression_list', Number(id))}
    union all
    ${clausesNaming(sql, organizationId, 'suppression_list', Number(id))}`,
  release: async (sql, organizationId, { id }) => {
    await sql`
      delete from suppressed_addresses where organization_id = ${organizationId} and suppression_list_id = ${id}`
  },
}

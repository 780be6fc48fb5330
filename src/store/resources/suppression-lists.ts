import { invalid } from '../../contract/api/errors.ts'
import type {
  Scope,
  SuppressionListChanges,
  SuppressionListInput,
} from '../../contract/resources/suppression-lists.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { namesRecord } from '../conditions/segments-naming.ts'
import { clausesNaming } from '../conditions/clauses-naming.ts'
import { isSystemList, removeDigests } from '../conditions/system-suppression.ts'
import { insertColumns, setColumns, type Resource, type ResourceRow } from './rows.ts'

export type SuppressionListRow = ResourceRow & Scope

export const suppressionLists: Resource<SuppressionListInput, SuppressionListChanges, SuppressionListRow> = {
  what: 'suppression list',
  subject: 'suppression_list',
  table: 'suppression_lists',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select id, organization_id, name, suppression_scope = 'system' as global, mailing_list_id, suppression_scope
    from suppression_lists where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'suppression_lists_name' },
  insert: async (sql, organizationId, { name, suppression_scope, mailing_list_id }) => {
    await requireMailingList(sql, organizationId, mailing_list_id)
    const columns = { name, suppression_scope, mailing_list_id }
    return insertColumns(sql, organizationId, 'suppression_lists', columns)
  },
  update: async (sql, organizationId, row, { name, suppression_scope, mailing_list_id }) => {
    await requireMailingList(sql, organizationId, mailing_list_id)
    const columns = { name, suppression_scope, mailing_list_id }
    await setColumns(sql, organizationId, suppressionLists, { row, columns })
  },
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
    if (await isSystemList(sql, organizationId, Number(id))) await removeDigests(sql, Number(id))
  },
}

async function requireMailingList(sql: Sql, organizationId: number, id: number | null | undefined) {
  if (id == null) return
  const [row] = await sql`
    select 1 from mailing_lists
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null for key share`
  if (row === undefined) throw invalid('mailing_list_id is not a mailing list of the organization')
}

import { defaultRoute } from '../contract/virtual-mtas.ts'
import type { VirtualMtaChanges, VirtualMtaInput } from '../contract/virtual-mtas.ts'
import { insertColumns, releaseFromDeletedLists, setColumns } from './resources.ts'
import type { Resource } from './resources.ts'

export const virtualMtas: Resource<VirtualMtaInput, VirtualMtaChanges> = {
  what: 'virtual MTA',
  subject: 'virtual_mta',
  table: 'virtual_mtas',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select id, type, name from virtual_mtas where organization_id = ${organizationId}
    union all select ${defaultRoute.id}::integer, ${defaultRoute.type}::text, ${defaultRoute.name}::text`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'virtual_mtas_name' },
  insert: (sql, organizationId, { name, type }) =>
    insertColumns(sql, organizationId, 'virtual_mtas', { name, type }),
  update: (sql, organizationId, row, { name, type }) =>
    setColumns(sql, organizationId, virtualMtas, row, { name, type }),
  users: (sql, organizationId, { id }) => sql`
    select 'MailingList' as type, id from mailing_lists
    where organization_id = ${organizationId} and d_virtual_mta_id = ${id} and deleted_at is null
    union all
    select 'Autoresponder', a.id from autoresponders a
    join mailing_lists l on l.organization_id = a.organization_id and l.id = a.mailing_list_id
    where a.organization_id = ${organizationId} and a.virtual_mta_id = ${id} and l.deleted_at is null
    union all
    select case when c.template then 'Template' else 'Campaign' end, c.id from campaigns c
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.virtual_mta_id = ${id} and c.finished_at is null
      and l.deleted_at is null
    union all
    select 'Organization', organization_id from organization_virtual_mtas
    where organization_id = ${organizationId} and virtual_mta_id = ${id}`,
  release: (sql, organizationId, row) => releaseFromDeletedLists(sql, organizationId, 'virtual_mta_id', row),
}

import { defaultRoute } from '../contract/virtual-mtas.ts'
import type { VirtualMtaChanges, VirtualMtaInput } from '../contract/virtual-mtas.ts'
import { insertColumns, releaseFromDeletedLists, senders, setColumns } from './resources.ts'
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
  users: (sql, organizationId, row) => sql`
    ${senders(sql, organizationId, 'virtual_mta_id', row)}
    union all
    select 'Organization', organization_id from organization_virtual_mtas
    where organization_id = ${organizationId} and virtual_mta_id = ${row.id}`,
  release: (sql, organizationId, row) => releaseFromDeletedLists(sql, organizationId, 'virtual_mta_id', row),
}

import type { UrlDomainChanges, UrlDomainInput } from '../../contract/resources/url-domains.ts'
import { insertColumns, releaseFromDeletedLists, senders, setColumns, type Resource } from './rows.ts'

export const urlDomains: Resource<UrlDomainInput, UrlDomainChanges> = {
  what: 'URL domain',
  subject: 'url_domain',
  table: 'url_domains',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select id, domain, ssl from url_domains where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'domain', index: 'url_domains_domain' },
  insert: (sql, organizationId, { domain, ssl }) =>
    insertColumns(sql, organizationId, 'url_domains', { domain, ssl }),
  update: (sql, organizationId, row, { domain, ssl }) =>
    setColumns(sql, organizationId, urlDomains, { row, columns: { domain, ssl } }),
  users: (sql, organizationId, row) => sql`
    ${senders(sql, organizationId, 'url_domain_id', row)}
    union all
    select 'Organization', id from organizations where id = ${organizationId} and url_domain_id = ${row.id}`,
  release: (sql, organizationId, row) => releaseFromDeletedLists(sql, organizationId, 'url_domain_id', row),
}

import type { UrlDomainChanges, UrlDomainInput } from '../contract/url-domains.ts'
import { insertColumns, releaseFromDeletedLists, setColumns } from './resources.ts'
import type { Resource } from './resources.ts'

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
    setColumns(sql, organizationId, urlDomains, row, { domain, ssl }),
  users: (sql, organizationId, { id }) => sql`
    select 'MailingList' as type, id from mailing_lists
    where organization_id = ${organizationId} and d_url_domain_id = ${id} and deleted_at is null
    union all
    select 'Autoresponder', a.id from autoresponders a
    join mailing_lists l on l.organization_id = a.organization_id and l.id = a.mailing_list_id
    where a.organization_id = ${organizationId} and a.url_domain_id = ${id} and l.deleted_at is null
    union all
    select case when c.template then 'Template' else 'Campaign' end, c.id from campaigns c
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.url_domain_id = ${id} and c.finished_at is null
      and l.deleted_at is null
    union all
    select 'Organization', id from organizations where id = ${organizationId} and url_domain_id = ${id}`,
  release: (sql, organizationId, row) => releaseFromDeletedLists(sql, organizationId, 'url_domain_id', row),
}

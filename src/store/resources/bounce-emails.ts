import type { BounceEmailChanges, BounceEmailInput } from '../../contract/resources/bounce-emails.ts'
import type { EmailAddress } from '../../contract/values/email.ts'
import { invalid } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { setColumns, type Resource } from './rows.ts'
import { senderProblem } from './sender-addresses.ts'
import { findVerdict } from './sender-domains.ts'

const key = (sql: Sql) => sql`user_id || '@' || domain_id`

export const bounceEmails: Resource<BounceEmailInput, BounceEmailChanges> = {
  what: 'bounce e-mail',
  subject: 'bounce_email',
  table: 'bounce_emails',
  id: key,
  rows: (sql, organizationId) => sql`
    select ${key(sql)} as id, username, domain, email, user_id, domain_id from bounce_emails
    where organization_id = ${organizationId}`,
  byId: (sql) => sql`user_id, domain_id`,
  unique: { attribute: 'email', index: 'bounce_emails_email' },
  insert: async (sql, organizationId, { email }) => {
    await requireOpenDomain(sql, organizationId, email)
    const [row] = await sql<{ id: string }[]>`
      insert into bounce_emails (organization_id, domain_id, email)
      select ${organizationId}, coalesce(min(domain_id), nextval('bounce_email_domain_ids')), ${spell(email)}
      from bounce_emails where organization_id = ${organizationId} and address_key(domain) = ${domainOf(email)}
      returning ${key(sql)} as id`
    if (row === undefined) throw new Error('insert returned no row')
    return row.id
  },
  update: async (sql, organizationId, row, { email }) => {
    if (email === undefined) return
    const [same] = await sql`
      select 1 from bounce_emails
      where organization_id = ${organizationId} and ${key(sql)} = ${row.id} and address_key(domain) = ${domainOf(email)}`
    if (same === undefined) throw invalid('email cannot change to another domain')
    await setColumns(sql, organizationId, bounceEmails, { row, columns: { email: spell(email) } })
  },
  users: (sql, organizationId, { id }) => sql`
    select 'MailingList' as type, id from mailing_lists
    where organization_id = ${organizationId} and deleted_at is null
      and d_bounce_email_user_id || '@' || d_bounce_email_domain_id = ${id}
    union all
    select 'Autoresponder', a.id from autoresponders a
    join mailing_lists l on l.organization_id = a.organization_id and l.id = a.mailing_list_id
    where a.organization_id = ${organizationId} and l.deleted_at is null
      and a.bounce_email_user_id || '@' || a.bounce_email_domain_id = ${id}
    union all
    select case when c.template then 'Template' else 'Campaign' end, c.id from campaigns c
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.bounce_email_user_id || '@' || c.bounce_email_domain_id = ${id}
      and c.finished_at is null and l.deleted_at is null
    union all
    select 'MessageStream', id from message_streams
    where organization_id = ${organizationId} and bounce_email_user_id || '@' || bounce_email_domain_id = ${id}
    union all
    select 'Organization', id from organizations
    where id = ${organizationId} and bounce_email_user_id || '@' || bounce_email_domain_id = ${id}`,
  release: async (sql, organizationId, { id }) => {
    await sql`
      update mailing_lists set d_bounce_email_user_id = null, d_bounce_email_domain_id = null
      where organization_id = ${organizationId} and deleted_at is not null
        and d_bounce_email_user_id || '@' || d_bounce_email_domain_id = ${id}`
    await sql`
      update autoresponders a set bounce_email_user_id = null, bounce_email_domain_id = null
      from mailing_lists l
      where a.organization_id = ${organizationId}
        and a.bounce_email_user_id || '@' || a.bounce_email_domain_id = ${id}
        and l.organization_id = a.organization_id and l.id = a.mailing_list_id and l.deleted_at is not null`
    await sql`
      update campaigns c set bounce_email_user_id = null, bounce_email_domain_id = null
      from mailing_lists l
      where c.organization_id = ${organizationId}
        and c.bounce_email_user_id || '@' || c.bounce_email_domain_id = ${id}
        and l.organization_id = c.organization_id and l.id = c.mailing_list_id
        and (l.deleted_at is not null or c.finished_at is not null)`
  },
}

/** System administrators grant bounce e-mails, but may not know who owns the domain. */
async function requireOpenDomain(sql: Sql, organizationId: number, email: EmailAddress): Promise<void> {
  const domain = domainOf(email)
  const problem = senderProblem(domain, 'return_path', await findVerdict(sql, organizationId, domain))
  if (problem !== null) throw invalid(`email ${problem}`)
}

/** Lower case and composed; the local part keeps its spelling. */
function spell(email: EmailAddress): string {
  const at = email.address.indexOf('@')
  return email.address.slice(0, at) + email.address.slice(at).toLowerCase().normalize('NFC')
}

function domainOf(email: EmailAddress): string {
  return email.key.slice(email.key.indexOf('@') + 1)
}

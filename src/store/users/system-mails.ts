import type { Language } from '../../contract/users/languages.ts'
import { shownName } from '../../contract/values/shown-name.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../callers.ts'
import type { LinkKind } from './tokens.ts'
import { wakeSenders } from '../server/wake.ts'

export type SystemMail = { to_email: string; subject: string; text: string }

const keptDays = 30

/** Across organizations, at most `batchRows` per call. */
export async function purgeSystemMails(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from system_mails where (organization_id, id) in (
      select organization_id, id from system_mails
      where coalesce(sent_at, given_up_at) < now() - ${keptDays} * interval '1 day'
      limit ${batchRows})`
  return count
}

/** The sender replaces `{{link}}` in `text` by a new link of this kind, and `{{expires}}` by its end. */
export type LinkMail = SystemMail & { kind: LinkKind; user_id: number }

export async function insertSystemMail(sql: Sql, organizationId: number, mail: SystemMail): Promise<void> {
  await sql`
    insert into system_mails (organization_id, to_email, subject, text)
    values (${organizationId}, ${mail.to_email}, ${mail.subject}, ${mail.text})`
  await wakeSenders(sql, 'system mails')
}

export async function insertAddressChangeMail(
  sql: Sql,
  organizationId: number,
  mail: SystemMail & { changeId: number; isNew: boolean },
): Promise<void> {
  await sql`
    insert into system_mails (organization_id, to_email, subject, text, address_change_id, is_new_address)
    values (${organizationId}, ${mail.to_email}, ${mail.subject}, ${mail.text}, ${mail.changeId}, ${mail.isNew})`
  await wakeSenders(sql, 'system mails')
}

export async function mailAdministrators(
  sql: Sql,
  organizationId: number,
  mail: { subject: string; text: string },
): Promise<void> {
  const admins = await sql<{ email: string; full_name: string }[]>`
    select email, full_name from users
    where organization_id = ${organizationId} and role = 'organization_admin' and active
    order by id`
  for (const { email, full_name } of admins) {
    const text = `Hello ${shownName(full_name)},\n\n${mail.text}`
    await insertSystemMail(sql, organizationId, { to_email: email, subject: mail.subject, text })
  }
}

export type LinkRecipient = {
  email: string
  full_name: string
  organization: string
  language: Language | null
}

export async function findLinkRecipient(
  sql: Sql,
  organizationId: number,
  userId: number,
): Promise<LinkRecipient | null> {
  const [row] = await sql<LinkRecipient[]>`
    select u.email, u.full_name, u.language, o.name as organization
    from users u join organizations o on o.id = u.organization_id
    where u.organization_id = ${organizationId} and u.id = ${userId}`
  return row ?? null
}

/** A cluster cannot plan a join whose condition is never true, such as one with null. */
const nobody = 0

/** Across organizations: system administrators write to users of others. `full_name` null: an API key. */
export async function findCallerNames(
  everywhere: Sql,
  { organization_id, user_id }: Pick<Caller, 'organization_id' | 'user_id'>,
): Promise<{ full_name: string | null; organization: string }> {
  const [row] = await everywhere<{ full_name: string | null; organization: string }[]>`
    select o.name as organization, u.full_name
    from organizations o left join users u on u.organization_id = ${organization_id} and u.id = ${user_id ?? nobody}
    where o.id = ${organization_id}`
  if (row === undefined) throw new Error('a caller without an organization')
  return row
}

export async function insertLinkMail(sql: Sql, organizationId: number, mail: LinkMail): Promise<void> {
  await sql`
    insert into system_mails (organization_id, to_email, subject, text, link_kind, user_id)
    values (${organizationId}, ${mail.to_email}, ${mail.subject}, ${mail.text}, ${mail.kind}, ${mail.user_id})`
  await wakeSenders(sql, 'system mails')
}

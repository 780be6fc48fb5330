import type { Sql } from '../../database/driver/connection.ts'
import type { LinkKind } from './tokens.ts'

export type SystemMail = { to_email: string; subject: string; text: string }

/** How long a sent or abandoned mail is kept. */
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

/** The sender replaces `{{link}}` in `text` by a new link of this kind; inserting replaces `{{organization}}`. */
export type LinkMail = { kind: LinkKind; subject: string; text: string }

export async function insertSystemMail(sql: Sql, organizationId: number, mail: SystemMail): Promise<void> {
  await sql`
    with made as (
      insert into system_mails (organization_id, to_email, subject, text)
      values (${organizationId}, ${mail.to_email}, ${mail.subject}, ${mail.text})
      returning 1)
    select pg_notify('sending', '') from made`
}

/** To each active administrator of the organization. */
export async function mailAdministrators(
  sql: Sql,
  organizationId: number,
  mail: { subject: string; text: string },
): Promise<void> {
  const admins = await sql<{ email: string }[]>`
    select email from users
    where organization_id = ${organizationId} and role = 'organization_admin' and active
    order by id`
  for (const { email } of admins) {
    await insertSystemMail(sql, organizationId, { to_email: email, ...mail })
  }
}

/** To the user's own address; without effect if there is no such user. */
export async function insertLinkMail(
  sql: Sql,
  organizationId: number,
  userId: number,
  { kind, subject, text }: LinkMail,
): Promise<void> {
  await sql`
    with made as (
      insert into system_mails (organization_id, to_email, subject, text, link_kind, user_id)
      select organization_id, email, ${subject}, replace(${text}, '{{organization}}', name), ${kind}, users.id
      from users join organizations on organizations.id = organization_id
      where organization_id = ${organizationId} and users.id = ${userId}
      returning 1)
    select pg_notify('sending', '') from made`
}

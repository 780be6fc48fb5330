import type { Language } from '../../contract/responses/words.ts'
import { type Handle, formatHandle } from '../../contract/values/handles.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { sourceIds } from '../campaigns/stats.ts'
import { hashToken, newToken } from '../users/tokens.ts'
import { insertAddressChangeMail, type SystemMail } from '../users/system-mails.ts'
import type { Reader } from './rows.ts'

export type AddressChange = {
  id: number
  list_id: number
  subscriber_id: number
  email: string
  campaign_id: number | null
  autoresponder_id: number | null
  language: Language
  old_confirmed_at: Date | null
  new_confirmed_at: Date | null
  done_at: Date | null
  is_new_address: boolean
}

const requestsMax = 5

/** Replaces an earlier wish, with its links and mails. @returns null: there were too many within a day. */
export async function insertAddressChange(
  sql: Transaction,
  organizationId: number,
  { listId, subscriberId, source }: Reader,
  { email, language }: { email: string; language: Language },
): Promise<number | null> {
  // There may be no row yet that two at once could wait for.
  await sql`select pg_advisory_xact_lock(hashtext('address_changes'), hashint8(${subscriberId}))`
  const [before] = await sql<{ requests: number }[]>`
    select requests from address_changes
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = ${subscriberId}
      and requested_at > now() - interval '1 day'
    for update`
  const requests = (before?.requests ?? 0) + 1
  if (requests > requestsMax) return null
  await sql`
    delete from address_changes
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = ${subscriberId}`
  const { campaignId, autoresponderId } = sourceIds(source)
  const [row] = await sql<{ id: number }[]>`
    insert into address_changes (organization_id, mailing_list_id, subscriber_id, email, expires_at, requests,
      campaign_id, autoresponder_id, language)
    values (${organizationId}, ${listId}, ${subscriberId}, ${email}, now() + interval '2 days', ${requests},
      ${campaignId}, ${autoresponderId}, ${language})
    returning id`
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

export function queueChangeMail(
  sql: Transaction,
  organizationId: number,
  change: { id: number; isNew: boolean },
  mail: SystemMail,
): Promise<void> {
  return insertAddressChangeMail(sql, organizationId, { ...mail, changeId: change.id, isNew: change.isNew })
}

/** The token is not stored. @returns null: the wish was replaced, granted or is over. */
export async function insertChangeToken(
  sql: Transaction,
  organizationId: number,
  { id, isNew }: { id: number; isNew: boolean },
): Promise<{ handle: string; language: Language; listId: number } | null> {
  const { token, sha256 } = newToken()
  const [row] = await sql<{ language: Language; list_id: number }[]>`
    select language, mailing_list_id as list_id from address_changes
    where organization_id = ${organizationId} and id = ${id} and expires_at > now() and done_at is null
    for key share`
  if (row === undefined) return null
  await sql`
    insert into address_change_tokens (organization_id, token_sha256, change_id, is_new_address)
    values (${organizationId}, ${sha256}, ${id}, ${isNew})`
  return { handle: formatHandle({ organizationId, token }), language: row.language, listId: row.list_id }
}

/** null: wrong, replaced or over. */
export async function findAddressChange(
  sql: Sql,
  { organizationId, token }: Handle,
  options: { isLocked: boolean } = { isLocked: false },
): Promise<AddressChange | null> {
  const [row] = await sql<AddressChange[]>`
    select c.id, c.mailing_list_id as list_id, c.subscriber_id, c.email, c.campaign_id, c.autoresponder_id, c.language,
      c.old_confirmed_at, c.new_confirmed_at, c.done_at, t.is_new_address
    from address_change_tokens t
    join address_changes c on c.organization_id = t.organization_id and c.id = t.change_id
    where t.organization_id = ${organizationId} and t.token_sha256 = ${hashToken(token)} and c.expires_at > now()
    ${options.isLocked ? sql`for update of c` : sql``}`
  return row ?? null
}

export async function confirmSide(
  sql: Transaction,
  organizationId: number,
  { id, is_new_address: isNew }: AddressChange,
): Promise<void> {
  const column = sql(isNew ? 'new_confirmed_at' : 'old_confirmed_at')
  await sql`
    update address_changes set ${column} = least(${column}, now())
    where organization_id = ${organizationId} and id = ${id}`
}

export async function endAddressChange(
  sql: Transaction,
  organizationId: number,
  { id, isDone }: { id: number; isDone: boolean },
): Promise<void> {
  // A stopped change stays for a day, because it counts. Otherwise the owner of the old address could repeat it without limit.
  await sql`
    update address_changes set ${sql(isDone ? 'done_at' : 'expires_at')} = now()
    where organization_id = ${organizationId} and id = ${id}`
}

export async function isChangeWaiting(sql: Sql, organizationId: number, reader: Reader): Promise<boolean> {
  const { count } = await sql`
    select 1 from address_changes
    where organization_id = ${organizationId} and mailing_list_id = ${reader.listId}
      and subscriber_id = ${reader.subscriberId} and done_at is null and expires_at > now()`
  return count > 0
}

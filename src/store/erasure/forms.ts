import type { Transaction } from '../../database/driver/connection.ts'

/** Subscribers of a list. */
type PeopleOfList = { listId: number; ids: readonly number[] }

/** Of addresses on every list, and of the former addresses of the subscribers. */
export async function eraseSignUps(
  sql: Transaction,
  organizationId: number,
  keys: readonly string[],
  places: readonly PeopleOfList[],
): Promise<void> {
  await sql`delete from sign_ups where organization_id = ${organizationId} and email_key = any(${[...keys]}::text[])`
  for (const { listId, ids } of places) {
    // The link was used: a pending confirmation may belong to the person who has the address now, and so may what they
    // agreed to since.
    await sql`
      delete from sign_ups s using consents c
      where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and s.confirmed_at is not null
        and c.organization_id = ${organizationId} and c.mailing_list_id = ${listId}
        and c.subscriber_id = any(${[...ids]}::bigint[]) and s.email_key = c.email_key
        and not exists (
          select 1 from consents later
          where later.organization_id = ${organizationId} and later.mailing_list_id = ${listId}
            and later.email_key = c.email_key and later.id > c.id)`
  }
}

/**
 * Call it after the subscribers are deleted. The proof of another subscriber, who has changed their address since, stays
 * without it. The texts stay: they say nothing about people.
 */
export async function eraseConsents(
  sql: Transaction,
  organizationId: number,
  keys: readonly string[],
  places: readonly PeopleOfList[],
): Promise<void> {
  for (const { listId, ids } of places) {
    await sql`
      delete from consents
      where organization_id = ${organizationId} and mailing_list_id = ${listId}
        and subscriber_id = any(${[...ids]}::bigint[])`
  }
  await sql`
    delete from consents c
    where c.organization_id = ${organizationId} and c.email_key = any(${[...keys]}::text[]) and not exists (
      select 1 from subscribers s
      where s.organization_id = ${organizationId} and s.mailing_list_id = c.mailing_list_id
        and s.id = c.subscriber_id)`
  // Deleted and inserted, because the server's role cannot update a proof.
  await sql`
    with former as (
      delete from consents where organization_id = ${organizationId} and email_key = any(${[...keys]}::text[]) returning *)
    insert into consents (organization_id, id, mailing_list_id, subscriber_id, email, email_key, web_form_id,
      consent_version, given_at, given_ip, confirmed_at, confirmed_ip)
    select ${organizationId}, id, mailing_list_id, subscriber_id, '', '', web_form_id, consent_version, given_at,
      given_ip, confirmed_at, confirmed_ip
    from former
    returning id`
}

import type { Role } from '../../contract/api/endpoint.ts'
import type { Permissions } from '../../contract/users/permissions.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { systemOrganizationId } from '../conditions/system-organization.ts'

/** A provider of an organization. */
export type ProviderRef = { organization_id: number; id: number; for_all_organizations: boolean }

/** Somebody who could log in. `may_log_in`: the user and the organization are active. */
export type Person = {
  organization_id: number
  id: number
  role: Role
  permissions: Permissions
  role_id: number | null
  mailing_list_ids: number[] | null
  may_log_in: boolean
  emergency_log_in: boolean
  needs_second_factor: boolean
  /** The organization requires another provider. */
  needs_other: boolean
}

function person(sql: Sql, provider: ProviderRef) {
  return sql`
    u.organization_id, u.id, u.role, u.permissions, u.role_id, to_jsonb(u.mailing_list_ids) as mailing_list_ids, u.emergency_log_in, u.second_factor_required as needs_second_factor,
    u.active and o.active and o.deleted_at is null as may_log_in,
    not u.emergency_log_in and exists (
      select from log_in_providers p
      where p.organization_id = u.organization_id and p.required and p.active
        and (p.organization_id, p.id) <> (${provider.organization_id}, ${provider.id})) as needs_other`
}

/** A provider of an organization knows its users only; null: it is one for all. */
function reachOf({ organization_id: id, for_all_organizations: isForAll }: ProviderRef): number | null {
  return isForAll && id === systemOrganizationId ? null : id
}

function within(sql: Sql, organizationId: number | null) {
  return organizationId === null ? sql`true` : sql`u.organization_id = ${organizationId}`
}

/** Across organizations: whom the provider means by a subject, those who can log in first. */
export function findLinked(sql: Sql, provider: ProviderRef, subject: string): Promise<Person[]> {
  return sql<Person[]>`
    select ${person(sql, provider)}
    from user_identities i
    join users u on u.organization_id = i.organization_id and u.id = i.user_id
    join organizations o on o.id = u.organization_id
    where i.provider_organization_id = ${provider.organization_id} and i.provider_id = ${provider.id}
      and i.subject = ${subject} and ${within(sql, reachOf(provider))}
    order by may_log_in desc, needs_other, u.organization_id`
}

/** Across organizations: who has an address; first who can log in, and of these who has proven it. */
export function findByAddress(
  sql: Sql,
  provider: ProviderRef,
  emailKey: string,
  organizationId = reachOf(provider),
): Promise<Person[]> {
  return sql<Person[]>`
    select ${person(sql, provider)}
    from users u join organizations o on o.id = u.organization_id
    where u.email_key = ${emailKey} and ${within(sql, organizationId)}
    order by may_log_in desc, needs_other, u.password_hash is null, u.organization_id`
}

export async function insertIdentity(
  sql: Transaction,
  { organization_id: organizationId, id }: Pick<Person, 'organization_id' | 'id'>,
  { provider, subject }: { provider: ProviderRef; subject: string },
): Promise<void> {
  await sql`
    insert into user_identities (organization_id, provider_organization_id, provider_id, subject, user_id)
    values (${organizationId}, ${provider.organization_id}, ${provider.id}, ${subject}, ${id})`
}

/** Locks the user: a change of rights or an end that comes meanwhile waits. @returns false if they may not log in. */
export async function lockPerson(
  sql: Transaction,
  { organization_id: organizationId, id }: Pick<Person, 'organization_id' | 'id'>,
): Promise<boolean> {
  const { count } = await sql`
    select 1 from users where organization_id = ${organizationId} and id = ${id} and active for no key update`
  return count === 1
}

type ProviderKey = Pick<ProviderRef, 'organization_id' | 'id'>

/** Across organizations. */
export async function deleteIdentities(sql: Transaction, provider: ProviderKey): Promise<void> {
  await sql`
    delete from user_identities
    where provider_organization_id = ${provider.organization_id} and provider_id = ${provider.id}`
}

export type EndedSession = { organization_id: number; id: number; user_id: number }

/** Across organizations, with what they let programs do. By neither name: all sessions of the provider. A log-out names a session, a person, or both. */
export function deleteProviderSessions(
  sql: Transaction,
  provider: ProviderKey,
  { subject, session }: { subject: string | null; session: string | null },
): Promise<EndedSession[]> {
  return sql<EndedSession[]>`
    with grants as (
      delete from assistant_grants
      where provider_organization_id = ${provider.organization_id} and provider_id = ${provider.id}
        and (${subject}::text is null or provider_subject = ${subject})
        and (${session}::text is null or provider_session = ${session}))
    delete from user_sessions
    where provider_organization_id = ${provider.organization_id} and provider_id = ${provider.id}
      and (${subject}::text is null or provider_subject = ${subject})
      and (${session}::text is null or provider_session = ${session})
    returning organization_id, id, user_id`
}

/** A log-in comes back once. @returns false if it has come back before. */
export async function insertFinishedLogIn(sql: Transaction, stateSha256: Buffer): Promise<boolean> {
  await sql`
    delete from finished_log_ins where state_sha256 in (
      select state_sha256 from finished_log_ins where finished_at < now() - interval '1 hour'
      order by finished_at limit 20 for update skip locked)`
  const { count } = await sql`
    insert into finished_log_ins (state_sha256) values (${stateSha256}) on conflict do nothing`
  return count === 1
}

/**
 * Across organizations: the address of a session's user, if the user has proven it: by a password that was set with a mailed
 * link, or by the provider of the session. An address that was changed is neither.
 */
export async function findProvenAddress(
  sql: Sql,
  { organizationId, userId }: { organizationId: number; userId: number },
  provider: { organizationId: number; id: number; subject: string } | null,
): Promise<{ email_key: string; has_password: boolean } | null> {
  const [row] = await sql<{ email_key: string; has_password: boolean }[]>`
    select u.email_key, u.password_hash is not null as has_password from users u
    where u.organization_id = ${organizationId} and u.id = ${userId}
      and (u.password_hash is not null or exists (
        select from user_identities i
        where i.organization_id = ${organizationId} and i.user_id = ${userId}
          and i.provider_organization_id = ${provider?.organizationId ?? 0} and i.provider_id = ${provider?.id ?? 0}
          and i.subject = ${provider?.subject ?? ''}))`
  return row ?? null
}

/** Across organizations: users with this address elsewhere, in organizations that are open. */
export function findElsewhere(
  sql: Sql,
  organizationId: number,
  emailKey: string,
): Promise<{ id: number; name: string }[]> {
  return sql<{ id: number; name: string }[]>`
    select o.id, o.name from users u join organizations o on o.id = u.organization_id
    where u.email_key = ${emailKey} and u.organization_id <> ${organizationId}
      and u.active and o.active and o.deleted_at is null
    order by o.name, o.id limit 100`
}

/** A new address has to be proven again: what proved the former one is forgotten. */
export async function deleteIdentitiesOf(
  sql: Transaction,
  organizationId: number,
  userId: number,
): Promise<void> {
  await sql`delete from user_identities where organization_id = ${organizationId} and user_id = ${userId}`
}

/** Whether somebody can administer the organization although it requires a provider. */
export async function hasEmergencyLogIn(sql: Sql, organizationId: number): Promise<boolean> {
  const role = organizationId === systemOrganizationId ? 'system_admin' : 'organization_admin'
  const found = await sql`
    select 1 from users
    where organization_id = ${organizationId} and role = ${role} and active and emergency_log_in
      and password_hash is not null limit 1`
  return found.length > 0
}

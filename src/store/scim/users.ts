import type { Said } from '../../contract/scim/users.ts'
import { emailKey } from '../users/rows.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'

export type ScimUserRow = {
  id: number
  full_name: string
  email: string
  active: boolean
  emergency_log_in: boolean
  external_id: string | null
  said: Said
  created_at: Date
  changed_at: Date
  groups: { id: number; display_name: string }[]
}

/**
 * The users that exist for SCIM: those at a domain that the organization has proven, and those whom it has kept before the
 * proof lapsed. System administrators do not.
 */
function seen(sql: Sql, organizationId: number, domains: readonly string[]): Fragment {
  return sql`
    u.organization_id = ${organizationId} and u.role <> 'system_admin' and (s.user_id is not null
      or split_part(u.email_key, '@', -1) = any(${[...domains]}::text[]))`
}

/** Of the addresses of users. Who holds a domain is asked apart: a node of a cluster cannot ask the others. */
async function provenDomains(sql: Sql, organizationId: number): Promise<string[]> {
  const used = await sql<{ domain: string }[]>`
    select distinct split_part(email_key, '@', -1) as domain from users where organization_id = ${organizationId}`
  const proven = await sql<{ domain: string }[]>`
    select d.domain from unnest(${used.map(({ domain }) => domain)}::text[]) d (domain)
    where sender_domain_holder(${organizationId}, (
      select array_agg(array_to_string((string_to_array(d.domain, '.'))[at:], '.'))
      from generate_subscripts(string_to_array(d.domain, '.'), 1) at)) = 'own'`
  return proven.map(({ domain }) => domain)
}

function from(sql: Sql, organizationId: number): Fragment {
  return sql`users u left join scim_users s on s.organization_id = ${organizationId} and s.user_id = u.id`
}

/** What a statement looks up; the rest of a filter is compared afterwards. */
export type Wanted = { id?: number; address?: string; externalId?: string }

function wantedOf(sql: Sql, { id, address, externalId }: Wanted): Fragment {
  return sql`
    ${id === undefined ? sql`` : sql`and u.id = ${id}::bigint`}
    ${address === undefined ? sql`` : sql`and u.email_key = ${emailKey(address)}`}
    ${externalId === undefined ? sql`` : sql`and s.external_id = ${externalId}`}`
}

export type Page = { offset: number; limit: number }

/** By id. @param page null: all */
export async function findScimUsers(
  sql: Sql,
  organizationId: number,
  wanted: Wanted,
  page: Page | null = null,
): Promise<ScimUserRow[]> {
  const domains = await provenDomains(sql, organizationId)
  return sql<ScimUserRow[]>`
    select u.id, u.full_name, u.email, u.active, u.emergency_log_in, s.external_id, coalesce(s.said, '{}') as said,
      u.created_at, coalesce(s.changed_at, u.created_at) as changed_at, (
        select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'display_name', g.display_name) order by g.id), '[]')
        from scim_members m join scim_groups g on g.organization_id = ${organizationId} and g.id = m.group_id
        where m.organization_id = ${organizationId} and m.user_id = u.id) as groups
    from ${from(sql, organizationId)}
    where ${seen(sql, organizationId, domains)} ${wantedOf(sql, wanted)}
    order by u.id ${page === null ? sql`` : sql`offset ${page.offset} limit ${page.limit}`}`
}

export async function countScimUsers(sql: Sql, organizationId: number): Promise<number> {
  const domains = await provenDomains(sql, organizationId)
  const [row] = await sql<{ count: number }[]>`
    select count(*) from ${from(sql, organizationId)} where ${seen(sql, organizationId, domains)}`
  return row?.count ?? 0
}

/** Of these, those that exist for SCIM. */
export async function findSeenIds(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<number[]> {
  const domains = await provenDomains(sql, organizationId)
  const rows = await sql<{ id: number }[]>`
    select u.id from ${from(sql, organizationId)}
    where ${seen(sql, organizationId, domains)} and u.id = any(${[...ids]}::integer[]) order by u.id`
  return rows.map(({ id }) => id)
}

/** From now on the user is kept by SCIM. */
export async function keepScimUser(
  sql: Transaction,
  organizationId: number,
  userId: number,
  { external_id: externalId, said }: { external_id: string | null; said: Said },
): Promise<void> {
  await sql`
    insert into scim_users (organization_id, user_id, external_id, said)
    values (${organizationId}, ${userId}, ${externalId}, ${sql.json(said)})
    on conflict (organization_id, user_id) do update set changed_at = excluded.changed_at,
      external_id = excluded.external_id, said = excluded.said`
}

/** Of those who are put into a group nothing else is said. */
export async function keepScimMembers(
  sql: Transaction,
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`
    insert into scim_users (organization_id, user_id)
    select ${organizationId}, id from unnest(${[...userIds]}::integer[]) id order by id
    on conflict (organization_id, user_id) do update set changed_at = excluded.changed_at`
}

export async function isTaken(
  sql: Sql,
  organizationId: number,
  address: string,
  exceptId = 0,
): Promise<boolean> {
  const rows = await sql`
    select 1 from users
    where organization_id = ${organizationId} and email_key = ${emailKey(address)} and id <> ${exceptId}`
  return rows.length > 0
}

/** Changes by SCIM in one organization follow one another. */
export async function lockProvisioning(sql: Transaction, organizationId: number): Promise<void> {
  await sql`select 1 from organizations where id = ${organizationId} for no key update`
}

export async function countAdministrators(sql: Sql, organizationId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from users where organization_id = ${organizationId} and role = 'organization_admin' and active`
  return row?.count ?? 0
}

/** Those whose value the user got last, but one. @returns which were active */
export function endKeysOf(
  sql: Transaction,
  organizationId: number,
  userId: number,
  exceptId: number | null,
): Promise<{ id: number; name: string }[]> {
  return sql<{ id: number; name: string }[]>`
    update api_keys set active = false
    where organization_id = ${organizationId} and held_by = ${`user:${userId}`} and active
      and role <> 'system_admin' and id is distinct from ${exceptId}::integer
    returning id, name`
}

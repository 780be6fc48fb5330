import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../callers.ts'
import { hashToken, newToken } from './tokens.ts'
import type { Proof } from './sessions.ts'

const lifetimes = { code: '1 minute', access: '1 hour' } as const

/** A refresh token that comes back later is unknown, and ends nothing. */
const usedTokensDays = 30

/** Of one grant within these days, about one in five minutes; then its person is asked again. */
const refreshesMax = 10_000

export type NewGrant = {
  userId: number
  clientId: string
  clientName: string
  redirectUri: string
  challenge: string
  mayChange: boolean
  listIds: readonly number[] | null
  days: number
  proof: Proof
}

/** @returns the code, which is not stored. A grant does not outlive the session of a provider that does not tell its end. */
export async function insertGrant(
  sql: Transaction,
  organizationId: number,
  grant: NewGrant,
): Promise<string> {
  const { provider } = grant.proof
  const [row] = await sql<[{ id: number }]>`
    insert into assistant_grants (organization_id, user_id, client_sha256, client_name, redirect_uri, code_challenge,
      may_change, mailing_list_ids, has_second_factor, provider_organization_id, provider_id, provider_subject,
      provider_session, expires_at)
    values (${organizationId}, ${grant.userId}, ${hashToken(grant.clientId)}, ${grant.clientName}, ${grant.redirectUri},
      ${grant.challenge}, ${grant.mayChange}, ${grant.listIds === null ? null : [...grant.listIds]}::integer[],
      ${grant.proof.hasSecondFactor}, ${provider?.organizationId ?? null}, ${provider?.id ?? null},
      ${provider?.subject ?? null}, ${provider?.session ?? null},
      least(now() + ${grant.days}::integer * interval '1 day', ${provider?.endsAt ?? null}::timestamptz))
    returning id`
  return insertToken(sql, organizationId, row.id, 'code')
}

async function insertToken(
  sql: Sql,
  organizationId: number,
  grantId: number,
  kind: 'code' | 'access' | 'refresh',
): Promise<string> {
  const { token, sha256 } = newToken()
  const lifetime = kind === 'refresh' ? null : lifetimes[kind]
  await sql`
    insert into assistant_tokens (organization_id, token_sha256, grant_id, kind, expires_at)
    select organization_id, ${sha256}, id, ${kind}::text, least(expires_at, now() + ${lifetime}::text::interval)
    from assistant_grants where organization_id = ${organizationId} and id = ${grantId}
    returning 1`
  return token
}

export type Tokens = { access: string; refresh: string; expiresInSeconds: number }

/** In place of those that have expired. */
export async function insertTokens(
  sql: Transaction,
  organizationId: number,
  grantId: number,
): Promise<Tokens> {
  await sql`
    delete from assistant_tokens
    where organization_id = ${organizationId} and grant_id = ${grantId}
      and (kind = 'access' and expires_at <= now() or used_at < now() - ${usedTokensDays}::integer * interval '1 day')`
  return {
    access: await insertToken(sql, organizationId, grantId, 'access'),
    refresh: await insertToken(sql, organizationId, grantId, 'refresh'),
    expiresInSeconds: 3600,
  }
}

export type HeldToken = {
  grant_id: number
  user_id: number
  client_name: string
  redirect_uri: string
  code_challenge: string
  is_of_client: boolean
  is_used: boolean
  /** It has not expired, and its person may still let programs act. */
  is_good: boolean
}

/** Of two uses of a token the second waits for the first. null: there is none. */
export async function lockToken(
  sql: Transaction,
  organizationId: number,
  { token, kind, clientId }: { token: string; kind: 'code' | 'refresh'; clientId: string },
): Promise<HeldToken | null> {
  await sql`
    select 1 from assistant_tokens
    where organization_id = ${organizationId} and token_sha256 = ${hashToken(token)} for no key update`
  const [row] = await sql<HeldToken[]>`
    select g.id as grant_id, g.user_id, g.client_name, g.redirect_uri, g.code_challenge,
      g.client_sha256 = ${hashToken(clientId)} as is_of_client, t.used_at is not null as is_used,
      t.expires_at > now() and ${isOpen(sql)} as is_good
    from assistant_tokens t
    join assistant_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
    join users u on u.organization_id = g.organization_id and u.id = g.user_id
    join organizations o on o.id = g.organization_id
    where t.organization_id = ${organizationId} and t.token_sha256 = ${hashToken(token)} and t.kind = ${kind}`
  if (row === undefined) return null
  const [refreshes] = await sql<[{ count: number }]>`
    select count(*) from assistant_tokens
    where organization_id = ${organizationId} and grant_id = ${row.grant_id} and kind = 'refresh'`
  return { ...row, is_good: row.is_good && refreshes.count <= refreshesMax }
}

/** Of a grant `g`, its user `u` and organization `o`: what ends a log-in ends a grant, at the next call. */
function isOpen(sql: Sql) {
  return sql`(
    g.expires_at > now() and u.active and o.active and o.deleted_at is null
    and (not u.second_factor_required or u.totp_confirmed_at is not null or g.has_second_factor)
    and (u.emergency_log_in or not exists (
      select from log_in_providers p
      where p.organization_id = g.organization_id and p.required and p.active
        and (p.organization_id, p.id) is distinct from (g.provider_organization_id, g.provider_id))))`
}

export async function noteTokenUse(sql: Sql, organizationId: number, token: string): Promise<void> {
  await sql`
    update assistant_tokens set used_at = now()
    where organization_id = ${organizationId} and token_sha256 = ${hashToken(token)}`
}

type GrantCallerRow = Omit<Caller, 'api_key_id' | 'grant' | 'list_ids'> & {
  own_list_ids: number[] | null
  given_list_ids: number[] | null
  grant_id: number
  client_name: string
  may_change: boolean
  is_stale: boolean
}

/** What the person may now, and of it what they let the program do. Not cached, as sessions are not. */
export async function findGrantCaller(
  sql: Sql,
  organizationId: number,
  token: string,
): Promise<Caller | null> {
  const [row] = await sql<GrantCallerRow[]>`
    select g.organization_id, u.id as user_id, u.role, o.time_zone,
      case when u.role = 'standard' then coalesce(r.permissions, u.permissions) end as permissions,
      u.role = 'standard' and r.id is not null as by_rights,
      case when u.role = 'standard' then to_jsonb(u.mailing_list_ids) end as own_list_ids,
      to_jsonb(g.mailing_list_ids) as given_list_ids, g.id as grant_id, g.client_name, g.may_change,
      coalesce(g.last_used_at < now() - interval '1 minute', true) as is_stale
    from assistant_tokens t
    join assistant_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
    join users u on u.organization_id = g.organization_id and u.id = g.user_id
    join organizations o on o.id = g.organization_id
    left join user_roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where t.organization_id = ${organizationId} and t.token_sha256 = ${hashToken(token)} and t.kind = 'access'
      and t.expires_at > now() and ${isOpen(sql)}`
  if (row === undefined) return null
  const {
    own_list_ids,
    given_list_ids,
    grant_id: id,
    client_name: client,
    may_change,
    is_stale,
    ...person
  } = row
  if (is_stale) {
    await sql`
      update assistant_grants set last_used_at = now() where organization_id = ${organizationId} and id = ${id}`
  }
  const listIds = both(own_list_ids, given_list_ids)
  return {
    ...person,
    api_key_id: null,
    // Who sees only some lists is no administrator; and nobody administers other organizations by a program.
    role: person.role !== 'standard' && listIds === null ? 'organization_admin' : 'standard',
    list_ids: listIds,
    grant: { id, client, may_change },
  }
}

function both(own: number[] | null, given: number[] | null): number[] | null {
  if (own === null || given === null) return own ?? given
  return own.filter((id) => given.includes(id))
}

export type GrantRow = {
  id: number
  client_name: string
  redirect_uri: string
  may_change: boolean
  mailing_list_ids: number[] | null
  created_at: Date
  last_used_at: Date | null
  expires_at: Date
}

/** Those that programs have taken, newest first. */
export function findGrants(sql: Sql, organizationId: number, userId: number): Promise<GrantRow[]> {
  return sql<GrantRow[]>`
    select g.id, g.client_name, g.redirect_uri, g.may_change, to_jsonb(g.mailing_list_ids) as mailing_list_ids,
      g.created_at, g.last_used_at, g.expires_at
    from assistant_grants g
    where g.organization_id = ${organizationId} and g.user_id = ${userId} and g.expires_at > now()
      and exists (
        select from assistant_tokens t
        where t.organization_id = ${organizationId} and t.grant_id = g.id and t.kind = 'refresh')
    order by g.id desc`
}

/** @returns the name of the program; null: the user has no such grant. */
export async function deleteGrant(
  sql: Sql,
  organizationId: number,
  { userId, id }: { userId: number; id: number },
): Promise<string | null> {
  const [row] = await sql<{ client_name: string }[]>`
    delete from assistant_grants where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}
    returning client_name`
  return row?.client_name ?? null
}

export async function countGrants(sql: Sql, organizationId: number, userId: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from assistant_grants where organization_id = ${organizationId} and user_id = ${userId}`
  return row.count
}

/** Of an access or refresh token of a client. null: it is none. */
export async function findGrantOf(
  sql: Sql,
  organizationId: number,
  { token, clientId }: { token: string; clientId: string },
): Promise<{ id: number; userId: number; client: string } | null> {
  const [row] = await sql<{ id: number; user_id: number; client_name: string }[]>`
    select g.id, g.user_id, g.client_name from assistant_tokens t
    join assistant_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
    where t.organization_id = ${organizationId} and t.token_sha256 = ${hashToken(token)} and t.kind <> 'code'
      and g.client_sha256 = ${hashToken(clientId)}`
  return row === undefined ? null : { id: row.id, userId: row.user_id, client: row.client_name }
}

/** Across organizations: those that have ended, and those whose code nobody has used. */
export async function purgeGrants(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from assistant_grants
    where (organization_id, id) in (
      select g.organization_id, g.id from assistant_grants g
      where g.expires_at <= now() or g.created_at < now() - interval '1 hour' and not exists (
        select from assistant_tokens t
        where t.organization_id = g.organization_id and t.grant_id = g.id and t.kind = 'refresh')
      limit ${batchRows})`
  return count
}

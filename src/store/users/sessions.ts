import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../callers.ts'
import { hashToken, newToken } from './tokens.ts'

export type SessionState = {
  id: number
  /** That of the user. */
  organization_id: number
  /** Another organization, in which a system administrator acts; null: their own. */
  stepped_into: number | null
  /** The user needs a second factor and has none: the session can only set one up. */
  second_factor_missing: boolean
}

type CallerRow = Omit<Caller, 'api_key_id'> & {
  session_id: number
  stepped_into: number | null
  second_factor_missing: boolean
  is_stale: boolean
}

/** How the log-in was proven. */
export type Proof = {
  method: 'password' | 'provider' | 'passkey'
  hasSecondFactor: boolean
  provider?: SessionProvider | null
}

export type SessionProvider = {
  organizationId: number
  id: number
  subject: string
  /** The session at the provider. */
  session: string | null
  /** When the session ends. null: when nobody has used it for long. */
  endsAt: Date | null
}

export type NewSession = { remoteAddress: string; userAgent: string; proof?: Proof }

/** A session ends after 12 hours without a call, after 14 days, or when it says. */
function isAlive(sql: Sql) {
  return sql`s.last_seen_at > now() - interval '12 hours' and s.created_at > now() - interval '14 days'
    and (s.ends_at is null or s.ends_at > now())`
}

/** @returns the token, which is not stored. */
export async function insertSession(
  sql: Sql,
  organizationId: number,
  userId: number,
  { remoteAddress, userAgent, proof }: NewSession,
): Promise<{ id: number; token: string }> {
  const { token, sha256 } = newToken()
  const by = proof?.provider
  await sql`
    delete from user_sessions s
    where s.organization_id = ${organizationId} and s.user_id = ${userId} and not (${isAlive(sql)})`
  const [row] = await sql<{ id: number }[]>`
    insert into user_sessions (organization_id, user_id, token_sha256, remote_address, user_agent, method,
      has_second_factor, provider_organization_id, provider_id, provider_subject, provider_session, ends_at)
    values (${organizationId}, ${userId}, ${sha256}, ${remoteAddress}, ${userAgent}, ${proof?.method ?? null},
      ${proof?.hasSecondFactor ?? false}, ${by?.organizationId ?? null}, ${by?.id ?? null}, ${by?.subject ?? null},
      ${by?.session ?? null}, ${by?.endsAt ?? null})
    returning id`
  if (row === undefined) throw new Error('insert returned no row')
  return { id: row.id, token }
}

/** Not cached, so deactivating a user, changing a role or deleting an organization takes effect immediately. */
export async function findSessionCaller(
  sql: Sql,
  organizationId: number,
  token: string,
): Promise<{ caller: Caller; session: SessionState } | null> {
  const [row] = await sql<CallerRow[]>`
    select s.organization_id, s.id as session_id, u.id as user_id, u.role, o.time_zone,
      case when u.role = 'standard' then coalesce(r.permissions, u.permissions) end as permissions,
      u.role = 'standard' and r.id is not null as by_rights,
      case when u.role = 'standard' then to_jsonb(u.mailing_list_ids) end as list_ids,
      u.second_factor_required and u.totp_confirmed_at is null and not s.has_second_factor as second_factor_missing,
      case when u.role = 'system_admin' then s.stepped_into_organization_id end as stepped_into,
      s.last_seen_at < now() - interval '1 minute' as is_stale
    from user_sessions s
    join users u on u.organization_id = s.organization_id and u.id = s.user_id
    join organizations o on o.id = s.organization_id
    left join user_roles r on r.organization_id = ${organizationId} and r.id = u.role_id
    where s.organization_id = ${organizationId} and s.token_sha256 = ${hashToken(token)} and ${isAlive(sql)}
      and u.active and o.active and o.deleted_at is null`
  if (row === undefined) return null
  const { session_id: id, stepped_into, second_factor_missing, is_stale, ...caller } = row
  if (is_stale)
    await sql`
    update user_sessions set last_seen_at = now()
    where organization_id = ${organizationId} and id = ${id} and last_seen_at < now() - interval '1 minute'`
  return {
    caller: { ...caller, api_key_id: null },
    session: { id, organization_id: organizationId, stepped_into, second_factor_missing },
  }
}

export type SessionRow = {
  id: number
  created_at: Date
  last_seen_at: Date
  remote_address: string
  user_agent: string
  method: Proof['method'] | null
}

/** Those that have not ended, newest first. */
export function findSessions(sql: Sql, organizationId: number, userId: number): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select s.id, s.created_at, s.last_seen_at, s.remote_address, s.user_agent, s.method from user_sessions s
    where s.organization_id = ${organizationId} and s.user_id = ${userId} and ${isAlive(sql)}
    order by s.id desc`
}

/** @returns where it was; null: the user has no such session. */
export async function deleteSession(
  sql: Sql,
  organizationId: number,
  userId: number,
  id: number,
): Promise<Pick<SessionState, 'stepped_into'> | null> {
  const [row] = await sql<Pick<SessionState, 'stepped_into'>[]>`
    delete from user_sessions
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}::bigint
    returning stepped_into_organization_id as stepped_into`
  return row ?? null
}

/** @param keptId a session that stays, and the programs that act for the user with it. @returns how many ended. */
export async function deleteSessionsOfUser(
  sql: Sql,
  organizationId: number,
  userId: number,
  keptId: number | null = null,
): Promise<number> {
  if (keptId === null) {
    await sql`delete from assistant_grants where organization_id = ${organizationId} and user_id = ${userId}`
  }
  const { count } = await sql`
    delete from user_sessions
    where organization_id = ${organizationId} and user_id = ${userId} and id is distinct from ${keptId}::bigint`
  return count
}

export type SessionOrganization = { id: number; name: string; time_zone: string }

export async function findOrganizationOf(
  sql: Sql,
  organizationId: number,
): Promise<{ organization: SessionOrganization; isOpen: boolean } | null> {
  const [row] = await sql<(SessionOrganization & { is_open: boolean })[]>`
    select id, name, time_zone, active and deleted_at is null as is_open from organizations
    where id = ${organizationId}`
  if (row === undefined) return null
  const { is_open: isOpen, ...organization } = row
  return { organization, isOpen }
}

/** @returns the organization that the session was in before; null: the user's own. */
export async function updateSteppedInto(
  sql: Transaction,
  { organization_id: organizationId, id }: Pick<SessionState, 'organization_id' | 'id'>,
  steppedInto: number | null,
): Promise<number | null> {
  const [row] = await sql<{ before: number | null }[]>`
    with before as (
      select stepped_into_organization_id as id from user_sessions
      where organization_id = ${organizationId} and id = ${id} for update)
    update user_sessions s set stepped_into_organization_id = ${steppedInto} from before
    where s.organization_id = ${organizationId} and s.id = ${id}
    returning before.id as before`
  if (row === undefined) throw new Error('a session that has ended')
  return row.before
}

/** How the session was begun, for one that follows it in another organization. */
export async function findProof(sql: Sql, organizationId: number, id: number): Promise<Proof> {
  type Row = {
    method: Proof['method'] | null
    has_second_factor: boolean
    provider_organization_id: number | null
    provider_id: number | null
    provider_subject: string | null
    provider_session: string | null
    ends_at: Date | null
  }
  const [row] = await sql<Row[]>`
    select method, has_second_factor, provider_organization_id, provider_id, provider_subject, provider_session, ends_at
    from user_sessions where organization_id = ${organizationId} and id = ${id}`
  if (row === undefined) throw new Error('a session that has ended')
  const { provider_id: provider, provider_organization_id: owner, provider_subject: subject } = row
  return {
    method: row.method ?? 'password',
    hasSecondFactor: row.has_second_factor,
    provider:
      provider === null || owner === null || subject === null
        ? null
        : {
            organizationId: owner,
            id: provider,
            subject,
            session: row.provider_session,
            endsAt: row.ends_at,
          },
  }
}

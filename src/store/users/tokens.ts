import { createHash, randomBytes } from 'node:crypto'
import { formatHandle } from '../../contract/values/handles.ts'
import type { Handle } from '../../contract/values/handles.ts'
import type { Sql } from '../../database/driver/connection.ts'

export type LinkKind = 'invitation' | 'password_reset'

const lifetimes: Record<LinkKind, string> = { invitation: '7 days', password_reset: '1 hour' }

export function newToken(): { token: string; sha256: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, sha256: hashToken(token) }
}

/** Random enough to need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export type NewLink = { token: string; expiresAt: Date; timeZone: string }

/** The token is not stored. @returns null if there is no such user. */
export async function insertUserToken(
  sql: Sql,
  organizationId: number,
  userId: number,
  kind: LinkKind,
): Promise<NewLink | null> {
  const { token, sha256 } = newToken()
  const [row] = await sql<{ expires_at: Date; time_zone: string }[]>`
    with made as (
      insert into user_tokens (organization_id, token_sha256, user_id, kind, expires_at)
      select organization_id, ${sha256}, id, ${kind}, now() + ${lifetimes[kind]}::text::interval from users
      where organization_id = ${organizationId} and id = ${userId}
      returning organization_id, user_id, expires_at)
    select m.expires_at, coalesce(u.time_zone, o.time_zone) as time_zone
    from made m
    join users u on u.organization_id = m.organization_id and u.id = m.user_id
    join organizations o on o.id = m.organization_id`
  if (row === undefined) return null
  const { expires_at: expiresAt, time_zone: timeZone } = row
  return { token: formatHandle({ organizationId, token }), expiresAt, timeZone }
}

export type TokenOwner = {
  id: number
  email: string
  email_key: string
  full_name: string
  organization: string
  kind: LinkKind
}

/** null: wrong, used, expired, or the user is not active. */
export async function findTokenOwner(
  sql: Sql,
  { organizationId, token }: Handle,
  { isLocked }: { isLocked: boolean } = { isLocked: false },
): Promise<TokenOwner | null> {
  const [user] = await sql<TokenOwner[]>`
    select u.id, u.email, u.email_key, u.full_name, o.name as organization, t.kind
    from user_tokens t
    join users u on u.organization_id = t.organization_id and u.id = t.user_id
    join organizations o on o.id = u.organization_id
    where t.organization_id = ${organizationId} and t.token_sha256 = ${hashToken(token)}
      and t.expires_at > now() and u.active and o.active and o.deleted_at is null
    ${isLocked ? sql`for update of u, t` : sql``}`
  return user ?? null
}

export async function deleteUserTokens(sql: Sql, organizationId: number, userId: number): Promise<void> {
  await sql`delete from user_tokens where organization_id = ${organizationId} and user_id = ${userId}`
}

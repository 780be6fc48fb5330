import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '../../contract/users/languages.ts'
import { formatHandle, type Handle } from '../../contract/values/handles.ts'
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

export type NewLink = { token: string; expiresAt: Date; timeZone: string; language: Language | null }

/** The token is not stored. @returns null if there is no such user. */
export async function insertUserToken(
  sql: Sql,
  organizationId: number,
  userId: number,
  kind: LinkKind,
): Promise<NewLink | null> {
  const { token, sha256 } = newToken()
  const [owner] = await sql<{ time_zone: string; language: Language | null }[]>`
    select coalesce(u.time_zone, o.time_zone) as time_zone, u.language
    from users u join organizations o on o.id = u.organization_id
    where u.organization_id = ${organizationId} and u.id = ${userId}`
  if (owner === undefined) return null
  const [made] = await sql<[{ expires_at: Date }]>`
    insert into user_tokens (organization_id, token_sha256, user_id, kind, expires_at)
    values (${organizationId}, ${sha256}, ${userId}, ${kind}, now() + ${lifetimes[kind]}::text::interval)
    returning expires_at`
  const { expires_at: expiresAt } = made
  const { time_zone: timeZone, language } = owner
  return { token: formatHandle({ organizationId, token }), expiresAt, timeZone, language }
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

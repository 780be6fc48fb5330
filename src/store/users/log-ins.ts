import type { Sql, Transaction } from '../../database/driver/connection.ts'

export type LogInUser = {
  organization_id: number
  id: number
  may_log_in: boolean
  password_hash: string | null
  /** null: no confirmed second factor. */
  totp_sealed: Uint8Array | null
}

/** Across organizations: an address does not identify one. */
export async function findLogInUser(sql: Sql, emailKey: string): Promise<LogInUser | null> {
  const [user] = await sql<LogInUser[]>`
    select u.organization_id, u.id, u.active and o.active and o.deleted_at is null as may_log_in, u.password_hash,
      case when u.totp_confirmed_at is not null then u.totp_sealed end as totp_sealed
    from users u join organizations o on o.id = u.organization_id
    where u.email_key = ${emailKey}`
  return user ?? null
}

/** What a user has to show again before a change of their own credentials. */
export async function findOwnPassword(
  sql: Sql,
  organizationId: number,
  userId: number,
): Promise<{ email: string; password_hash: string | null }> {
  const [user] = await sql<{ email: string; password_hash: string | null }[]>`
    select email, password_hash from users where organization_id = ${organizationId} and id = ${userId}`
  if (user === undefined) throw new Error('a session without a user')
  return user
}

export async function updatePassword(
  sql: Sql,
  organizationId: number,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash} where organization_id = ${organizationId} and id = ${userId}`
}

/**
 * Locks the user until the transaction ends, so that a password that is set afterwards also ends the new session.
 * @returns false if the user has changed since the look-up.
 */
export async function lockLogInUser(sql: Transaction, user: LogInUser): Promise<boolean> {
  const { count } = await sql`
    select 1 from users
    where organization_id = ${user.organization_id} and id = ${user.id} and active
      and password_hash = ${user.password_hash}
    for share`
  return count === 1
}

import { invalid } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { isBreachOf } from '../../database/sqlstate.ts'
import { freeName, takeName } from '../server/taken-names.ts'

export type LogInUser = {
  organization_id: number
  id: number
  may_log_in: boolean
  password_hash: string | null
  totp_sealed: Uint8Array | null
  emergency_log_in: boolean
}

/** Across organizations: an address does not identify one. Only one user with an address has a password. */
export async function findLogInUser(sql: Sql, emailKey: string): Promise<LogInUser | null> {
  const [user] = await sql<LogInUser[]>`
    select u.organization_id, u.id, u.active and o.active and o.deleted_at is null as may_log_in, u.password_hash, u.emergency_log_in,
      case when u.totp_confirmed_at is not null then u.totp_sealed end as totp_sealed
    from users u join organizations o on o.id = u.organization_id
    where u.email_key = ${emailKey} and u.password_hash is not null`
  return user ?? null
}

/** The user with this address; if none has a password yet, those who were invited by it, the last five. */
export function findResetUsers(
  sql: Sql,
  emailKey: string,
): Promise<{ organization_id: number; id: number }[]> {
  return sql<{ organization_id: number; id: number }[]>`
    select u.organization_id, u.id
    from users u join organizations o on o.id = u.organization_id
    where u.email_key = ${emailKey} and u.active and o.active and o.deleted_at is null
      and (u.password_hash is not null
        or not exists (select 1 from users p where p.email_key = ${emailKey} and p.password_hash is not null))
    order by u.created_at desc, u.organization_id desc limit 5`
}

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

/** @throws AppError `validation_failed` if a user of another organization has proven the address before. */
export async function updatePassword(
  sql: Transaction,
  organizationId: number,
  userId: number,
  passwordHash: string,
): Promise<void> {
  const [user] = await sql<{ email_key: string }[]>`
    update users set password_hash = ${passwordHash}
    where organization_id = ${organizationId} and id = ${userId}
    returning email_key`.catch((error: unknown) => {
    throw isBreachOf(error, 'users_email') ? addressTaken() : error
  })
  if (user === undefined) return
  const isFree = await takeName(sql, 'log_in', user.email_key, { organizationId, userId })
  if (!isFree) throw addressTaken()
}

function addressTaken() {
  return invalid(
    'this address already logs in to another organization; ask for an invitation to another address of yours',
  )
}

/** The user must confirm the address again, with a link that is mailed to it. */
export async function deletePassword(sql: Sql, organizationId: number, userId: number): Promise<void> {
  await sql`update users set password_hash = null where organization_id = ${organizationId} and id = ${userId}`
  await freeName(sql, 'log_in', { organizationId, userId })
}

/** Locks the user, so that a password that is set later also ends the new session. @returns false after a change. */
export async function lockLogInUser(sql: Transaction, user: LogInUser): Promise<boolean> {
  const { count } = await sql`
    select 1 from users
    where organization_id = ${user.organization_id} and id = ${user.id} and active
      and password_hash = ${user.password_hash}
    for share`
  return count === 1
}

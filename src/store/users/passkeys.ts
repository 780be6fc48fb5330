import { notFound } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

export type PasskeyRow = { id: number; name: string; created_at: Date; last_used_at: Date | null }

export function findPasskeys(sql: Sql, organizationId: number, userId: number): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    select id, name, created_at, last_used_at from user_passkeys
    where organization_id = ${organizationId} and user_id = ${userId} order by id`
}

export async function findCredentialIds(sql: Sql, organizationId: number, userId: number): Promise<string[]> {
  const rows = await sql<{ credential_id: string }[]>`
    select credential_id from user_passkeys where organization_id = ${organizationId} and user_id = ${userId}`
  return rows.map(({ credential_id: id }) => id)
}

export type NewPasskey = { name: string; credentialId: string; publicKey: Uint8Array; counter: number }

export async function insertPasskey(
  sql: Transaction,
  organizationId: number,
  userId: number,
  { name, credentialId, publicKey, counter }: NewPasskey,
): Promise<PasskeyRow | null> {
  const [row] = await sql<PasskeyRow[]>`
    insert into user_passkeys (organization_id, user_id, name, credential_id, public_key, counter)
    values (${organizationId}, ${userId}, ${name}, ${credentialId}, ${publicKey}, ${counter})
    on conflict on constraint user_passkeys_credential do nothing
    returning id, name, created_at, last_used_at`
  return row ?? null
}

/** @throws AppError `not_found` */
export async function renamePasskey(
  sql: Transaction,
  organizationId: number,
  userId: number,
  { id, name }: { id: number; name: string },
): Promise<PasskeyRow> {
  const [row] = await sql<PasskeyRow[]>`
    update user_passkeys set name = ${name}
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}::bigint
    returning id, name, created_at, last_used_at`
  if (row === undefined) throw notFound('passkey')
  return row
}

/** @throws AppError `not_found` */
export async function deletePasskey(
  sql: Transaction,
  organizationId: number,
  userId: number,
  id: number,
): Promise<void> {
  const { count } = await sql`
    delete from user_passkeys
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}::bigint`
  if (count === 0) throw notFound('passkey')
}

/** @returns how many there were */
export async function deletePasskeysOf(
  sql: Transaction,
  organizationId: number,
  userId: number,
): Promise<number> {
  const { count } = await sql`
    delete from user_passkeys where organization_id = ${organizationId} and user_id = ${userId}`
  return count
}

export type KnownPasskey = {
  id: number
  user_id: number
  email: string
  may_log_in: boolean
  emergency_log_in: boolean
  public_key: Uint8Array<ArrayBuffer>
  counter: number
}

/** null: the user has no such passkey. */
export async function findKnownPasskey(
  sql: Sql,
  { organizationId, userId }: { organizationId: number; userId: number },
  credentialId: string,
): Promise<KnownPasskey | null> {
  const [row] = await sql<KnownPasskey[]>`
    select p.id, p.user_id, u.email, u.active and o.active and o.deleted_at is null as may_log_in, u.emergency_log_in,
      p.public_key, p.counter
    from user_passkeys p
    join users u on u.organization_id = p.organization_id and u.id = p.user_id
    join organizations o on o.id = p.organization_id
    where p.organization_id = ${organizationId} and p.user_id = ${userId} and p.credential_id = ${credentialId}`
  return row ?? null
}

/** Locks the user. @returns false if the passkey or the user has gone meanwhile, or the passkey was used elsewhere. */
export async function usePasskey(
  sql: Transaction,
  organizationId: number,
  { id, user_id: userId, counter: before }: KnownPasskey,
  counter: number,
): Promise<boolean> {
  const { count } = await sql`
    update user_passkeys set counter = ${counter}, last_used_at = now()
    where organization_id = ${organizationId} and id = ${id} and counter = ${before}`
  const locked = await sql`
    select 1 from users where organization_id = ${organizationId} and id = ${userId} and active for share`
  return count === 1 && locked.length === 1
}

import { createHash } from 'node:crypto'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

export type SecondFactor = { totp_sealed: Uint8Array; is_confirmed: boolean; email: string }

export async function findSecondFactor(
  sql: Sql,
  organizationId: number,
  userId: number,
): Promise<SecondFactor | null> {
  const [row] = await sql<SecondFactor[]>`
    select totp_sealed, totp_confirmed_at is not null as is_confirmed, email from users
    where organization_id = ${organizationId} and id = ${userId} and totp_sealed is not null`
  return row ?? null
}

/** @returns the user's address; null if there is already a confirmed second factor, which stays. */
export async function beginSecondFactor(
  sql: Sql,
  organizationId: number,
  userId: number,
  sealed: Uint8Array,
): Promise<string | null> {
  const [row] = await sql<{ email: string }[]>`
    update users set totp_sealed = ${sealed}, totp_last_step = null
    where organization_id = ${organizationId} and id = ${userId} and totp_confirmed_at is null
    returning email`
  return row?.email ?? null
}

/** @param step of 30 seconds. @returns false if this or a later step was already used. */
export async function useTotpStep(
  sql: Sql,
  organizationId: number,
  userId: number,
  step: number,
): Promise<boolean> {
  const { count } = await sql`
    update users set totp_last_step = ${step}
    where organization_id = ${organizationId} and id = ${userId}
      and (totp_last_step is null or totp_last_step < ${step})`
  return count === 1
}

/** The recovery codes replace all earlier ones. */
export async function confirmSecondFactor(
  sql: Transaction,
  organizationId: number,
  userId: number,
  recoveryCodes: readonly string[],
): Promise<void> {
  await sql`
    update users set totp_confirmed_at = now() where organization_id = ${organizationId} and id = ${userId}`
  await deleteRecoveryCodes(sql, organizationId, userId)
  const rows = recoveryCodes.map((code) => ({
    organization_id: organizationId,
    user_id: userId,
    code_sha256: hashRecoveryCode(code),
  }))
  await sql`insert into user_recovery_codes ${sql(rows)}`
}

export async function deleteSecondFactor(
  sql: Transaction,
  organizationId: number,
  userId: number,
): Promise<void> {
  await sql`
    update users set totp_sealed = null, totp_confirmed_at = null, totp_last_step = null
    where organization_id = ${organizationId} and id = ${userId}`
  await deleteRecoveryCodes(sql, organizationId, userId)
}

async function deleteRecoveryCodes(sql: Transaction, organizationId: number, userId: number): Promise<void> {
  await sql`delete from user_recovery_codes where organization_id = ${organizationId} and user_id = ${userId}`
}

export async function useRecoveryCode(
  sql: Sql,
  organizationId: number,
  userId: number,
  code: string,
): Promise<boolean> {
  const { count } = await sql`
    delete from user_recovery_codes
    where organization_id = ${organizationId} and user_id = ${userId} and code_sha256 = ${hashRecoveryCode(code)}`
  return count === 1
}

/** Accepts any case, with or without dashes. 80 random bits need no slow hash. */
function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest()
}
